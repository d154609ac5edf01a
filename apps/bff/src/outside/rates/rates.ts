import { fail, midRate } from '@corridor/domain'
import type { RateFile, Rates } from '../../ports/rates.ts'

/** Days that a file may be old: a weekend and a holiday on either side. */
export const staleAfterDays = 4
const dayMs = 86_400_000

/** The day of a moment in UTC, `2026-11-20`. */
export const dayOf = (at: Date): string => at.toISOString().slice(0, 10)

/** Rates of the files that hold at a moment; a rate that rests on an old one is refused. */
export function ratesOf(filesAt: (at: Date) => readonly RateFile[]): Rates {
  return {
    midRate: (from, to, at) => {
      const today = dayOf(at)
      const found = midRate(filesAt(at), from, to, today)
      if (!found.ok) return found
      const age = (Date.parse(today) - Date.parse(found.value.asOf)) / dayMs
      return age > staleAfterDays ? fail('RATES_STALE') : found
    },
  }
}
