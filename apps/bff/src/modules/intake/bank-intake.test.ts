import { formatId, parseId } from '@corridor/domain'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type AnyBody, ownBff } from '../../../test/support/process/bff.ts'
import { fundingPath, openFunding } from '../../../test/support/money/funding.ts'
import { expectConsistent } from '../../../test/support/money/invariants.ts'
import { accountIn, aParty, type Side } from '../../../test/support/money/ordinary.ts'
import { readTransfer, started } from '../../../test/support/money/ordinary-flow.ts'
import { jurisdictionOf } from '../../../test/support/people/customers.ts'
import { openAccount } from '../accounts/external/secrets.ts'
import { findAccountOfAny } from '../accounts/external/store.ts'
import {
  findDeposit,
  payTo,
  resolveDeposit,
  untilDeposit,
} from '../../../test/support/money/payin-deposits.ts'
import { aRoute, createRoute, toggleRoute } from '../../../test/support/money/payin-routes.ts'
import { lockTransfers } from '../../records/transfers/store.ts'
import { takeIn, takeInDue } from './bank-intake.ts'
import { keepEntries } from './bank-store.ts'
import { now } from '../../db/open.ts'
import { setShift } from '../../outside/rates/store.ts'
import { advanceClock } from '../sandbox/clock.ts'
import { until } from '../../../test/support/money/wallets.ts'

const bff = ownBff()
let serial = 0
/** The first of two payments for one transfer. */
const paidTwice = 3

type Paid = {
  routingNumber: string
  accountNumber: string
  minor: bigint
  reference?: string
  currency?: string
  scale?: number
}

/** A customer's accounts and what is paid into them, the same each time. */
async function aDay(): Promise<Paid[]> {
  const [open, shut] = [
    await aRoute(bff, { from: 'DE', to: 'ES' }),
    await aRoute(bff, { from: 'DE', to: 'ES' }),
  ]
  await toggleRoute(bff, shut.teleportId, 'inactive')
  const [routed, closed] = [
    await infoOf(open.fundingAccountId),
    await infoOf(shut.fundingAccountId),
  ]
  const [from, to]: Side[] = [await aParty(bff, 'DE'), await aParty(bff, 'ES')]
  const { depositAccount } = await started(bff, from as Side, to as Side)
  const own = { ...placeOf(depositAccount), minor: 10_000n, reference: depositAccount.reference }
  return [
    { ...routed, minor: 10_000n },
    { ...closed, minor: 20_000n },
    // Less than a deposit may be.
    { ...routed, minor: 50n },
    own,
    // The transfer has its money by then.
    own,
    { ...routed, minor: 30_000n },
    { ...routed, accountNumber: 'DE00 nobody', minor: 700n },
  ]
}

const placeOf = (account: AnyBody) => ({
  routingNumber: account.bankRoutingNumber || account.bankBic,
  accountNumber: account.accountNumber || account.bankIban,
})

async function infoOf(fundingAccountId: string) {
  const { body } = await bff.get(`${fundingPath}/${fundingAccountId}`)
  const { bank_routing_number, bank_account_number } = body.data.depositAccountInfo
  return { routingNumber: bank_routing_number, accountNumber: bank_account_number }
}

/** Is stored and not due, so that the instance's own watcher leaves it alone. */
async function keep(day: readonly Paid[], booked?: Date): Promise<string[]> {
  const bookedAt = booked ?? (await bff.deps.db.asWorker(now))
  const entries = day.map(({ reference = '', minor, currency = 'EUR', scale = 2, ...account }) => ({
    ...account,
    entryId: `intake ${String((serial += 1)).padStart(4, '0')}`,
    position: '',
    kind: 'CREDIT' as const,
    countryCode: 'DE',
    currency,
    minor,
    scale,
    sender: { name: 'Ada Okonkwo', account: '' },
    reference,
    payoutReference: '',
    code: '',
    bookedOn: bookedAt.toISOString().slice(0, 10),
    bookedFrom: bookedAt,
    moment: bookedAt,
    batchId: '',
  }))
  const ids = entries.map(({ entryId }) => entryId)
  await bff.deps.db.asWorker(async (tx) => {
    await keepEntries(tx, 'test', entries)
    await setDue(tx, ids, '1 hour')
  })
  return ids
}

