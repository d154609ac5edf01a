import { sql } from 'kysely'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { setTimeout as sleep } from 'node:timers/promises'
import { externalBase } from '../../../../test/support/money/accounts.ts'
import { type AnyBody, ownBff } from '../../../../test/support/process/bff.ts'
import {
  addPayee,
  type BankParties,
  bankParties,
  depositFor,
  payBank,
  startBank,
} from '../../../../test/support/money/bank-transfers.ts'
import { decide, makeVerified } from '../../../../test/support/people/customers.ts'
import { expectConsistent } from '../../../../test/support/money/invariants.ts'
import { bankBooks } from '../../../../test/support/money/bank-books.ts'
import { accountIn, aParty, rowOf } from '../../../../test/support/money/ordinary.ts'
import {
  act,
  advanceClock,
  eventTypesOf,
  paidIn,
  started,
} from '../../../../test/support/money/ordinary-flow.ts'
import {
  openOrdinarySite,
  type OrdinarySite,
} from '../../../../test/support/money/ordinary-site.ts'
import { haltPayouts, resumePayouts } from '../../../records/ledger/halts.ts'
import { checkBanks } from '../../intake/bank-check.ts'
import { makeWallet, transferPath, until } from '../../../../test/support/money/wallets.ts'
import { parseExecutionId } from '@corridor/domain'

const bff = ownBff()
let parties: BankParties
beforeAll(async () => {
  parties = await bankParties(bff)
})
afterEach(() => expectConsistent(bff))

const faults = () => {
  const { sandbox } = bff.deps.bank
  if (!sandbox) throw new Error('the bank is not simulated')
  return sandbox.faults
}
const away = { isDown: true }
const back = { isDown: false, slowMs: 0, lostAnswers: 0 }
beforeEach(() => Object.assign(faults(), back))

/** The watcher runs at once instead of within a second. */
async function lookAtBank(): Promise<void> {
  bff.deps.wake.notify('bank')
  await new Promise((resolve) => setTimeout(resolve, 100))
}

/** Money on its way to a payee of this name; returns the execution. */
async function payTo(name: string): Promise<{ executionId: string; accountId: string }> {
  // A customer has each account once, whatever its holder is called.
  const toEntityId = await makeVerified(bff)
  const { accountId } = await addPayee(bff, toEntityId, name)
  const executionId = await payBank(bff, { ...parties, toEntityId, toAccountId: accountId })
  return { executionId, accountId }
}
const read = async (executionId: string) =>
  (await bff.get(`${transferPath}/${executionId}`)).body.data
const stepOf = (transfer: AnyBody, wanted: string) =>
  transfer.details.find(({ name }: { name: string }) => name === wanted)

/** The orders that the bank has taken for a transfer. */
async function ordersAtBank(executionId: string) {
  const id = parseExecutionId(executionId)?.id ?? ''
  return bff.deps.db.asWorker((tx) =>
    tx
      .selectFrom('payout as p')
      .innerJoin('simulated_bank_payout as s', (join) =>
        join.on(sql<boolean>`s.reference = p.id::text`),
      )
      .select(['p.id', 'p.amount', 'p.currency', 's.instruction', 's.bank_reference'])
      .where('p.transfer_id', '=', id)
      .execute(),
  )
}
async function eventsOf(executionId: string): Promise<string[]> {
  const { body } = await bff.get('/api/v1/xfer/utility/webhook/events?limit=200')
  return body.data
    .filter((event: AnyBody) => event.eventObject.executionId === executionId)
    .map((event: AnyBody) => event.eventStatus)
}

