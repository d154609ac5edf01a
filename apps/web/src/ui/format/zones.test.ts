import { afterEach, expect, test } from 'vitest'
import { initialConventions, setConventions } from './conventions.ts'
import { startOfDay } from './days.ts'
import { amountText } from './numbers.ts'
import { clockText, timeText } from './times.ts'
import { instantOf, offsetMs, timeZoneOf, wallTime } from './zones.ts'

const at = Date.parse('2026-11-20T13:02:11Z')
afterEach(() => setConventions(initialConventions))

test.each([
  ['utc', '20 Nov, 13:02:11 UTC'],
  ['Europe/Berlin', '20 Nov, 14:02:11 UTC+1'],
  ['Asia/Kolkata', '20 Nov, 18:32:11 UTC+5:30'],
  ['America/New_York', '20 Nov, 08:02:11 UTC-5'],
])('a moment in %s is %s', (zone, text) => {
  expect(timeText(at, zone, { detail: 'second', withZone: true })).toBe(text)
})

test.each(['utc', 'local', 'Europe/Berlin', 'Asia/Kathmandu', 'America/St_Johns', 'Pacific/Apia'])(
  'moments survive the way to clocks of %s and back, on days of a change too',
  (zone) => {
    for (const day of ['2026-01-01', '2026-03-29', '2026-10-25', '2026-11-01', '2028-02-29']) {
      const noon = Date.parse(`${day}T12:00:00Z`)
      expect(instantOf(wallTime(noon, zone), zone)).toBe(noon)
      const midnight = wallTime(startOfDay(noon, zone), zone)
      expect([midnight.hour, midnight.minute]).toEqual([0, 0])
    }
  },
)

test('days of a change of clocks are as long as they are', () => {
  const noon = Date.parse('2026-10-25T12:00:00Z')
  const length = startOfDay(noon, 'Europe/Berlin', 1) - startOfDay(noon, 'Europe/Berlin')
  expect(length).toBe(25 * 3_600_000)
  expect(offsetMs(at, 'Asia/Kolkata')).toBe(5.5 * 3_600_000)
})

test('a zone that the browser does not know is the device’s own', () => {
  expect(timeZoneOf('Mars/Base')).toEqual({})
  expect(timeText(at, 'Mars/Base')).toBe(timeText(at, 'local'))
})

test('numbers and dates are written as the person chose; decimals keep their point', () => {
  setConventions({ groups: 'apostrophe', dates: 'month', hours: '12' })
  expect(amountText('1234567.5', 'CHF')).toBe('1’234’567.50 CHF')
  expect(timeText(at, 'utc', { detail: 'second', withZone: true })).toBe('Nov 20, 1:02:11 PM UTC')
  expect(clockText(at, 'utc')).toBe('1:02:11 PM')
  setConventions({ groups: 'space', dates: 'iso', hours: '24' })
  expect(amountText('1234.5')).toBe('1\u202F234.50')
  expect(timeText(at, 'utc')).toBe('2026-11-20, 13:02')
  expect(timeText(at, 'utc', { detail: 'day' })).toBe('2026-11-20')
})
