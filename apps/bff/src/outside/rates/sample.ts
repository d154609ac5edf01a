import { readFileSync } from 'node:fs'
import type { RateFile, Rates } from '../../ports/rates.ts'
import { dayOf, ratesOf } from './rates.ts'
import { readEcb, readTable } from './read-files.ts'

const textOf = (name: string) => readFileSync(new URL(`./${name}`, import.meta.url), 'utf8')

/**
 * The files that come with the program, for the sandbox alone: their rates are near those of their
 * time, and count as of the service's day, so that moving the clock does not make them stale.
 */
export function openSampleRates(): Rates {
  const ecb = readEcb(textOf('eurofxref-daily.xml'))
  const sources: RateFile[] = [
    { ...ecb, source: `${ecb.source} (sample)` },
    readTable(textOf('indicative-rates.csv')),
  ]
  let today: RateFile[] = []
  return ratesOf((at) => {
    const day = dayOf(at)
    if (today[0]?.day !== day) today = sources.map((file) => ({ ...file, day }))
    return today
  })
}