const setDue = (tx: Parameters<typeof keepEntries>[0], ids: readonly string[], later: string) =>
  sql`update bank_entry set due_at = service_now() + ${later}::interval
    where entry_id = any(${ids}::text[])`.execute(tx)

const look = async <R>(query: (id: string) => ReturnType<typeof sql<R>>, id: string) =>
  (await bff.deps.db.asWorker((tx) => query(id).execute(tx))).rows

/** All that is on record of an entry, with nothing in it that is another each time. */
async function recordOf(entryId: string): Promise<AnyBody> {
  const [entry] = await look<AnyBody>(
    (id) => sql`select e.state, e.problem, to_jsonb(d) as deposit, to_jsonb(t) as transfer
      from bank_entry e left join deposit d on d.bank_entry = e.entry_id
      left join transfer t on t.id = d.transfer_id where e.entry_id = ${id}`,
    entryId,
  )
  const { deposit, transfer } = entry
  const written = {
    deposit: deposit ? formatId('dep', deposit.id) : 'none',
    transfer: transfer ? formatId('exec', transfer.id) : 'none',
  }
  const events = await look<AnyBody>(
    (id) => sql`select category, type, status, object, subject_kind, subject_version from event
      where subject_id = ${id} order by position`,
    written.deposit,
  )
  const eventsOfTransfer = await look<AnyBody>(
    (id) => sql`select category, type, status, object, subject_kind, subject_version from event
      where subject_id = ${id} order by position`,
    written.transfer,
  )
  const audited = await look<AnyBody>(
    (id) => sql`select action, actor_type, actor_id, object_kind, before, after, reason, request_id
      from audit where object_id = ${id} order by id`,
    written.transfer,
  )
  const steps = await look<AnyBody>(
    (id) => sql`select name, status, attempt, error, expected_by is null as is_open,
      started_at is null as is_unstarted, reference = '' as is_bare
      from transfer_step where transfer_id = ${id} order by ordinal`,
    transfer?.id ?? '00000000-0000-0000-0000-000000000000',
  )
  const postings = await look<AnyBody>(
    (id) => sql`select g.step, p.code, p.kind, p.asset, p.amount, a.kind as debit, c.kind as credit
      from posting_group g
      join posting p on p.partner_id = g.partner_id and p.group_id = g.id
      join ledger_account a on a.partner_id = p.partner_id and a.id = p.debit_account
      join ledger_account c on c.partner_id = p.partner_id and c.id = p.credit_account
      where g.transfer_id::text = any(string_to_array(${id}, ' ')) order by g.step, p.code`,
    `${deposit?.id ?? ''} ${transfer?.id ?? ''}`,
  )
  const text = JSON.stringify(
    { entry, events, eventsOfTransfer, audited, steps, postings },
    (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value),
  )
  return JSON.parse(
    text
      .replaceAll(/(dep|exec|tele|acc|ent|fund|par|req)_[0-9a-z]{26}/g, '$1_')
      .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'uuid')
      .replaceAll(/\d{4}-\d\d-\d\d[T ][0-9:.]+(Z|[+-]\d\d(:?\d\d)?)?/g, 'time')
      .replaceAll(/intake \d+|CR[0-9A-Z]{10,}|CRDR[0-9A-Z]+|DE\d{20}|ES\d{22}/g, 'number')
      .replaceAll(/[\w.+-]+@[\w.-]+/g, 'email')
      .replaceAll(/Q-\d+/g, 'Q'),
  )
}

const isOver = (record: AnyBody): boolean =>
  !['SCREENING', 'FORWARDING', 'RECEIVED'].includes(record.entry.deposit?.status ?? '') &&
  record.entry.state !== 'NEW'

