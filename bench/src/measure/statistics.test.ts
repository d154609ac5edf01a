import { expect, test } from 'vitest'
import { median, percentile, spread } from './statistics.ts'

test('the median is a measured value, whatever the order and count', () => {
  expect(median([3, 1, 2])).toBe(2)
  expect(median([4, 3, 1, 2])).toBe(2)
  expect(median([7])).toBe(7)
})

test('a percentile is the value below which that part lies', () => {
  const hundred = Array.from({ length: 100 }, (_, at) => 100 - at)
  expect(percentile(hundred, 0.5)).toBe(51)
  expect(percentile(hundred, 0.95)).toBe(96)
  expect(percentile(hundred, 1)).toBe(100)
})

test('the spread is the distance of the extremes as a share of the median', () => {
  expect(spread([90, 100, 110])).toBeCloseTo(0.2)
  expect(spread([5])).toBe(0)
})
