import { volumeRanges } from '@corridor/contract'
import { expect, test } from 'vitest'
import { beforeText, rangeOf } from './period.tsx'

test('each period that the service knows says how long before its other figure was', () => {
  expect(volumeRanges.map((range) => beforeText(range, '5'))).toEqual([
    '24 hours before: 5',
    '7 days before: 5',
    '30 days before: 5',
    '90 days before: 5',
  ])
})

test('figures of another period than the one that is asked for are named by their length', () => {
  const from = '2026-10-25T00:00:00Z'
  const until = (days: number, hours = 0) => ({
    from,
    to: new Date(Date.parse(from) + (days * 24 + hours) * 3_600_000).toISOString(),
  })
  expect([1, 7, 30, 90].map((days) => rangeOf(until(days)))).toEqual([...volumeRanges])
  // Clocks are set back within it.
  expect([1, 7, 30, 90].map((days) => rangeOf(until(days, 1)))).toEqual([...volumeRanges])
})
