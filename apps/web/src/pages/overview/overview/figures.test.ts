import { expect, test } from 'vitest'
import { secondsText } from '../../../ui/format/times.ts'
import { lineThrough, listOf, shareText, tilesOf } from './figures.ts'

const period = {
  from: '2026-10-25T00:00:00.000Z',
  to: '2026-11-23T09:00:00.000Z',
  transfers: 8,
  completed: 5,
  failed: 1,
  volume: 12_345.6,
  fees: 61.72,
  medianSeconds: 252,
  p95Seconds: 1_320.4,
  days: [],
}
const none = {
  ...period,
  transfers: 0,
  completed: 0,
  failed: 0,
  volume: 0,
  fees: 0,
  medianSeconds: null,
  p95Seconds: null,
}

test('tiles say what is counted, and lead to exactly these transfers', () => {
  const [volume, transfers, time, fees] = tilesOf(period, none)
  expect([volume?.value, volume?.detail, volume?.before]).toEqual([
    '12,345.60',
    '5 completed transfers',
    '0.00 USD',
  ])
  expect([transfers?.value, transfers?.detail, transfers?.before]).toEqual([
    '8',
    '62.5% completed, 2 in progress',
    'none',
  ])
  expect([time?.value, time?.detail, time?.before]).toEqual([
    '4 min 12 s',
    '95% within 22 min',
    'none',
  ])
  expect(fees?.detail).toBe('0.4% of volume')
  expect(transfers?.to).toBe(listOf(period))
  expect(volume?.to).toBe(`${listOf(period)}&status=COMPLETED`)
})

test('a share is never all while one is missing', () => {
  expect([shareText(9_999, 10_000), shareText(3, 3), shareText(0, 0)]).toEqual([
    '99.9%',
    '100%',
    '–',
  ])
})

test('durations below a second are shown as such', () => {
  expect([secondsText(0.4), secondsText(null), secondsText(61)]).toEqual([
    'under 1 s',
    '–',
    '1 min 1 s',
  ])
})

test('a line stays within its frame, and is flat where there is nothing', () => {
  expect(lineThrough([0, 10], 10)).toBe('M0 27L120 1')
  expect(lineThrough([0, 0], 0)).toBe('M0 27L120 27')
})