describe('what becomes of a payout', () => {
  test('the bank receives payee, amount and purpose once, and answers with its reference', async () => {
    const executionId = await payBank(bff, parties, { reference: 'Invoice 7' })
    const done = await until(bff, executionId, 'COMPLETED')
    const [order, ...others] = await ordersAtBank(executionId)
    expect(others).toEqual([])
    expect(order?.instruction).toMatchObject({
      countryCode: 'ES',
      currency: 'EUR',
      minor: String(order?.amount),
      scale: 2,
      remittance: 'Invoice 7',
      beneficiary: {
        name: 'Ada Okonkwo',
        account: { bankIban: 'ES9121000418450200051332' },
      },
    })
    expect(stepOf(done, 'payout_confirmed').reference).toBe(order?.bank_reference)
  })

  test.each([
    ['FAIL BENEFICIARY_ACCOUNT_CLOSED', 'FAILED', 'BENEFICIARY_ACCOUNT_CLOSED'],
    ['FAIL NO_SUCH_CODE', 'FAILED', 'BENEFICIARY_ACCOUNT_INVALID'],
    ['FAIL RAIL_REJECTED', 'REFUNDED', 'RAIL_REJECTED'],
  ])('%s ends %s with %s', async (name, status, code) => {
    const { executionId } = await payTo(name)
    expect((await until(bff, executionId, status)).failure.code).toBe(code)
  })

  test('RETURN: completed, then a linked execution pays back and the account is disabled', async () => {
    const { executionId, accountId } = await payTo('RETURN BENEFICIARY_ACCOUNT_CLOSED')
    await until(bff, executionId, 'COMPLETED')
    const [linked] = await vi.waitFor(
      async () => {
        const { refunds } = await read(executionId)
        expect(refunds).toHaveLength(1)
        return refunds
      },
      { timeout: 15_000, interval: 100 },
    )
    await vi.waitFor(
      async () => expect((await read(linked)).status).toMatch(/^REFUNDED|COMPLETED$/),
      {
        timeout: 15_000,
        interval: 100,
      },
    )
    expect((await read(linked)).refundOf).toBe(executionId)
    expect((await read(executionId)).status).toBe('COMPLETED')
    await expect.poll(() => eventsOf(executionId)).toContain('returned')
    const account = (await bff.get(`${externalBase}/${accountId}`)).body.data
    expect([account.status, account.statusReason]).toEqual(['DISABLED', 'PAYOUT_RETURNED'])
  })
})

describe('a bank that does not answer', () => {
  test('down: the payout waits and nothing fails; when it is back, it is paid once', async () => {
    const wallet = await makeWallet(bff)
    await decide(bff, wallet.entityId, 'APPROVED')
    const fromAccountId = wallet.accounts[0]?.externalAccountId ?? ''
    const offRamp = { ...parties, fromEntityId: wallet.entityId, fromAccountId }
    const { executionId } = await startBank(bff, offRamp)
    Object.assign(faults(), away)
    expect((await depositFor(bff, executionId)).status).toBe(200)
    await vi.waitFor(
      async () => {
        const step = stepOf(await read(executionId), 'payout_submitted')
        expect(step).toMatchObject({ status: 'waiting', error: 'The bank does not answer.' })
      },
      { timeout: 10_000 },
    )
    expect((await read(executionId)).status).toBe('PROCESSING')
    await lookAtBank()
    Object.assign(faults(), back)
    await lookAtBank()
    await until(bff, executionId, 'COMPLETED')
    expect(await ordersAtBank(executionId)).toHaveLength(1)
  })

  test('slow, and an answer lost after the order was taken: paid once', async () => {
    Object.assign(faults(), { slowMs: 100, lostAnswers: 1 })
    const executionId = await payBank(bff, parties)
    await until(bff, executionId, 'COMPLETED')
    expect(faults().lostAnswers).toBe(0)
    expect(await ordersAtBank(executionId)).toHaveLength(1)
  })
})

describe('SLOW, and returns out of their order', () => {
  /** A return that the bank reports before we know that the payment was confirmed. */
  const bookReturn = (entryId: string, payout: object) =>
    bff.deps.db.asWorker(async (tx) => {
      const entry = {
        entryId,
        kind: 'RETURN',
        countryCode: 'ES',
        routingNumber: '',
        accountNumber: '',
        currency: 'EUR',
        scale: 2,
        sender: { name: '', account: '' },
        reference: '',
        code: 'BENEFICIARY_RETURNED',
        bookedAt: '2026-01-01T00:00:00.000Z',
        ...payout,
      }
      await sql`with next as (update simulated_bank_position set last = last + 1 returning last)
        insert into simulated_bank_entry (position, entry_id, entry)
        select last, ${entryId}, ${JSON.stringify(entry)}::jsonb from next`.execute(tx)
    })
  const stateOf = (entryId: string) =>
    bff.deps.db.asWorker(async (tx) => {
      const row = await tx
        .selectFrom('bank_entry')
        .select(['state', 'problem'])
        .where('entry_id', '=', entryId)
        .executeTakeFirst()
      return row ? `${row.state} ${row.problem}` : ''
    })
  const expectState = (entryId: string, state: string) =>
    expect.poll(() => stateOf(entryId), { timeout: 10_000 }).toContain(state)

  test('a payment is open until a day has gone by; its return waits so long, and counts once', async () => {
    const { executionId } = await payTo('SLOW')
    await vi.waitFor(async () => expect(await ordersAtBank(executionId)).toHaveLength(1))
    const [order] = await ordersAtBank(executionId)
    const payout = { payoutReference: order?.id, minor: String(order?.amount) }
    await bookReturn('early', payout)
    await bookReturn('partly', { ...payout, minor: '1' })
    await bookReturn('unknown', { ...payout, payoutReference: 'nobody’s' })
    await expectState('early', 'NEW The payment is not confirmed yet.')
    await expectState('unknown', 'UNMATCHED No payment has this reference.')
    expect((await read(executionId)).status).toBe('PROCESSING')

    await bff.post('/api/v1/sandbox/clock/advance', { seconds: 86_400 })
    await until(bff, executionId, 'COMPLETED')
    await expectState('early', 'RETURN')
    await expectState('partly', 'UNMATCHED')
    await bookReturn('twice', payout)
    await expectState('twice', 'UNMATCHED')
    expect((await read(executionId)).refunds).toHaveLength(1)
  })
})

