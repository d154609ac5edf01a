import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type CounterpartBank, createCounterpartBank } from '@corridor/banks/testing'
import { parseExecutionId } from '@corridor/domain'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { bankCommands } from '../src/admin/bank.ts'
import type { Site } from '../src/admin/base/site.ts'
import { checkBanks } from '../src/modules/intake/bank-check.ts'
import { listHalts, resumePayouts } from '../src/records/ledger/halts.ts'
import {
  type BankParties,
  bankParties,
  payBank,
  startBank,
} from './support/money/bank-transfers.ts'
import { type AnyBody, type Bff, startBff } from './support/process/bff.ts'
import { isFull } from './support/process/tiers.ts'
import { jurisdictionOf } from './support/people/customers.ts'
import { fundingPath, openFunding } from './support/money/funding.ts'
import { expectConsistent } from './support/money/invariants.ts'
import { type FilePaymentIds, statusReports } from './support/money/files/status-reports.ts'
import { routeDeposits } from './support/money/payin-deposits.ts'
import { aRoute, type MadeRoute } from './support/money/payin-routes.ts'
import { transferPath } from './support/money/wallets.ts'

vi.setConfig({ testTimeout: 60_000 })

const entries = isFull ? 500 : 120
const transfers = isFull ? 15 : 6
const strays = 10
/** Credits on an account whose money is forwarded to Spain automatically. */
const routed = isFull ? 15 : 6
const payouts = transfers + routed

let bff: Bff
let folder: string
let bank: CounterpartBank
let parties: BankParties
let accounts: AnyBody[]
let route: MadeRoute
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'corridor-bank-day-'))
  bff = await startBff({
    BANK_RAIL: 'iso20022',
    BANK_FILES_DIR: folder,
    // Files are written when they are asked for, so that the day has one.
    BANK_FILES_SECONDS: '86400',
  })
  bank = createCounterpartBank({ accounts: bff.deps.bankFiles.accounts })
  parties = await bankParties(bff)
  const germany = await jurisdictionOf(bff, 'DE')
  accounts = await Promise.all([1, 2].map(() => openFunding(bff, germany.id)))
  route = await aRoute(bff, { from: 'DE', to: 'ES' })
})
afterAll(async () => {
  await bff.close()
  rmSync(folder, { recursive: true, force: true })
})

/** A command as it works beside the server that runs. */
async function command(name: keyof typeof bankCommands, options = {}): Promise<AnyBody> {
  const found = bankCommands[name]
  if (!('onSite' in found)) throw new Error('the command needs no site')
  const site = { ...bff.deps, published: () => bff.deps.wake.notify('events') }
  return found.onSite(site as unknown as Site, options)
}

/** The bank puts files into the folder; gives their names when they have been taken in. */
async function deliver(kind: string, texts: readonly string[]): Promise<string[]> {
  const names = texts.map((text, i) => {
    const name = `${kind}-${i}.xml`
    writeFileSync(join(folder, `${name}.part`), text)
    renameSync(join(folder, `${name}.part`), join(folder, 'in', name))
    return name
  })
  bff.deps.wake.notify('bank')
  await vi.waitFor(
    () => {
      const seen = readdirSync(join(folder, 'in', 'done'))
      for (const name of names) expect(seen).toContain(name)
    },
    { timeout: 20_000, interval: 50 },
  )
  return names
}

const credit = (account: AnyBody, entryId: string, minor: bigint, change: object = {}) =>
  bank.credit({
    entryId,
    countryCode: 'DE',
    routingNumber: account.bank_routing_number,
    accountNumber: account.bank_account_number,
    currency: 'EUR',
    minor,
    scale: 2,
    sender: { name: 'Ada Okonkwo', account: 'DE89370400440532013000' },
    reference: '',
    ...change,
  })

const states = () =>
  bff.deps.db.asWorker(async (tx) => {
    const { rows } = await sql<{ state: string; count: string }>`
      select state, count(*) as count from bank_entry group by state`.execute(tx)
    return Object.fromEntries(rows.map(({ state, count }) => [state, Number(count)]))
  })

const statusOf = async (executionId: string) =>
  (await bff.get(`${transferPath}/${executionId}`)).body.data.status

/** What the ledger says lies at the banks of each country, in minor units. */
const inLedger = () =>
  bff.deps.db.asWorker(async (tx) => {
    const { rows } = await sql<{ balance: bigint }>`
      select sum(case when p.debit_account = a.id then p.amount else -p.amount end) as balance
      from ledger_account a join posting p on p.partner_id = a.partner_id
        and a.id in (p.debit_account, p.credit_account) and p.kind in ('single', 'post')
      where a.kind = 'bank' group by a.owner`.execute(tx)
    return new Set(rows.map(({ balance }) => balance))
  })

