import type { Comparison } from '../../ports/screening.ts'
import type { ListEntry } from './list-file.ts'

/** Listed dates are often estimates, so a year to either side is still the same. */
export function compareBirth(
  date: string,
  { birthDates }: Pick<ListEntry, 'birthDates'>,
): Comparison {
  const year = yearOf(date)
  const listed = birthDates.map(yearOf).filter((known) => known !== undefined)
  if (year === undefined || listed.length === 0) return 'UNKNOWN'
  return listed.some((entry) => Math.abs(entry - year) <= 1) ? 'SAME' : 'DIFFERENT'
}

function yearOf(date: string): number | undefined {
  const digits = /^(\d{4})(?:-|$)/.exec(date)?.[1]
  return digits === undefined ? undefined : Number.parseInt(digits, 10)
}

/** Reported, never scored: people have several countries and lists know few of them. */
export function compareCountry(
  country: string,
  { countries }: Pick<ListEntry, 'countries'>,
): Comparison {
  if (country === '' || countries.length === 0) return 'UNKNOWN'
  return countries.includes(country.toUpperCase()) ? 'SAME' : 'DIFFERENT'
}
