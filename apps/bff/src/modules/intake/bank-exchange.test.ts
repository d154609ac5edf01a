import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createCounterpartBank } from '@corridor/banks/testing'
import { Client } from 'pg'
import pino from 'pino'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { sharedDatabase } from '../../../test/support/database/recycled.ts'
import { insertBookedTransfer } from '../../../test/support/money/ledger.ts'
import { readOperatorAccounts } from '../../outside/bank/accounts.ts'
import { createFileBooks } from '../../outside/bank/files-store.ts'
import { createKek } from '../../db/kek.ts'
import { bankExchange, type ExchangeParts } from './bank-exchange.ts'
import { noFaults } from '../../engine/faults.ts'
import type { LoopJob } from '../../engine/background-job.ts'
import type { TransferKey } from '../../ports/jobs.ts'

const accounts = readOperatorAccounts({ ENVIRONMENT: 'sandbox', BANK_FILES_DIR: '/none' })
const db = sharedDatabase()
let booked: Awaited<ReturnType<typeof insertBookedTransfer>>
beforeAll(async () => {
  booked = await insertBookedTransfer(db)
})

let folder: string
let deps: ExchangeParts
let alerts: string[]
let woken: TransferKey[]
let atMs: number
type Running = ReturnType<LoopJob['start']>
let loop: Running | undefined
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'corridor-exchange-'))
  alerts = []
  woken = []
  atMs = 0
  const kek = createKek(randomBytes(32), randomBytes)
  deps = {
    config: { BANK_RAIL: 'iso20022', BANK_FILES_DIR: folder, BANK_FILES_SECONDS: 60 },
    db,
    bankFiles: { books: createFileBooks({ db, kek, accounts }), accounts },
    random: randomBytes,
    faults: noFaults,
    log: pino({ level: 'error' }, { write: (line) => void alerts.push(line) }),
    wake: {
      on: () => () => undefined,
      onWritten: () => () => undefined,
      notify: () => undefined,
      written: () => undefined,
    },
    jobs: { runNow: (transfer) => void woken.push(transfer) },
    realTime: () => new Date(atMs),
  }
  return async () => {
    await loop?.stop()
    rmSync(folder, { recursive: true, force: true })
  }
})

const start = (isLeading = true) => {
  const client = isLeading ? new Client() : undefined
  const leader = { client: () => client, onElected: (listener: () => void) => listener() }
  loop = bankExchange(deps).start({ ...deps, leader })
  return loop
}
const order = (reference: string, name = 'Ada') =>
  deps.bankFiles.books.keepPayment({
    reference,
    countryCode: 'DE',
    rail: 'SEPA_CREDIT',
    currency: 'EUR',
    minor: 100n,
    scale: 2,
    beneficiary: { name, account: { bankIban: 'DE89370400440532013000' } },
    remittance: '',
  })
const written = () => readdirSync(join(folder, 'out'))
const pass = async (running: Running) => {
  running.kick()
  await new Promise((resolve) => setTimeout(resolve, 300))
}

test('who does not lead touches nothing', async () => {
  await pass(start(false))
  expect(readdirSync(folder)).toEqual([])
})

test('payments that wait leave when their time has come, in one file, and not before', async () => {
  const running = start()
  await vi.waitFor(() => expect(written()).toEqual([]))
  await pass(running)
  await order('a')
  await order('b')
  atMs = 59_999
  await pass(running)
  expect(written()).toEqual([])
  atMs = 60_000
  running.kick()
  await vi.waitFor(() => expect(written()).toHaveLength(1))
  await pass(running)
  expect(written()).toHaveLength(1)
})

test('the bank’s status wakes its transfer at once; a contradicting status raises an alert', async () => {
  const { books } = deps.bankFiles
  const { id: reference } = await db.asWorker((tx) =>
    tx
      .selectFrom('payout')
      .select('id')
      .where('transfer_id', '=', booked.transferId)
      .limit(1)
      .executeTakeFirstOrThrow(),
  )
  await order(reference)
  const running = start()
  const [name = ''] = await vi.waitFor(() => {
    expect(written()).toHaveLength(1)
    return written()
  })
  const bank = createCounterpartBank({ accounts })
  await bank.receive(readFileSync(join(folder, 'out', name), 'utf8'))
  const [report = ''] = bank.statusReports()
  writeFileSync(join(folder, 'in', 'status.xml'), report)
  running.kick()
  const { partnerId, transferId } = booked
  await vi.waitFor(() => expect(woken).toEqual([{ partnerId, transferId }]), { timeout: 5_000 })
  expect((await books.findPayment(reference))?.status).toBe('ACCEPTED')

  const payment = { reference, bankReference: '', code: '' }
  await books.recordStatuses('', [{ ...payment, status: 'REJECTED' }])
  await books.recordStatuses('', [{ ...payment, status: 'CONFIRMED' }])
  running.kick()
  await vi.waitFor(() => expect(alerts).toHaveLength(1))
  expect(JSON.parse(alerts[0] ?? '')).toMatchObject({
    alert: 'bank_contradiction',
    reference,
    status: 'REJECTED',
    contradiction: 'CONFIRMED',
  })
})

test('what was queued for a payee without a name is refused, and keeps back no other', async () => {
  const [named, unnamed] = [randomUUID(), randomUUID()]
  await order(unnamed, 'محمد علي')
  await order(named)
  start()
  await vi.waitFor(() => expect(written()).toHaveLength(1))
  const find = (reference: string) => deps.bankFiles.books.findPayment(reference)
  expect(await find(unnamed)).toMatchObject({
    status: 'REJECTED',
    code: 'BENEFICIARY_NAME_MISSING',
  })
  expect((await find(named))?.status).toBe('WRITTEN')
})
