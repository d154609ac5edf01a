import { expect, test } from 'vitest'
import { isFlat, slopeOf } from './watch.ts'

const samples = (of: (minute: number) => number) =>
  Array.from({ length: 61 }, (_, at) => ({ seconds: at * 10, mib: of(at / 6) }))

test('the slope is of the last two thirds, so that a start is no growth', () => {
  expect(slopeOf(samples((minute) => 200 + minute))).toBeCloseTo(1)
  const filling = samples((minute) => (minute < 3 ? 100 + minute * 30 : 200))
  expect(slopeOf(filling)).toBeCloseTo(0)
  expect(isFlat(filling)).toBe(true)
})

test('what grows by more than a tenth in ten minutes is not flat', () => {
  expect(isFlat(samples((minute) => 200 + minute))).toBe(true)
  expect(isFlat(samples((minute) => 200 + minute * 3))).toBe(false)
  expect(isFlat(samples((minute) => 200 - minute))).toBe(true)
  expect(isFlat([])).toBe(false)
  expect(slopeOf([{ seconds: 0, mib: 100 }])).toBe(0)
})
