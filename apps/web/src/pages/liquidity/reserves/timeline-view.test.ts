import { expect, test } from 'vitest'
import { roundAbove, shortAmount, spanOf, stepsOf, ticksOf } from './timeline-view.ts'

const at = (text: string) => Date.parse(`2026-11-${text}Z`)
const frame = (from: string, to: string, amount: number) => ({
  startTimestamp: `2026-11-${from}Z`,
  endTimestamp: `2026-11-${to}Z`,
  amount,
})

test('the time that is shown stays the same for a whole hour or day', () => {
  const early = spanOf(at('20T14:06:32'), '7d', 0, 'utc')
  expect(early).toEqual({ from: at('18T00:00'), to: at('25T00:00') })
  expect(spanOf(at('20T23:59:59'), '7d', 0, 'utc')).toEqual(early)
  expect(spanOf(at('20T14:06:32'), '24h', 0, 'utc').from).toBe(at('20T06:00'))
  expect(spanOf(at('20T14:06:32'), '24h', 1, 'utc').from).toBe(at('20T18:00'))
})

test('lines stand at midnight and at full hours', () => {
  const week = ticksOf(spanOf(at('20T14:06:32'), '7d', 0, 'utc'), '7d', 'utc')
  expect(week.map(({ label }) => label)).toEqual([
    'Wed 18',
    'Thu 19',
    'Fri 20',
    'Sat 21',
    'Sun 22',
    'Mon 23',
    'Tue 24',
  ])
  const day = ticksOf(spanOf(at('20T14:06:32'), '24h', 0, 'utc'), '24h', 'utc')
  expect(day.map(({ label }) => label)).toEqual([
    '08:00',
    '12:00',
    '16:00',
    '20:00',
    '00:00',
    '04:00',
  ])
})

test('what overlaps is summed, and what ends at a moment is gone when the next begins', () => {
  const span = { from: at('20T00:00'), to: at('22T00:00') }
  const steps = stepsOf(
    [
      frame('19T00:00', '20T12:00', 100),
      frame('20T06:00', '20T12:00', 50),
      frame('20T12:00', '21T00:00', 30),
      frame('23T00:00', '24T00:00', 1000),
    ],
    span,
  )
  expect(steps.map(({ sum }) => sum)).toEqual([100, 150, 30, 0])
  expect(steps.at(0)?.from).toBe(span.from)
  expect(steps.at(-1)?.to).toBe(span.to)
  expect(stepsOf([], span)).toEqual([{ ...span, sum: 0 }])
})

test.each([
  [0, 1],
  [950_000, 1_000_000],
  [1_000_000, 1_000_000],
  [2_100_000, 2_500_000],
  [31, 50],
])('%d fits below %d', (value, round) => {
  expect(roundAbove(value)).toBe(round)
})

test('amounts on a chart are short', () => {
  expect([350_000, 1_250_000, 999, 0].map(shortAmount)).toEqual(['350 k', '1.25 M', '999', '0'])
})