async function recordsOf(ids: readonly string[]): Promise<AnyBody[]> {
  await expect
    .poll(async () => (await Promise.all(ids.map(recordOf))).every(isOver), { timeout: 20_000 })
    .toBe(true)
  return Promise.all(ids.map(recordOf))
}

/** Names are drawn anew for each customer. */
const own = new Set(['from_party', 'to_party', 'search_text', 'request_hash', 'quote', 'rate'])

const unnamed = (records: AnyBody[]): AnyBody[] =>
  records.map(({ entry, ...rest }) => ({
    ...rest,
    state: entry.state,
    problem: entry.problem,
    deposit: entry.deposit,
    transfer: Object.entries(entry.transfer ?? {}).filter(([name]) => !own.has(name)),
  }))

test('entries taken in together leave the same records as each taken in alone', async () => {
  const [alone, together] = [await keep(await aDay()), await keep(await aDay())]
  for (const [at, id] of alone.entries()) {
    await takeIn(bff.deps, id)
    // Each goes its way alone; but what is paid twice comes while the first is on its way.
    if (at !== paidTwice) await recordsOf([id])
  }
  const expected = await recordsOf(alone)
  await bff.deps.db.asWorker((tx) => setDue(tx, together, '0'))
  // Beside the instance's own watcher; the first takes them all.
  await Promise.all([takeInDue(bff.deps, 100), takeInDue(bff.deps, 100)])
  expect(unnamed(await recordsOf(together))).toEqual(unnamed(expected))
  expect(expected.map(({ entry }) => [entry.state, entry.deposit?.status])).toEqual([
    ['DEPOSIT', 'FORWARDED'],
    ['DEPOSIT', 'HELD'],
    ['DEPOSIT', 'HELD'],
    ['DEPOSIT', 'FORWARDED'],
    ['DEPOSIT', 'HELD'],
    ['DEPOSIT', 'FORWARDED'],
    ['UNMATCHED', undefined],
  ])
  await expectConsistent(bff)
})

/** Takes in the stored entries and returns the resulting deposits. */
async function depositsOf(ids: readonly string[]): Promise<AnyBody[]> {
  await bff.deps.db.asWorker((tx) => setDue(tx, ids, '0'))
  await takeInDue(bff.deps, 100)
  const records = await Promise.all(
    ids.map((id) =>
      look<{ id: string }>((entry) => sql`select id from deposit where bank_entry = ${entry}`, id),
    ),
  )
  return Promise.all(records.map(([row]) => findDeposit(bff, formatId('dep', row?.id ?? ''))))
}

test('an account takes one currency: what is booked in another is held, and only goes back', async () => {
  const route = await aRoute(bff, { from: 'DE', to: 'ES' })
  const there = await infoOf(route.fundingAccountId)
  const held = await depositsOf(
    await keep([
      { ...there, minor: 10_000n, currency: 'USD' },
      { ...there, minor: 10_000n, currency: 'JPY', scale: 0 },
    ]),
  )
  const unsupported = { heldReason: 'UNSUPPORTED_ASSET', labels: ['UNSUPPORTED_ASSET'] }
  expect(held).toMatchObject([
    { status: 'HELD', amountIn: { amount: 100, currency: 'USD' }, ...unsupported },
    { status: 'HELD', amountIn: { amount: 10_000, currency: 'JPY' }, ...unsupported },
  ])
  const depositId = held[0]?.depositId
  const forwarded = await resolveDeposit(bff, { depositId, action: 'FORWARD' })
  expect(forwarded.body.error.code).toBe('ILLEGAL_TRANSITION')
  const target = await accountIn(bff, route.entityId, 'DE')
  expect((await resolveDeposit(bff, { depositId, action: 'RETURN', target })).status).toBe(200)
  await untilDeposit(bff, depositId, 'RETURNED')
  await expectConsistent(bff)
})

