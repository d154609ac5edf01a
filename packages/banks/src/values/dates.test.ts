import { expect, test } from 'vitest'
import { dayAfter, dayAt, dayOf, dayOfSixDigits, momentOf, timeOf } from './dates.ts'

const berlin = 'Europe/Berlin'

test.each([
  ['2026-11-26', '2026-11-26'],
  ['2026-11-26+01:00', '2026-11-26'],
  ['2026-11-26-10:00', '2026-11-26'],
  ['2026-11-26Z', '2026-11-26'],
  [' 2026-11-26 ', '2026-11-26'],
  ['2028-02-29', '2028-02-29'],
  // Midnight is what a program writes that knows no time: the day stays, whatever the offset.
  ['2026-11-26T00:00:00Z', '2026-11-26'],
  ['2026-11-26T00:00:00.000+05:00', '2026-11-26'],
  ['2026-11-26T24:00:00', '2026-11-26'],
  ['2026-11-26T23:30:00', '2026-11-26'],
  ['2026-11-26T23:30:00Z', '2026-11-27'],
  ['2026-11-26T22:30:00Z', '2026-11-26'],
  ['2026-07-26T22:30:00Z', '2026-07-27'],
  ['2026-11-26T00:30:00+05:00', '2026-11-25'],
  ['2027-02-29', ''],
  ['2026-13-05', ''],
  ['2026-00-10', ''],
  ['2026-11-31', ''],
  ['2026-11-26T25:00:00', ''],
  ['5.1.2026', ''],
  ['26-11-26', ''],
  ['soon', ''],
  ['', ''],
])('the day of %j is %j in Berlin', (text, day) => {
  expect(dayOf(text, berlin)).toBe(day)
})

test.each([
  ['2026-01-05T23:00:00', '2026-01-05T22:00:00.000Z'],
  ['2026-07-05T23:00:00', '2026-07-05T21:00:00.000Z'],
  ['2026-01-05T23:00', '2026-01-05T22:00:00.000Z'],
  ['2026-01-05 23:00:00', '2026-01-05T22:00:00.000Z'],
  ['2026-01-05T23:00:00+02:00', '2026-01-05T21:00:00.000Z'],
  ['2026-01-05T23:00:00-0530', '2026-01-06T04:30:00.000Z'],
  ['2026-01-05T23:00:00z', '2026-01-05T23:00:00.000Z'],
  ['2026-01-05T11:17:11:735', '2026-01-05T10:17:11.735Z'],
  ['2026-01-05T11:17:11.7', '2026-01-05T10:17:11.700Z'],
  ['2026-01-05T11:17:11,123456789', '2026-01-05T10:17:11.123Z'],
  ['2026-01-05T24:00:00', '2026-01-05T23:00:00.000Z'],
  ['2026-12-31T23:59:60Z', '2027-01-01T00:00:00.000Z'],
  ['2026-01-05', '2026-01-04T23:00:00.000Z'],
  // Summer time begins: this hour is on no clock. It ends: this hour comes twice, the first counts.
  ['2026-03-29T01:59:59', '2026-03-29T00:59:59.000Z'],
  ['2026-03-29T02:30:00', '2026-03-29T01:30:00.000Z'],
  ['2026-03-29T03:00:00', '2026-03-29T01:00:00.000Z'],
  ['2026-10-25T02:30:00', '2026-10-25T00:30:00.000Z'],
  ['2026-10-25T03:00:00', '2026-10-25T02:00:00.000Z'],
])('%s is %s in Berlin', (text, expected) => {
  expect(timeOf(text, berlin)?.toISOString()).toBe(expected)
})

test('a time is the same wherever it is read', () => {
  const here = process.env['TZ']
  process.env['TZ'] = 'Asia/Tokyo'
  try {
    expect(timeOf('2026-01-05T23:00:00', 'UTC')).toEqual(new Date('2026-01-05T23:00:00Z'))
    expect(timeOf('2026-01-05T23:00:00', 'America/New_York')).toEqual(
      new Date('2026-01-06T04:00:00Z'),
    )
    expect(['5.1.2026', '2026-13-05', ''].map((text) => timeOf(text, 'UTC'))).toEqual(
      Array(3).fill(undefined),
    )
  } finally {
    if (here === undefined) delete process.env['TZ']
    else process.env['TZ'] = here
  }
})

test('a day is no moment, and neither is midnight', () => {
  for (const text of ['2026-01-05', '2026-01-05T00:00:00', '2026-01-05T00:00:00Z', 'soon'])
    expect(momentOf(text, berlin)).toBeUndefined()
  expect(momentOf('2026-01-05T00:00:01', berlin)).toEqual(new Date('2026-01-04T23:00:01Z'))
})

test('days of two-digit years, and days after', () => {
  expect(['260105', '991231', '800101', '790101'].map(dayOfSixDigits)).toEqual([
    '2026-01-05',
    '1999-12-31',
    '1980-01-01',
    '2079-01-01',
  ])
  expect(['260230', '26010', '2601056', 'abcdef'].map(dayOfSixDigits)).toEqual(['', '', '', ''])
  expect([dayAfter('2026-12-31'), dayAfter('2026-03-01', -1)]).toEqual(['2027-01-01', '2026-02-28'])
  expect(dayAt('Pacific/Auckland', new Date('2026-01-05T12:00:00Z'))).toBe('2026-01-06')
})
