import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { basename } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { parse } from 'csv-parse'

export type ListEntry = {
  reference: string
  isPerson: boolean
  /** The main name first, then aliases. */
  names: string[]
  /** Full dates, or a year or month alone: `1957`, `1957-03`. */
  birthDates: string[]
  /** ISO 3166 alpha-2, upper case. */
  countries: string[]
  /** Addresses on chains that belong to the entry, in lower case. */
  addresses: string[]
  program: string
}
export type SanctionsList = {
  name: string
  publishedAt: string
  /** Hash of the file: another content is another version. */
  version: string
  entries: ListEntry[]
}

/** Of the entries before, in percent: a list that loses more at once was most likely cut or mixed up. */
const shareMin = 80

/** @throws BadList where so many entries are gone that the list is rather a fault */
export function requireEntries(count: number, before: number): void {
  if (count * 100 < before * shareMin)
    throw new BadList(`it has ${count} entries, and the list before had ${before}`)
}

type Row = Record<string, string | undefined>

/** Columns that are read; the format has more, which may come in any order. */
const needed = ['id', 'name', 'aliases'] as const

/** A list that cannot be used; the message names the reason and nothing of its content. */
export class BadList extends Error {
  override readonly name = 'BadList'
}

/**
 * Reads a list in the layout `targets.simple.csv` of OpenSanctions: one row for each target, several
 * values of a column parted by semicolons. https://www.opensanctions.org/docs/bulk/csv/
 * @throws BadList where columns are missing or nothing is listed
 */
export async function readList(path: string, writtenAt: Date): Promise<SanctionsList> {
  const entries: ListEntry[] = []
  const datasets = new Map<string, number>()
  let publishedAt = ''
  const reader = parse({
    bom: true,
    columns: true,
    relax_column_count: true,
    skip_empty_lines: true,
  })
  const hash = createHash('sha256')
  const source = createReadStream(path)
  source.on('data', (bytes) => hash.update(bytes))
  await pipeline(source, reader, async (rows: AsyncIterable<Row>) => {
    for await (const row of rows) take(row)
  })
  if (entries.length === 0) throw new BadList('nothing is listed in it')
  return {
    name: nameOf(datasets) || basename(path),
    publishedAt: instant(publishedAt) ?? writtenAt.toISOString(),
    version: hash.digest('hex').slice(0, 16),
    entries,
  }

  function take(row: Row): void {
    if (entries.length === 0) requireColumns(row)
    const entry = entryOf(row)
    if (entry.names.length === 0) return
    entries.push(entry)
    const seen = row['last_seen'] ?? row['last_change'] ?? ''
    if (seen > publishedAt) publishedAt = seen
    const dataset = row['dataset'] ?? ''
    datasets.set(dataset, (datasets.get(dataset) ?? 0) + 1)
  }
}

function requireColumns(row: Row): void {
  const missing = needed.filter((name) => !Object.hasOwn(row, name))
  if (missing.length > 0) throw new BadList(`the columns ${missing.join(', ')} are missing`)
}

function entryOf(row: Row): ListEntry {
  return {
    reference: row['id'] ?? '',
    isPerson: row['schema'] === 'Person',
    names: [...new Set([row['name']?.trim() ?? '', ...values(row['aliases'])])].filter(Boolean),
    birthDates: values(row['birth_date']),
    countries: values(row['countries']).map((code) => code.toUpperCase()),
    addresses: [...values(row['identifiers']), row['name'] ?? ''].flatMap(addressIn),
    program: row['program_ids']?.trim() || row['sanctions']?.trim() || row['dataset']?.trim() || '',
  }
}

/** The column has registration numbers, too; a wallet of its own is named by its address. */
const addressIn = (text: string): string[] =>
  /^0x[\da-f]{40}$/i.test(text.trim()) ? [text.trim().toLowerCase()] : []

const values = (cell: string | undefined): string[] =>
  (cell ?? '')
    .split(';')
    .map((value) => value.trim())
    .filter(Boolean)

/** Many lists in one file are described by their number; one by its name. */
function nameOf(datasets: Map<string, number>): string {
  const [first, ...others] = [...datasets].sort((a, b) => b[1] - a[1]).map(([name]) => name)
  if (!first) return ''
  return others.length === 0 ? first : `${first} and ${others.length} more`
}

/** The format's times have no zone and are in UTC. */
export function instant(text: string): string | undefined {
  const time = Date.parse(/[zZ]|[+-]\d\d:\d\d$/.test(text) || text.length <= 10 ? text : `${text}Z`)
  return Number.isNaN(time) ? undefined : new Date(time).toISOString()
}
