import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FileBooks, NewEntry, PaymentFile } from '@corridor/banks'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sharedDatabase } from '../../../test/support/database/recycled.ts'
import { fileOf, order } from '../../../test/support/money/files/payment-files.ts'
import { readOperatorAccounts } from './accounts.ts'
import { createFileBooks } from './files-store.ts'
import { executionDayBy, type OutboxParts, sendPayments } from './outbox.ts'
import { createKek, type Kek } from '../../db/kek.ts'
import { noFaults } from '../../engine/faults.ts'

const db = sharedDatabase()
let kek: Kek
let books: FileBooks
let folder: string
beforeAll(async () => {
  kek = createKek(randomBytes(32), randomBytes)
})
beforeEach(async () => {
  books = createFileBooks({ db, kek, accounts: [] })
  folder = mkdtempSync(join(tmpdir(), 'corridor-bank-files-'))
  // Nothing waits from the test before.
  await books.writeFile(1_000, fileOf)
  for (const { messageId } of await books.unsentFiles()) await books.markSent(messageId)
  return () => rmSync(folder, { recursive: true, force: true })
})

/** Keeps so many orders, in this order. */
async function orders(count: number): Promise<string[]> {
  const references: string[] = []
  for (let i = 0; i < count; i += 1) {
    const { instruction } = await books.keepPayment(order())
    references.push(instruction.reference)
  }
  return references
}

describe('payments', () => {
  test('an order is one payment however often it is kept, and its texts are sealed', async () => {
    const instruction = order({ minor: 10n ** 20n })
    const first = await books.keepPayment(instruction)
    expect(first).toMatchObject({ instruction, status: 'QUEUED', messageId: '' })
    const again = { ...instruction, minor: 1n }
    expect(await books.keepPayment(again)).toEqual(first)
    expect(await books.findPayment(instruction.reference)).toEqual(first)
    expect(await books.findPayment(randomUUID())).toBeUndefined()
    await books.writeFile(1_000, fileOf)
    const { rows } = await db.asWorker((tx) =>
      sql<{ sealed: Buffer }>`select sealed_instruction as sealed from bank_file_payment
        union all select sealed_text from bank_file_out`.execute(tx),
    )
    expect(rows.map(({ sealed }) => sealed.toString('latin1')).join()).not.toMatch(/ES91|Ada|<x>/)
  })

  test('of several that write at the same time each payment is in one file', async () => {
    const references = await orders(60)
    const files: PaymentFile[] = []
    const writeAll = async () => {
      for (;;) {
        const file = await books.writeFile(7, fileOf)
        if (!file) return
        files.push(file)
      }
    }
    await Promise.all([writeAll(), writeAll(), writeAll(), writeAll()])
    const written = files.flatMap(({ batches }) => batches.flatMap((batch) => batch.references))
    expect(written.toSorted()).toEqual(references.toSorted())
    expect(await books.unsentFiles()).toEqual(expect.arrayContaining(files))
  })

  test.each<[string, typeof fileOf]>([
    [
      'fails',
      () => {
        throw new Error('no file')
      },
    ],
    ['leaves one out', (payments) => ({ ...fileOf(payments.slice(1)) })],
    ['names another', (payments) => ({ ...fileOf([...payments, order()]) })],
  ])('a file that %s takes none of its payments', async (_what, build) => {
    const [reference = ''] = await orders(2)
    await expect(books.writeFile(10, build)).rejects.toThrow(/file/)
    expect(await books.findPayment(reference)).toMatchObject({ status: 'QUEUED' })
  })
})

