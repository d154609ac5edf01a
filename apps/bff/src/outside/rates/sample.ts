import { readFileSync } from 'node:fs'
import type { RateFile, Rates } from '../../ports/rates.ts'
import { dayOf, ratesOf } from './rates.ts'
import { readEcb, readTable } from './read-files.ts'

const textOf = (name: string) => readFileSync(new URL(`./${name}`, import.meta.url), 'utf8')

/**
 * The files that come with the program, for the sandbox alone: their rates are near those of their
 * time, and count as of the service's day, so that moving the clock does not make them stale.
 */
export function openSampleRates(shifts: () => Shifts = () => noShifts): Rates {
  const ecb = readEcb(textOf('eurofxref-daily.xml'))
  const sources: RateFile[] = [
    { ...ecb, source: `${ecb.source} (sample)` },
    readTable(textOf('indicative-rates.csv')),
  ]
  let made: { day: string; by: Shifts; files: RateFile[] } | undefined
  return ratesOf((at) => {
    const [day, by] = [dayOf(at), shifts()]
    if (made?.day !== day || made.by !== by)
      made = {
        day,
        by,
        files: sources.map((file) => ({ ...file, day, perEuro: shifted(file, by) })),
      }
    return made.files
  })
}

/** By how many basis points the worth of a currency was moved. */
export type Shifts = ReadonlyMap<string, number>
const noShifts: Shifts = new Map()

/** A currency that is worth more has fewer units for one euro. */
const shifted = ({ perEuro }: RateFile, by: Shifts): RateFile['perEuro'] =>
  new Map(
    [...perEuro].map(([currency, { numerator, denominator }]) => [
      currency,
      {
        numerator: numerator * 10_000n,
        denominator: denominator * BigInt(10_000 + (by.get(currency) ?? 0)),
      },
    ]),
  )
