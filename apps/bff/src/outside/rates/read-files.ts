import { readPerEuro } from '@corridor/domain'
import { parse } from 'csv-parse/sync'
import type { RateFile } from '../../ports/rates.ts'

export const ecbSource = 'European Central Bank'

/** A file that cannot be used; the message names the reason and nothing of its content. */
export class BadRates extends Error {
  override readonly name = 'BadRates'
}

const isDay = (text: string) =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`))

/** One day's entry of the file, as the bank itself shows how to read it: by its attributes. */
const ecbDay = /<Cube\s+time=(["'])([^"']*)\1/
const ecbRate = /<Cube\s+currency=(["'])([^"']*)\1\s+rate=(["'])([^"']*)\3/g

/**
 * Reads the daily reference rates, `eurofxref-daily.xml`: units of each currency for one euro.
 * https://www.ecb.europa.eu/stats/policy_and_exchange_rates/euro_reference_exchange_rates/
 * @throws BadRates
 */
export function readEcb(xml: string): RateFile {
  const day = ecbDay.exec(xml)?.[2] ?? ''
  const entries = [...xml.matchAll(ecbRate)].map(
    ([, , currency = '', , rate = '']) => [currency, rate] as const,
  )
  return checked({ source: ecbSource, day, entries })
}

/**
 * Reads rates from a table with the columns source, day, currency and perEuro; all of one source and
 * day. Blank lines and lines that begin with # are passed over.
 * @throws BadRates
 */
export function readTable(csv: string): RateFile {
  const rows = rowsOf(csv)
  const [first] = rows
  const { source = '', day = '' } = first ?? {}
  if (source.trim() === '') throw new BadRates('it names no source')
  if (rows.some((row) => row['source'] !== source || row['day'] !== day))
    throw new BadRates('it has more than one source or day')
  const entries = rows.map((row) => [row['currency'] ?? '', row['perEuro'] ?? ''] as const)
  return checked({ source, day, entries })
}

function rowsOf(csv: string): Record<string, string>[] {
  try {
    return parse(csv, {
      bom: true,
      columns: true,
      comment: '#',
      trim: true,
      skip_empty_lines: true,
    })
  } catch {
    throw new BadRates('it is not CSV')
  }
}

function checked(file: {
  source: string
  day: string
  entries: readonly (readonly [string, string])[]
}): RateFile {
  if (!isDay(file.day)) throw new BadRates('it names no day')
  if (file.entries.length === 0) throw new BadRates('it has no rates')
  const perEuro = readPerEuro(file.entries)
  if (!perEuro) throw new BadRates('one of its lines is no rate')
  return { source: file.source, day: file.day, perEuro }
}