describe('what came in', () => {
  const sha256 = () => randomBytes(32).toString('hex')
  const fileIn = (hash: string) => ({
    name: 'a.xml',
    sha256: hash,
    kind: 'camt.054' as const,
    messageId: 'M',
    createdAt: new Date(0),
  })
  const entry = (entryId: string): NewEntry => ({
    entryId,
    kind: 'CREDIT',
    countryCode: 'DE',
    routingNumber: 'CRDRDE20XXX',
    accountNumber: 'DE89370400440532013000',
    currency: 'EUR',
    minor: 10n ** 19n,
    scale: 2,
    sender: { name: 'Ada', account: '' },
    reference: '',
    payoutReference: '',
    code: '',
    bookedOn: '1970-01-01',
    bookedFrom: new Date(0),
    moment: new Date(1_000),
    batchId: '',
  })

  test('an interrupted import is gone on with, and one that ended is known', async () => {
    const hash = sha256()
    const rest = { held: 0, aside: 0, reported: 0, unknown: 0, others: 0 }
    const counts = { entries: 2, booked: 1, repeated: 1, ...rest }
    expect(await books.beginImport(fileIn(hash))).toEqual({ isKnown: false })
    await books.book(hash, [entry(`${hash} 1`)])
    expect(await books.beginImport(fileIn(hash))).toEqual({ isKnown: false })
    await books.book(hash, [entry(`${hash} 1`), entry(`${hash} 2`)])
    await books.endImport(hash, counts, '')
    expect(await books.beginImport({ ...fileIn(hash), name: 'b.xml' })).toEqual({ isKnown: true })
    const row = await db.asWorker((tx) =>
      tx.selectFrom('bank_file_in').selectAll().where('sha256', '=', hash).executeTakeFirst(),
    )
    expect(row).toMatchObject({ name: 'a.xml', entries: 2, booked: 2 })
  })

  test('entries that several book at the same time are each there once, and a reader misses none', async () => {
    const ids = Array.from({ length: 1_300 }, (_, i) => `${randomUUID()} ${i}`)
    const hashes = await Promise.all(
      [1, 2, 3].map(async () => {
        const hash = sha256()
        await books.beginImport(fileIn(hash))
        return hash
      }),
    )
    const [before] = await lastPosition()
    const seen: bigint[] = []
    let isBooking = true
    const readOn = async () => {
      let at = BigInt(before ?? 0)
      for (;;) {
        const isLast = !isBooking
        const rows = await books.read(at, 200)
        seen.push(...rows.map(({ position }) => position))
        at = rows.at(-1)?.position ?? at
        if (isLast && rows.length === 0) return
      }
    }
    const given = [ids, ids.toReversed(), [...ids.slice(600), ...ids.slice(0, 600), ...ids]]
    const reading = readOn()
    const booked = await Promise.all(
      hashes.map((hash, i) => books.book(hash, (given[i] ?? []).map(entry))),
    )
    isBooking = false
    await reading
    expect(booked.reduce((sum, item) => sum + item.booked, 0)).toBe(ids.length)
    const first = BigInt(before ?? 0) + 1n
    expect(seen).toEqual(ids.map((_, i) => first + BigInt(i)))
    const [row] = await books.read(first - 1n, 1)
    expect(row?.entry).toMatchObject({ minor: 10n ** 19n, moment: new Date(1_000) })
  })

  const lastPosition = () =>
    db.asWorker(async (tx) => {
      const rows = await tx.selectFrom('bank_file_position').select('last').execute()
      return rows.map(({ last }) => last)
    })
})