test('a route that was made or switched on after the receipt takes nothing that came before', async () => {
  const { fundingAccountId, ...route } = await aRoute(bff, { from: 'DE', to: 'ES' })
  const there = { ...(await infoOf(fundingAccountId)), minor: 10_000n }
  const externalAccountId = await accountIn(bff, route.entityId, 'ES', {
    account: { iban: 'ES7921000813610123456789' },
  })
  const [first] = await keep([there])
  await toggleRoute(bff, route.teleportId, 'inactive')
  const other = await createRoute(bff, { fundingAccountId, externalAccountId })
  const otherId = other.body.data.data.teleportId
  const [second] = await keep([there])
  await toggleRoute(bff, otherId, 'inactive')
  await toggleRoute(bff, route.teleportId, 'active')
  const [third] = await keep([there])
  const deposits = await depositsOf([first ?? '', second ?? '', third ?? ''])
  const to = (id: string) => ({ destination: { externalAccountId: id, destinationVersion: 1 } })
  expect(deposits).toMatchObject([
    { teleportId: route.teleportId, heldReason: '', ...to(route.externalAccountId) },
    { status: 'HELD', heldReason: 'ROUTE_INACTIVE', teleportId: otherId, ...to(externalAccountId) },
    { teleportId: route.teleportId, heldReason: '', ...to(route.externalAccountId) },
  ])
})

test('money that names two transfers is held, and goes to the account that its partner names', async () => {
  const [from, to]: Side[] = [await aParty(bff, 'DE'), await aParty(bff, 'ES')]
  const both = [
    await started(bff, from as Side, to as Side),
    await started(bff, from as Side, to as Side),
  ]
  const reference = both.map(({ depositAccount }) => depositAccount.reference).join(' ')
  const there = { ...placeOf(both[0]?.depositAccount), minor: 20_000n, reference }
  const held = await depositsOf(await keep([there, there]))
  const target = await accountIn(bff, (from as Side).entityId, 'DE')
  for (const [at, action] of ['FORWARD', 'RETURN'].entries()) {
    const { depositId, ...deposit } = held[at] ?? {}
    expect(deposit).toMatchObject({ status: 'HELD', heldReason: 'NO_TRANSFER' })
    const refused = await resolveDeposit(bff, { depositId, action })
    expect([refused.status, refused.body.error.details[0].path]).toEqual([
      action === 'FORWARD' ? 404 : 400,
      'target',
    ])
    expect((await resolveDeposit(bff, { depositId, action, target })).status).toBe(200)
    const ended = action === 'FORWARD' ? 'FORWARDED' : 'RETURNED'
    expect((await untilDeposit(bff, depositId, ended)).accountOwner.entityId).toBe(
      (from as Side).entityId,
    )
  }
  await expectConsistent(bff)
})

test('money that was booked while the rate was held is exchanged at that rate, however late it is read', async () => {
  const [from, to]: Side[] = [await aParty(bff, 'DE'), await aParty(bff, 'US')]
  const meant = await started(bff, from as Side, to as Side)
  const booked = await bff.deps.db.asWorker(now)
  const mid = () => JSON.stringify(bff.deps.rates.midRate('EUR', 'USD', new Date()), digits)
  const before = mid()
  await bff.deps.db.asWorker((tx) => setShift(tx, { currency: 'USD', basisPoints: 500 }))
  await expect.poll(mid).not.toBe(before)
  await advanceClock(bff.deps, 2 * 3_600)
  const account = meant['depositAccount']
  const paid = { ...placeOf(account), minor: 10_000n, reference: account.reference }
  await depositsOf(await keep([paid], booked))
  const done = await until(bff, meant['executionId'], 'COMPLETED')
  await bff.deps.db.asWorker((tx) => setShift(tx, { currency: 'USD', basisPoints: 0 }))
  await expect.poll(mid).toBe(before)
  expect(done['exchangeRate']).toBe(meant['quote'].exchangeRate.rate)
  expect(done['quotedRate']).toBeUndefined()
  expect(done['to'].amount).toBe(meant['quote'].outAmount.amount)
})

