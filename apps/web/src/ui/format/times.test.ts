import { expect, test } from 'vitest'
import { calendarDayText, clockText, durationText, relativeText, timeText } from './times.ts'

const at = '2026-11-20T13:02:11Z'

test('a moment is shown in the chosen zone', () => {
  expect(timeText(at, 'utc')).toBe('20 Nov, 13:02')
  expect(timeText(at, 'utc', { detail: 'second', withZone: true })).toBe('20 Nov, 13:02:11 UTC')
  expect(timeText(at, 'utc', { detail: 'day' })).toBe('20 Nov')
  expect(clockText(at, 'utc')).toBe('13:02:11')
})

test('the year appears beyond twelve months only', () => {
  const now = Date.parse('2026-12-01T00:00:00Z')
  expect(timeText(at, 'utc', { now })).toBe('20 Nov, 13:02')
  expect(timeText('2024-11-20T13:02:11Z', 'utc', { now })).toBe('20 Nov 2024, 13:02')
})

test('a calendar day is the same day in every zone', () => {
  const now = Date.parse('2026-12-01T00:00:00Z')
  expect(calendarDayText('2026-11-20', now)).toBe('20 Nov')
  expect(calendarDayText('2024-11-20', now)).toBe('20 Nov 2024')
})

test('an unreadable moment is shown as it came', () => {
  expect(timeText('soon', 'utc')).toBe('soon')
  expect(relativeText('soon', 0)).toBe('')
})

test.each([
  [0, '0 s'],
  [22_000, '22 s'],
  [60_000, '1 min'],
  [252_000, '4 min 12 s'],
  [7_740_000, '2 h 09 min'],
  [273_600_000, '3 d 4 h'],
  [-5, '0 s'],
])('%s ms last %s', (ms, text) => {
  expect(durationText(ms)).toBe(text)
})

test('ages and waits differ', () => {
  const now = Date.parse(at)
  expect(relativeText(now - 20_000, now)).toBe('just now')
  expect(relativeText(now - 4 * 60_000, now)).toBe('4 min ago')
  expect(relativeText(now + 3 * 3_600_000, now)).toBe('in 3 h')
  expect(relativeText(now - 50 * 3_600_000, now)).toBe('2 d ago')
})