/** The closing balance of a statement, in minor units. */
function closingOf(statement: string): bigint {
  const balance = statement.match(/<Bal>(?:(?!<\/Bal>).)*CLBD.*?<\/Bal>/s)?.[0] ?? ''
  const minor = BigInt(/<Amt[^>]*>([^<]*)/.exec(balance)?.[1]?.replace('.', '') ?? '')
  return balance.includes('DBIT') ? -minor : minor
}

const between = (text: string, tag: string) => text.split(`<${tag}>`)[1]?.split('<')[0]

test('a bank day by files: credits twice, one payment file, answers, the day closed', async () => {
  const started = []
  for (let i = 0; i < transfers; i += 1) started.push(await startBank(bff, parties))
  const executions = started.map(({ executionId }) => executionId)

  // Morning: the bank notifies of hundreds of credits.
  for (const [i, { depositAccount: to, quote }] of started.entries())
    credit(to, `transfer ${i}`, BigInt(Math.round(quote.inAmount.amount * 100)), {
      routingNumber: to.bankBic,
      accountNumber: to.bankIban,
      reference: `please ${to.reference}`,
    })
  for (let i = 0; i < strays; i += 1)
    credit(accounts[0].depositAccountInfo, `stray ${i}`, 1_000n + BigInt(i), {
      accountNumber: 'DE02120300000000202051',
      reference: 'no idea',
    })
  const { body: taking } = await bff.get(`${fundingPath}/${route.fundingAccountId}`)
  for (let i = 0; i < routed; i += 1)
    credit(taking.data.depositAccountInfo, `routed ${i}`, 20_000n + BigInt(i))
  for (let i = payouts + strays; i < entries; i += 1)
    credit(accounts[i % 2].depositAccountInfo, `deposit ${i}`, 5_000n + BigInt(i))
  const [notification = '', ...more] = bank.notifications()
  expect(more).toEqual([])
  const [name = ''] = await deliver('camt.054', [notification])
  const file = join(folder, 'in', 'done', name)
  const again = await command('bank import', { file })
  expect(again).toMatchObject({
    kind: 'camt.054',
    isKnown: true,
    entries,
    booked: 0,
    repeated: entries,
  })
  await vi.waitFor(
    async () => expect(await states()).toEqual({ DEPOSIT: entries - strays, UNMATCHED: strays }),
    { timeout: 30_000, interval: 100 },
  )
  expect(await command('bank unmatched')).toHaveLength(strays)

  // Noon: what is to be paid leaves in one file.
  await vi.waitFor(async () => expect((await command('bank files')).queued).toBe(payouts), {
    timeout: 20_000,
    interval: 100,
  })
  const { files } = await command('payouts export')
  expect(files).toHaveLength(1)
  expect((await command('bank export')).files).toEqual([])
  const payments = readFileSync(files[0].path, 'utf8')
  const ordered = await bff.deps.db.asWorker((tx) =>
    tx.selectFrom('payout').select(['id', 'amount', 'uetr']).execute(),
  )
  const total = ordered.reduce((sum, { amount }) => sum + amount, 0n)
  expect(between(payments, 'NbOfTxs')).toBe(String(payouts))
  expect(between(payments, 'CtrlSum')?.replace('.', '')).toBe(String(total))
  const uetrs = [...payments.matchAll(/<UETR>([^<]+)/g)].map(([, uetr = '']) => uetr)
  expect(uetrs.toSorted()).toEqual(ordered.map(({ uetr }) => uetr).toSorted())
  // Debtor, whom it is paid for, and payee: each has town and country.
  const countOf = (form: RegExp) => payments.match(form)?.length ?? 0
  expect(countOf(/<TwnNm>[^<]+<\/TwnNm>/g)).toBe(countOf(/<Dbtr>/g) + 2 * payouts)
  expect(files[0]).toMatchObject({ payments: payouts, controlSum: between(payments, 'CtrlSum') })

  // Evening: the bank answers, and closes the day with statements that repeat all of it.
  await bank.receive(payments)
  await deliver('pain.002', bank.statusReports())
  const statements = bank.statements()
  await deliver('camt.053', statements)
  await vi.waitFor(
    async () => {
      const now = await Promise.all(executions.map(statusOf))
      expect(new Set(now)).toEqual(new Set(['COMPLETED']))
      const forwarded = await routeDeposits(bff, route.teleportId)
      expect(forwarded.map(({ status }) => status)).toEqual(
        Array.from({ length: routed }, () => 'FORWARDED'),
      )
    },
    { timeout: 20_000, interval: 200 },
  )
  expect(await states()).toEqual({ DEPOSIT: entries - strays, UNMATCHED: strays })
  const { in: taken } = await command('bank files')
  expect(taken).toHaveLength(2 + statements.length)
  expect(taken.map((read: AnyBody) => read.problem)).toEqual(taken.map(() => ''))
  expect(taken.filter((read: AnyBody) => read.kind === 'camt.053')).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ entries, booked: 0, repeated: entries }),
      expect.objectContaining({ entries: payouts, reported: payouts, unknown: 0 }),
    ]),
  )
  expect(await inLedger()).toEqual(new Set(statements.map(closingOf)))
  await expectConsistent(bff)
  expect(await checkBanks(bff.deps)).toEqual([])

  // The next day: the owner of a stray one is found.
  const [first] = await command('bank unmatched')
  const { fundingAccountId } = accounts[1]
  const given = { entry: first.entryId, funding: fundingAccountId, reason: 'the payer called' }
  expect(await command('bank assign', given)).toMatchObject({
    state: 'DEPOSIT',
    depositId: expect.stringMatching(/^dep_/),
  })
  await expect(command('bank assign', given)).rejects.toThrow('No unassigned entry')
  expect(await command('bank unmatched')).toHaveLength(strays - 1)
  expect(await inLedger()).toEqual(new Set(statements.map(closingOf)))
  await expectConsistent(bff)

  // Its statements close with less than is known, until the bank sends them again.
  const next = bank.statements()
  const wrong = next.map((text) => text.replace(/(CLBD.*?<Amt[^>]*>)[^<]*/s, '$10.01'))
  await deliver('wrong', wrong)
  const halts = () => bff.deps.db.asWorker(listHalts)
  const found = [expect.stringContaining('EUR in DE'), expect.stringContaining('EUR in ES')]
  expect(await checkBanks(bff.deps)).toEqual(found)
  expect(await checkBanks(bff.deps)).toEqual(found)
  expect(await halts()).toMatchObject([{ asset: 'EUR', problems: found }])
  await deliver('right', next)
  expect(await checkBanks(bff.deps)).toEqual([])
})

