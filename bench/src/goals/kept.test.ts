import { expect, test } from 'vitest'
import type { Series } from '../measure/measure.ts'
import { betterOf, compare, isFailed, measuredRatios } from './kept.ts'
import { goalTable, lines, ratiosOf } from './lines.ts'

const more = 'simulate ÷ base POST'

test.each([
  ['the same', 0.3, 'kept'],
  ['a little worse', 0.271, 'kept'],
  ['below nine tenths', 0.269, 'worse'],
  ['better', 0.6, 'kept'],
] as const)('a goal that is %s', (_, now, state) => {
  const compared = compare({ [more]: now }, { [more]: 0.3 })
  expect(compared).toMatchObject([{ goal: more, state }])
  expect(isFailed(compared)).toBe(state === 'worse')
})

test('of two measurements the better one of each goal counts', () => {
  expect(betterOf({ [more]: 0.2, gone: 1 }, { [more]: 0.3, added: 2 })).toEqual({
    [more]: 0.3,
    gone: 1,
    added: 2,
  })
  expect(betterOf({ [more]: 0.3 }, { [more]: 0.2 })).toEqual({ [more]: 0.3 })
})

test('a new goal is no failure; one that is not measured any more is', () => {
  const added = compare({ [more]: 1, added: 1 }, { [more]: 1 })
  expect(added.map(({ state }) => state)).toEqual(['kept', 'new'])
  expect(isFailed(added)).toBe(false)
  const gone = compare({ [more]: Number.NaN }, { [more]: 1, gone: 1 })
  expect(gone.map(({ state }) => state)).toEqual(['missing', 'missing'])
  expect(isFailed(gone)).toBe(true)
})

const series: Series[] = [
  { contender: 'base POST', metric: 'rate/s', values: [1000, 2000, 4300] },
  { contender: 'simulate', metric: 'rate/s', values: [500, 600, 860] },
  { contender: 'simulate, before', metric: 'rate/s', values: [100, 200, 430] },
  { contender: 'simulate c=256', metric: 'rate/s', values: [500, 300, 430] },
  { contender: 'simulate c=256, before', metric: 'rate/s', values: [50, 100, 215] },
  { contender: 'base POST', metric: 'p99 ms', values: [5, 5, 5] },
  { contender: 'execute', metric: 'p99 ms', values: [20, 30, 40] },
  { contender: 'flow c=16', metric: 'p50 ms', values: [90, 70, 75] },
]
const line = (goal: string) => {
  const found = lines.find((item) => item.goal === goal)
  if (!found) throw new Error(`no goal ${goal}`)
  return found
}

test('a ratio is taken round by round, and each program is the base of its own overload', () => {
  expect(ratiosOf(series, line(more))).toEqual([0.5, 0.3, 0.2])
  expect(ratiosOf(series, line(more), true)).toEqual([0.1, 0.1, 0.1])
  const overload = line('simulate c=256 ÷ simulate')
  expect(ratiosOf(series, overload)).toEqual([1, 0.5, 0.5])
  expect(ratiosOf(series, overload, true)).toEqual([0.5, 0.5, 0.5])
})

test('beside another program we stand as the version before did, and as we stand beside it', () => {
  const ratios = ratiosOf(series, line('simulate ÷ Rafiki'))
  expect(ratios.map((ratio) => ratio.toFixed(2))).toEqual(['9.50', '5.70', '3.80'])
  expect(ratiosOf(series, line('simulate ÷ Rafiki'), true)).toEqual([1.9, 1.9, 1.9])
  expect(ratiosOf(series.slice(0, 2), line('simulate ÷ Rafiki'))).toEqual([])
})

test('what is kept are rates against a base, and no milliseconds', () => {
  expect(measuredRatios(series)).toEqual({ [more]: 0.3, 'simulate c=256 ÷ simulate': 0.5 })
})

test('the table shows what was measured, with the version before where there is one', () => {
  const table = goalTable(series)
  expect(table).toMatch(
    /^simulate ÷ base POST +must +0\.100 +0\.300 +≥ 0\.25 +≥ 0\.4 +0 % +100 %$/m,
  )
  expect(table).toMatch(/^flow c=16: p50 ms +must +75\.00 +≤ 80 +≤ 40 +27 %$/m)
  expect(table).toMatch(/^execute: p99 ÷ +missed +6\.00 +≤ 3 +≤ 2 +67 %$/m)
  expect(table).not.toContain('execute ÷')
})
