import { expect, test } from 'vitest'
import { alternate, judge, tableOf } from './measure.ts'

test('contenders run in turn, after one unmeasured run each', async () => {
  const order: string[] = []
  const contender = (name: string) => ({
    name,
    run: async () => {
      order.push(name)
      return { 'rate/s': order.length }
    },
  })
  const series = await alternate([contender('a'), contender('b')], 3)
  expect(order.join('')).toBe('abababab')
  expect(series).toEqual([
    { contender: 'a', metric: 'rate/s', values: [3, 5, 7] },
    { contender: 'b', metric: 'rate/s', values: [4, 6, 8] },
  ])
})

test('a goal is judged by the ratio of the medians, in its direction', () => {
  const series = [
    { contender: 'ours', metric: 'rate/s', values: [60, 1, 100] },
    { contender: 'base', metric: 'rate/s', values: [100, 100, 100] },
  ]
  const goal = { ours: 'ours', base: 'base', metric: 'rate/s' }
  expect(judge(series, { ...goal, must: 0.5, aim: 0.7, better: 'more' })).toMatchObject({
    ratio: 0.6,
    verdict: 'must',
  })
  expect(judge(series, { ...goal, must: 0.5, aim: 0.4, better: 'less' }).verdict).toBe('missed')
  expect(judge(series, { ...goal, must: 0.9, aim: 0.6, better: 'less' }).verdict).toBe('aim')
})

test('a table shows extremes, median and spread', () => {
  expect(tableOf([{ contender: 'a', metric: 'p50 ms', values: [1, 2, 1.5] }])).toBe(
    ['            min  median   max  spread', 'a  p50 ms  1.00    1.50  2.00    67 %'].join('\n'),
  )
})
