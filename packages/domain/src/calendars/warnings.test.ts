import { describe, expect, test } from 'vitest'
import { countryRules } from '../jurisdictions/index.ts'
import { calendarReach, isEstimatedAt, scheduleOf, systems } from './index.ts'

const all = countryRules.flatMap(({ code, currency, rails }) =>
  ['', ...rails.map(({ rail }) => rail)].map((rail) => ({ countryCode: code, rail, currency })),
)
const problems = (at: string, places: Parameters<typeof calendarReach>[0] = all) =>
  calendarReach(places, new Date(at)).flatMap(({ problem }) => (problem === '' ? [] : [problem]))

describe('an operator is warned', () => {
  test('not while all tables reach far enough', () => {
    expect(problems('2028-07-01T12:00:00Z')).toEqual([])
  })

  test('of each calendar with fewer than 180 days left', () => {
    const found = problems('2028-07-06T12:00:00Z')
    expect(found).toContain(
      'The calendar of SEPA_CREDIT of DE in EUR ends on 2028-12-31: days after it are found by weekends alone.',
    )
    // What is paid at any hour needs no calendar.
    expect(found.filter((text) => text.includes('SEPA_INSTANT'))).toEqual([])
  })

  test.each([
    [{ countryCode: 'CH', rail: '', currency: 'CHF' }, 'No calendar has banks of CH in CHF'],
    [{ countryCode: 'DE', rail: 'GIROCARD', currency: 'EUR' }, 'No calendar has GIROCARD of DE'],
  ])('of what no calendar has: %j', (place, problem) => {
    expect(problems('2026-11-28T12:00:00Z', [place])).toEqual([expect.stringContaining(problem)])
  })
})

describe('beyond its table', () => {
  test.each([
    ['SEPA_CREDIT', '2028-12-28T10:00:00Z', '2028-12-28', false],
    // It arrives in the next year.
    ['SEPA_CREDIT', '2028-12-29T10:00:00Z', '2028-12-29', true],
    ['SEPA_CREDIT', '2029-01-01T10:00:00Z', '2029-01-01', true],
    ['T2', '2028-12-29T10:00:00Z', '2028-12-29', false],
    ['SEPA_INSTANT', '2029-01-01T10:00:00Z', '2029-01-01', false],
    ['SEPA_CREDIT', '2024-12-25T10:00:00Z', '2024-12-25', true],
  ] as const)('%s at %s is on %s, estimated: %s', (rail, at, day, isEstimated) => {
    const schedule = scheduleOf(systems[rail], new Date(at))
    expect(schedule).toMatchObject({ executionDate: day, isEstimated })
    // Whoever has the moment alone reads the same.
    expect(isEstimatedAt(systems[rail], schedule.arrivesBy)).toBe(isEstimated)
  })
})