const digits = (_: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value)

test('money that was booked in time is paid out however late the statement is; what was late is held', async () => {
  const [from, to]: Side[] = [await aParty(bff, 'DE'), await aParty(bff, 'ES')]
  const start = () => started(bff, from as Side, to as Side)
  const [lapsed, meant, late] = [await start(), await start(), await start()]
  const paid = ({ depositAccount }: AnyBody) => ({
    ...placeOf(depositAccount),
    minor: 10_000n,
    reference: depositAccount.reference,
  })
  const booked = await bff.deps.db.asWorker(now)
  const [first = ''] = await keep([paid(lapsed)], booked)
  // The first is read before the sweeper sees that the time is up: it waits for the transfer's lock.
  const { taking } = await bff.deps.db.asWorker(async (holder) => {
    await lockTransfers(holder, [parseId('exec', lapsed.executionId) ?? ''])
    const waited = { taking: takeIn(bff.deps, first) }
    const waiting = () => look(() => sql`select from pg_locks where not granted`, '')
    await expect.poll(waiting).not.toEqual([])
    await advanceClock(bff.deps, 10 * 86_400)
    return waited
  })
  await taking
  for (const { executionId } of [lapsed, meant, late]) await until(bff, executionId, 'EXPIRED')
  const second = await keep([paid(meant)], booked)
  for (const deposit of await depositsOf([first, ...second])) {
    const done = await until(bff, deposit.executionId, 'COMPLETED')
    expect(done).toMatchObject({
      from: { amount: 100 },
      to: { accountId: (to as Side).accountId },
      transactionId: deposit.depositId,
    })
    expect(deposit.receivedAt).toBe(booked.toISOString())
  }
  const [tooLate] = await depositsOf(await keep([paid(late)]))
  expect(tooLate).toMatchObject({ status: 'HELD', labels: ['LATE'], executionId: '' })
  // A clock that is ahead of ours books nothing in the future.
  const ahead = new Date((await bff.deps.db.asWorker(now)).getTime() + 86_400_000)
  const [early] = await depositsOf(await keep([paid(late)], ahead))
  expect(Date.parse(early?.receivedAt ?? '')).toBeLessThan(ahead.getTime() - 80_000_000)
  await expectConsistent(bff)
})

test('money without a reference is the payer’s by account or by name; a stranger’s is held', async () => {
  const { entityId, fundingAccountId } = await openFunding(
    bff,
    (await jurisdictionOf(bff, 'DE')).id,
  )
  const savings = parseId('acc', await accountIn(bff, entityId, 'DE')) ?? ''
  const payee = await aParty(bff, 'ES')
  const iban = await bff.deps.db.asWorker(async (tx) => {
    const row = await findAccountOfAny(tx, savings)
    return row?.sealed_account ? openAccount(bff.deps.kek, row, row.sealed_account).bankIban : ''
  })
  const pay = async (sender: object) => {
    const { executionId } = await started(bff, { entityId, accountId: fundingAccountId }, payee)
    const { depositId } = await payTo(bff, fundingAccountId, { currency: 'EUR', ...sender })
    return { executionId, depositId }
  }
  const other = 'DE02 1203 0000 0000 2020 51'
  const byAccount = { senderName: 'Somebody Else', senderAccount: ` ${iban.toLowerCase()} ` }
  for (const sender of [byAccount, { senderName: 'Ada Okonkwo', senderAccount: other }]) {
    const { executionId, depositId } = await pay(sender)
    expect((await findDeposit(bff, depositId)).executionId).toBe(executionId)
    await until(bff, executionId, 'COMPLETED')
  }
  const { executionId, depositId } = await pay({ senderName: 'Eve', senderAccount: other })
  expect(await findDeposit(bff, depositId)).toMatchObject({
    status: 'HELD',
    heldReason: 'UNKNOWN_SENDER',
    executionId: '',
  })
  expect((await readTransfer(bff, executionId)).status).toBe('PENDING')
  await expectConsistent(bff)
})
