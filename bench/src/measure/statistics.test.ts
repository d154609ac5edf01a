import { expect, test } from 'vitest'
import { median, percentile, spread, welchT } from './statistics.ts'

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

test('Welch’s t is what another program gives, and 0 of equal samples', () => {
  const item = [27.5, 21, 19, 23.6, 17, 17.9, 16.9, 20.1, 21.9, 22.6, 23.1, 19.6, 19, 21.7, 21.4]
  const other = [
    27.1, 22, 20.8, 23.4, 23.4, 23.5, 25.8, 22, 24.8, 20.2, 21.9, 22.1, 22.9, 30.5, 27.8,
  ]
  expect(welchT(item, other)).toBeCloseTo(-2.96955, 5)
  expect(welchT(item, item)).toBe(0)
})