describe('files into the folder', () => {
  const accounts = readOperatorAccounts({ ENVIRONMENT: 'sandbox', BANK_FILES_DIR: '/none' })
  const parts = (cutAt?: string): OutboxParts => ({
    db,
    bankFiles: { books, accounts },
    random: randomBytes,
    config: { BANK_FILES_DIR: folder },
    faults: cutAt
      ? {
          reach: (step, moment) => {
            if (`${step}:${moment}` === cutAt) throw new Error('cut off')
            return undefined
          },
        }
      : noFaults,
  })
  const lying = () => {
    const names = readdirSync(join(folder, 'out')).filter((name) => !name.startsWith('.'))
    return names.map((name) => readFileSync(join(folder, 'out', name), 'utf8'))
  }

  test.each([
    'bank_file_out:after_effect',
    'bank_file_out:before_commit',
    'bank_file_out:after_commit',
  ])(
    'cut off at %s, each payment lies there once, also when the bank has fetched it',
    async (at) => {
      const references = await orders(3)
      await expect(sendPayments(parts(at))).rejects.toThrow('cut off')
      expect(lying()).toEqual([])
      await Promise.all([sendPayments(parts()), sendPayments(parts()), sendPayments(parts())])
      const [text = '', ...others] = lying()
      expect(others).toEqual([])
      const ids = [...text.matchAll(/<EndToEndId>(.*?)</g)].map(([, id]) => id)
      expect(ids).toHaveLength(references.length)
      expect(new Set(ids)).toEqual(
        new Set(references.map((reference) => reference.replaceAll('-', ''))),
      )
      rmSync(join(folder, 'out'), { recursive: true })
      expect(await sendPayments(parts())).toEqual([])
      expect(readdirSync(folder)).toEqual([])
    },
  )

  test('an order is for a business day of the account that pays', async () => {
    await orders(1)
    await sendPayments(parts())
    const [text = ''] = lying()
    const [made = '', wanted] = ['CreDtTm', 'Dt'].map(
      (name) => new RegExp(`<${name}>(.*?)<`).exec(text)?.[1],
    )
    const day = executionDayBy([])(order(), new Date(made))
    expect(wanted).toBe(day)
    expect(['0', '6']).not.toContain(String(new Date(day).getUTCDay()))
  })

  test.each([
    ['SEPA_CREDIT', 'DE', 'EUR', '2026-11-29T00:05:00Z', '2026-11-30'],
    ['', 'DE', 'EUR', '2026-11-29T00:05:00Z', '2026-11-30'],
    ['A_RAIL_OF_TOMORROW', 'DE', 'EUR', '2026-11-29T00:05:00Z', '2026-11-30'],
    ['SEPA_INSTANT', 'DE', 'EUR', '2026-11-29T00:05:00Z', '2026-11-29'],
    ['ACH', 'US', 'USD', '2026-11-26T18:00:00Z', '2026-11-27'],
    ['FEDWIRE', 'US', 'USD', '2026-11-30T03:00:00Z', '2026-11-30'],
    ['UAEFTS', 'AE', 'AED', '2026-11-27T08:30:00Z', '2026-11-30'],
    ['', 'ZZ', 'XTS', '2026-11-29T00:05:00Z', '2026-11-29'],
  ])('an order by "%s" in %s (%s) at %s is for %s', (rail, countryCode, currency, at, day) => {
    expect(executionDayBy([])({ rail, countryCode, currency }, new Date(at))).toBe(day)
  })

  test.each([
    ['2026-11-27T12:59:00Z', 'SEPA_CREDIT', 'DE', '2026-11-27'],
    ['2026-11-27T13:00:00Z', 'SEPA_CREDIT', 'DE', '2026-11-30'],
    ['2026-11-27T13:00:00Z', 'SEPA_CREDIT', 'ES', '2026-11-27'],
    // What is paid at any hour has no cut-off, and no bank makes the rail's later.
    ['2026-11-28T20:00:00Z', 'SEPA_INSTANT', 'DE', '2026-11-28'],
    ['2026-11-27T14:30:00Z', 'SEPA_CREDIT', 'FR', '2026-11-30'],
  ])('at %s a bank’s own cut-off puts %s of %s on %s', (at, rail, countryCode, day) => {
    const cutOffs = [
      { country_code: 'DE', currency: 'EUR', cut_off: '14:00', zone: '' },
      { country_code: 'FR', currency: 'EUR', cut_off: '17:00', zone: 'Europe/Paris' },
    ]
    const asked = { rail, countryCode, currency: 'EUR' }
    expect(executionDayBy(cutOffs)(asked, new Date(at))).toBe(day)
  })

  test('what it wrote is reported, with its sums', async () => {
    await orders(2)
    const [file, ...others] = await sendPayments(parts())
    expect(others).toEqual([])
    expect(file).toMatchObject({ payments: 2, controlSum: '246.90' })
    expect(file?.path).toBe(join(folder, 'out', file?.name ?? ''))
    expect(readFileSync(file?.path ?? '', 'utf8')).toContain(`<MsgId>${file?.messageId}</MsgId>`)
  })
})