describe('a credit that the bank takes back', () => {
  const { balance, book, newest, payoutsOf, payoutStates, reversalOf } = bankBooks(bff)
  let site: OrdinarySite
  beforeAll(async () => {
    site = await openOrdinarySite(bff)
  })
  const halt = { asset: 'USD', reason: 'a test', problems: [] }
  const payeeNamed = (name: string) => {
    const accountHolder = { name, type: 'individual' }
    return aParty(bff, 'US', { ownership: 'THIRD_PARTY', accountHolder })
  }
  const ruled = (executionId: string, decision: string) =>
    bff.post(`/api/v1/sandbox/transfer/${executionId}/review`, { decision })
  /** A payment that has ended stays as it is. */
  const refuse = async (executionId: string) => {
    const [payout] = await payoutsOf(executionId)
    await bff.deps.bank.sandbox?.refuse(payout?.id ?? '', 'BENEFICIARY_ACCOUNT_CLOSED')
    await advanceClock(bff, 60)
  }
  const failedOnce = 'payout_submitted FAILED,payout_submitted'
  const untilSubmitted = async (executionId: string) => {
    while ((await payoutStates(executionId))[0] !== 'payout_submitted SUBMITTED') await sleep(50)
  }

  /** Its second payout is ordered and held when the bank takes the money back. */
  const stopped = async () => {
    const payee = await payeeNamed('FAIL BENEFICIARY_ACCOUNT_CLOSED')
    const toAccountId = await accountIn(bff, payee.entityId, 'US')
    const { executionId } = await started(bff, site.germany, payee)
    await paidIn(bff, executionId)
    await until(bff, executionId, 'FAILED')
    await bff.deps.db.asWorker((tx) => haltPayouts(tx, halt))
    // The order of the second try is written, and is held before it leaves.
    expect((await act(bff, 'retry', { executionId, toAccountId })).status).toBe(200)
    await until(bff, executionId, 'IN_REVIEW')
    const { entry, partnerId } = await reversalOf(executionId)
    await book(entry)
    await bff.deps.db.asWorker((tx) => resumePayouts(tx, 'USD'))
    expect((await read(executionId))['review']).toMatchObject({
      reason: 'INTERNAL_CREDIT_REVERSED',
      decider: 'operator',
      allowedActions: [],
    })
    const of = newest()
    const owed = () => balance('reversal_receivable', partnerId, of)
    expect(await owed()).toBe(10_000n)
    return { executionId, owed }
  }

  test('after the exchange stops the payout, as long as that has not left', async () => {
    const { executionId, owed } = await stopped()
    // The bank is asked first whether the payout has left.
    expect((await ruled(executionId, 'REJECTED')).body.error.code).toBe('ILLEGAL_TRANSITION')
    await advanceClock(bff, 6)
    while ((await ruled(executionId, 'REJECTED')).status !== 200) await sleep(50)
    const ended = await until(bff, executionId, 'FAILED')
    expect(ended).toMatchObject({ failure: { code: 'INTERNAL_CREDIT_REVERSED' }, refunds: [] })
    expect((await rowOf(bff, executionId)).received).toBe(0n)
    expect(await owed()).toBe(0n)
    expect((await payoutStates(executionId)).join()).toBe(`${failedOnce} FAILED`)
    expect(await checkBanks(bff.deps)).toEqual([])
  })

  test('a stopped payout that is approved is paid once, and what was taken stays owed', async () => {
    const { executionId, owed } = await stopped()
    const both = await Promise.all([0, 1].map(() => ruled(executionId, 'APPROVED')))
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 422]))
    await until(bff, executionId, 'COMPLETED')
    expect((await payoutStates(executionId)).join()).toBe(`${failedOnce} CONFIRMED`)
    expect(await owed()).toBe(10_000n)
    expect(await checkBanks(bff.deps)).toEqual([])
  })

  test('a stopped payout that had left a moment before goes on, and is paid once', async () => {
    const { executionId, owed } = await stopped()
    const order = (await payoutsOf(executionId)).at(-1)
    // As a worker that was at it when the bank took the money back.
    await bff.deps.bank.submitPayout({
      reference: order?.id ?? '',
      countryCode: 'US',
      rail: '',
      currency: 'USD',
      minor: order?.amount ?? 0n,
      scale: 2,
      beneficiary: { name: 'Jane Doe', account: {} },
      remittance: '',
    })
    await advanceClock(bff, 6)
    await until(bff, executionId, 'COMPLETED')
    expect((await payoutStates(executionId)).join()).toBe(`${failedOnce} CONFIRMED`)
    expect(await owed()).toBe(10_000n)
    expect(await checkBanks(bff.deps)).toEqual([])
  })

  test('a payout that is at the bank goes on: it is owed by the payer, and nothing is paid twice', async () => {
    const payee = await payeeNamed('SLOW')
    const { executionId } = await started(bff, site.germany, payee)
    await paidIn(bff, executionId)
    const paidOut = () => payoutStates(executionId)
    await untilSubmitted(executionId)
    const { entry, partnerId } = await reversalOf(executionId)
    expect(await book(entry)).toBe('BOOKED')
    const of = newest()
    const owed = () => balance('reversal_receivable', partnerId, of)
    expect(await owed()).toBe(10_000n)
    expect(await read(executionId)).toMatchObject({ status: 'PROCESSING' })
    const refused = await ruled(executionId, 'APPROVED')
    expect(refused.body.error.code).toBe('ILLEGAL_TRANSITION')
    expect(await checkBanks(bff.deps)).toEqual([])
    // The bank pays such a payee after a day.
    await advanceClock(bff, 86_460)
    await until(bff, executionId, 'COMPLETED')
    expect(await paidOut()).toEqual(['payout_submitted CONFIRMED'])
    expect(await eventTypesOf(bff, executionId)).not.toContainEqual(
      expect.stringContaining('IN_REVIEW'),
    )
    expect(await owed()).toBe(10_000n)
    expect(await checkBanks(bff.deps)).toEqual([])
  })

  test.each([
    ['was refused before', 'FAIL BENEFICIARY_ACCOUNT_CLOSED'],
    ['is refused afterwards', 'SLOW'],
  ])('is not paid to the payer or the payee as well, where the payout %s', async (_, name) => {
    const payee = await payeeNamed(name)
    const { executionId } = await started(bff, site.germany, payee)
    await paidIn(bff, executionId)
    if (name === 'SLOW') await untilSubmitted(executionId)
    else await until(bff, executionId, 'FAILED')
    const { entry, partnerId } = await reversalOf(executionId)
    expect(await book(entry)).toBe('BOOKED')
    await refuse(executionId)
    const failed = await until(bff, executionId, 'FAILED')
    expect(failed).toMatchObject({
      eventStatus: 'error',
      failure: { code: 'BENEFICIARY_ACCOUNT_CLOSED' },
      allowedActions: [],
    })
    expect((await rowOf(bff, executionId)).received).toBe(0n)
    for (const action of ['refund', 'retry'])
      expect((await act(bff, action, { executionId })).body.error.code).toBe('ILLEGAL_TRANSITION')
    // Nothing is kept that would go back after a week.
    expect((await rowOf(bff, executionId)).held_until).toBeNull()
    expect(await payoutStates(executionId)).toEqual(['payout_submitted FAILED'])
    expect(await balance('reversal_receivable', partnerId, newest())).toBe(0n)
    expect(await checkBanks(bff.deps)).toEqual([])
  })

  test.each(['FAIL BENEFICIARY_ACCOUNT_CLOSED', 'SLOW'])(
    'leaves what another payment brought, which goes back: %s',
    async (name) => {
      const { executionId } = await started(bff, site.germany, await payeeNamed(name))
      for (const amount of [60, 40]) await paidIn(bff, executionId, { amount })
      if (name === 'SLOW') await untilSubmitted(executionId)
      else await until(bff, executionId, 'FAILED')
      await book((await reversalOf(executionId)).entry)
      await refuse(executionId)
      await until(bff, executionId, 'REFUNDED')
      const paid = (await payoutsOf(executionId)).filter(({ status }) => status === 'CONFIRMED')
      expect(paid.map(({ amount, currency }) => [amount, currency])).toEqual([[4_000n, 'EUR']])
      expect(await checkBanks(bff.deps)).toEqual([])
    },
  )
})
