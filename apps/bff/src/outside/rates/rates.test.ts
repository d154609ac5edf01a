import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { countryRules, rateText, toRate } from '@corridor/domain'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/support/database/database.ts'
import { readConfig } from '../../config/config.ts'
import { fetchRates } from './rate-fetcher.ts'
import { openKeptRates } from './kept.ts'
import { openRates } from './open.ts'
import type { Rates } from '../../ports/rates.ts'
import { BadRates, readEcb, readTable } from './read-files.ts'
import { openSampleRates } from './sample.ts'

const sample = readFileSync(new URL('./eurofxref-daily.xml', import.meta.url), 'utf8')
const rateOf = (rates: Rates, pair: readonly [string, string], at: string) => {
  const found = rates.midRate(...pair, new Date(at))
  return found.ok ? rateText(toRate(found.value.mid)) : found.failure
}

describe('files of rates', () => {
  test('the central bank’s file gives its day and all its currencies', () => {
    const file = readEcb(sample)
    expect(file).toMatchObject({ source: 'European Central Bank', day: '2026-11-20' })
    expect(file.perEuro.size).toBe(29)
    expect(file.perEuro.get('USD')).toEqual({ numerator: 11_520n, denominator: 10_000n })
    expect(readEcb(sample.replaceAll("'", '"')).perEuro.size).toBe(29)
  })

  test.each([
    ['no day', sample.replace(/time='[^']*'/, "time='yesterday'"), 'it names no day'],
    ['no rates', sample.replaceAll('currency=', 'money='), 'it has no rates'],
    ['a word for a number', sample.replace("rate='1.1520'", "rate='N/A'"), 'no rate'],
    ['nothing', '', 'it names no day'],
  ])('a file with %s is none', (_, xml, reason) => {
    expect(() => readEcb(xml)).toThrow(BadRates)
    expect(() => readEcb(xml)).toThrow(reason)
  })

  const table = (...lines: string[]) => ['source,day,currency,perEuro', ...lines].join('\n')
  test('a table names its own source', () => {
    const file = readTable(
      table('# pegged', 'Ours,2026-11-20,AED,4.23', 'Ours,2026-11-20,NGN,1700'),
    )
    expect(file).toMatchObject({ source: 'Ours', day: '2026-11-20' })
    expect([...file.perEuro.keys()]).toEqual(['AED', 'NGN'])
  })

  test.each([
    ['two sources', table('A,2026-11-20,AED,4', 'B,2026-11-20,NGN,5'), 'more than one source'],
    ['two days', table('A,2026-11-20,AED,4', 'A,2026-11-19,NGN,5'), 'more than one source or day'],
    ['no source', table(',2026-11-20,AED,4'), 'it names no source'],
    ['no lines', table(), 'it names no source'],
    ['a rate of nothing', table('A,2026-11-20,AED,0'), 'no rate'],
    ['broken quotes', table('A,2026-11-20,"AED,4'), 'it is not CSV'],
  ])('a table with %s is none', (_, csv, reason) => {
    expect(() => readTable(csv)).toThrow(reason)
  })
})

describe('the rates of the sandbox', () => {
  test('know every currency that the service pays, on any day', () => {
    const rates = openSampleRates()
    for (const at of ['2026-11-21T00:00:00Z', '2036-01-01T00:00:00Z'])
      for (const { currency } of countryRules) {
        const found = rates.midRate(currency, 'USDC', new Date(at))
        expect([currency, found.ok && found.value.asOf]).toEqual([currency, at.slice(0, 10)])
        expect(found.ok && found.value.source).toMatch(/sample|par/)
      }
  })
})

describe('the rates of live', () => {
  let db: TestDatabase
  let served = ''
  const files = mkdtempSync(join(tmpdir(), 'corridor-rates-'))
  const own = join(files, 'rates.csv')
  const server = createServer((_, answer) => answer.end(served))
  const log = pino({ level: 'silent' })
  beforeAll(async () => {
    db = await createTestDatabase()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  })
  afterAll(async () => {
    await db.close()
    server.close()
    rmSync(files, { recursive: true })
  })
  const url = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const fetched = async (xml: string) => {
    served = xml
    const config = readConfig({ DATA_DIR: files, RATES_URL: url() }, files)
    await fetchRates({ config, db })
  }
  const opened = async () => {
    const config = { ENVIRONMENT: 'live', RATES_FILE: own } as const
    const closers: (() => Promise<void> | void)[] = []
    const rates = await openRates({ config, db, log, wake: { written: () => undefined } }, closers)
    for (const close of closers) await close()
    return rates
  }

  test('are what was fetched and kept, and never the sample', async () => {
    expect(rateOf(await opened(), ['EUR', 'USD'], '2026-11-21T12:00:00Z')).toBe('NO_RATE')
    await fetched(sample.replace("rate='1.1520'", "rate='1.2'"))
    await fetched(sample)
    const rates = await opened()
    const found = rates.midRate('EUR', 'USD', new Date('2026-11-21T12:00:00Z'))
    expect(found).toMatchObject({ value: { source: 'European Central Bank', asOf: '2026-11-20' } })
    // The first file of a day stays: no quote changes under it.
    expect(rateOf(rates, ['EUR', 'USD'], '2026-11-21T12:00:00Z')).toBe('1.2')
  })

  test.each([
    ['2026-11-20T00:00:00Z', '1.2'],
    ['2026-11-24T23:59:59Z', '1.2'],
    ['2026-11-25T00:00:00Z', 'RATES_STALE'],
  ])('hold for four days: %s', async (at, expected) => {
    expect(rateOf(await opened(), ['EUR', 'USD'], at)).toBe(expected)
  })

  test('of currencies the bank does not quote come from the operator’s file', async () => {
    const at = '2026-11-21T00:00:00Z'
    expect(rateOf(await opened(), ['EUR', 'KES'], at)).toBe('NO_RATE')
    writeFileSync(own, 'source,day,currency,perEuro\nOurs,2026-11-19,KES,150\n')
    const kept = await openKeptRates({ config: { RATES_FILE: own }, db, log })
    expect(kept.midRate('USD', 'KES', new Date(at))).toMatchObject({
      value: { source: 'European Central Bank, Ours', asOf: '2026-11-19' },
    })
    await kept.stop()
  })

  test('stay as they were where what is served is no file', async () => {
    await expect(fetched('<html>Service unavailable</html>')).rejects.toThrow(BadRates)
    await expect(fetched('x'.repeat(300_000))).rejects.toThrow('it is too long')
    expect(rateOf(await opened(), ['EUR', 'USD'], '2026-11-21T12:00:00Z')).toBe('1.2')
  })
})