describe('what the bank reports of payments', () => {
  const report = statusReports()
  type Payment = FilePaymentIds & { executionId: string }

  /** Payments to the bank, each of its own transfer, in the file that was just written. */
  async function sent(count: number): Promise<Payment[]> {
    await bff.deps.db.asWorker((tx) => resumePayouts(tx, 'EUR'))
    const executions: string[] = []
    for (let i = 0; i < count; i += 1) executions.push(await payBank(bff, parties))
    await vi.waitFor(async () => expect((await command('bank files')).queued).toBe(count), {
      timeout: 20_000,
      interval: 100,
    })
    await command('payouts export')
    const rows = await bff.deps.db.asWorker((tx) =>
      tx
        .selectFrom('bank_file_payment as f')
        .innerJoin('payout as p', (on) => on.on(sql<boolean>`p.id::text = f.reference`))
        .select(['p.transfer_id', 'f.reference', 'f.message_id', 'f.batch_id'])
        .where('f.status', '=', 'WRITTEN')
        .execute(),
    )
    return executions.map((executionId) => {
      const row = rows.find(({ transfer_id: id }) => id === parseExecutionId(executionId)?.id)
      return {
        executionId,
        endToEndId: row?.reference.replaceAll('-', '') ?? '',
        messageId: row?.message_id ?? '',
        batchId: row?.batch_id ?? '',
      }
    })
  }

  const read = async (executionId: string): Promise<AnyBody> =>
    (await bff.get(`${transferPath}/${executionId}`)).body.data
  const stepOf = async (executionId: string): Promise<string> =>
    (await read(executionId)).details.find(({ name }: AnyBody) => name === 'payout_confirmed').error
  const historyOf = async (executionId: string): Promise<AnyBody[]> =>
    (await bff.get(`${transferPath}/${executionId}/timeline`)).body.data.bankStatuses
  const until = (check: () => Promise<void>) =>
    vi.waitFor(check, { timeout: 20_000, interval: 100 })

  test('ends a transfer, or waits, or asks a person; its words stand in the timeline', async () => {
    const [nameless, canceled, narrated, paid, unpaid] = (await sent(5)) as [
      Payment,
      Payment,
      Payment,
      Payment,
      Payment,
    ]
    await deliver('first', [
      report(nameless, 'RJCT', 'AC04', { name: '' }),
      report(canceled, 'CANC', 'CUST'),
      report(narrated, 'PDNG', 'NARR', { text: 'A holiday in Spain.' }),
      report(paid, 'PATC', 'NARR', { text: 'A second signature is missing.' }),
      report(unpaid, 'RJCT', 'AM05'),
    ])
    await until(async () => {
      const { status, failure, allowedActions } = await read(nameless.executionId)
      expect([status, failure?.code, failure?.retryable]).toEqual([
        'FAILED',
        'BENEFICIARY_ACCOUNT_CLOSED',
        true,
      ])
      expect(allowedActions).toEqual(['retry', 'refund'])
    })
    await until(async () => {
      const { status, failure } = await read(canceled.executionId)
      expect([status, failure?.code, failure?.retryable]).toEqual([
        'REFUNDING',
        'RAIL_REJECTED',
        false,
      ])
    })
    const { body } = await bff.get('/api/v1/xfer/utility/webhook/events?limit=200')
    const ended = body.data.find(
      ({ eventObject }: AnyBody) =>
        eventObject.executionId === canceled.executionId && eventObject.status === 'REFUNDING',
    )
    expect(ended.eventObject.bankStatus).toMatchObject({
      status: 'CANC',
      reasons: [{ code: 'CUST', texts: [] }],
    })
    await until(async () =>
      expect(await stepOf(narrated.executionId)).toBe(
        'The bank is still checking the payment (PDNG; NARR A holiday in Spain.).',
      ),
    )
    expect((await read(narrated.executionId)).status).toBe('PROCESSING')
    expect(await historyOf(canceled.executionId)).toMatchObject([
      { status: 'CANC', effect: 'CANCELED', scope: 'PAYMENT', messageId: 'C2' },
    ])

    // A reason in words alone says nothing about another try.
    await deliver('second', [report(narrated, 'RJCT', 'NARR', { text: 'Ask your adviser.' })])
    await until(async () =>
      expect((await read(narrated.executionId)).failure).toMatchObject({ retryable: false }),
    )

    // Both wait for a person; what is a copy may have been paid as the first.
    const listed: AnyBody[] = await command('bank attention')
    expect(listed.map(({ endToEndId, status }) => [endToEndId, status])).toEqual([
      [paid.endToEndId, 'PATC'],
      [unpaid.endToEndId, 'RJCT'],
    ])
    expect((await command('bank files')).attention).toBe(2)
    const settle = (payment: Payment, as: string) =>
      command('bank settle-status', { payment: payment.endToEndId, as, reason: 'the bank called' })
    await expect(settle(narrated, 'PAID')).rejects.toThrow('nothing of this payment')
    await expect(settle({ ...paid, endToEndId: 'none' }, 'PAID')).rejects.toThrow('No payment')
    await settle(paid, 'PAID')
    await settle(unpaid, 'NOT_PAID')
    await expect(settle(unpaid, 'PAID')).rejects.toThrow('nothing of this payment')
    await until(async () => expect((await read(paid.executionId)).status).toBe('COMPLETED'))
    await until(async () => expect((await read(unpaid.executionId)).status).toBe('REFUNDING'))
    expect(await command('bank attention')).toEqual([])
    await expect(command('bank statuses', { payment: 'none' })).rejects.toThrow('No payment')
    const { statuses } = await command('bank statuses', { payment: unpaid.endToEndId })
    expect(statuses).toMatchObject([
      { status: 'RJCT', effect: 'ATTENTION', reasons: [{ code: 'AM05' }] },
      { status: 'NOT_PAID', effect: 'REJECTED', reasons: [{ texts: ['the bank called'] }] },
    ])
    const { body: timeline } = await bff.get(`${transferPath}/${paid.executionId}/timeline`)
    expect(timeline.data.audit).toContainEqual(
      expect.objectContaining({ action: 'bank_payment.settle', reason: 'the bank called' }),
    )

    // What is booked already is not given back, whatever is reported or decided.
    await deliver('third', [report(paid, 'CANC', 'CUST'), report(paid, 'BLCK', 'NARR')])
    await until(async () => expect(await command('bank attention')).toHaveLength(1))
    await expect(settle(paid, 'NOT_PAID')).rejects.toThrow('has booked this payment')
    expect((await command('bank files')).contradicted[0]).toMatchObject({
      endToEndId: paid.endToEndId,
      thenReported: 'REJECTED',
    })
    expect((await read(paid.executionId)).status).toBe('COMPLETED')
    await settle(paid, 'PAID')

    // Of payments that nobody ordered a person reads.
    const nobody = { ...paid, messageId: 'X1', batchId: 'X1-1', endToEndId: 'THEIRS' }
    await deliver('fourth', [report(nobody, 'RJCT', 'AC04')])
    const [latest] = (await command('bank files')).in
    expect(latest).toMatchObject({ reported: 0, unknown: 1 })
    expect(latest.problem).toContain('X1, X1-1, THEIRS')
    await expectConsistent(bff)
  })
})
