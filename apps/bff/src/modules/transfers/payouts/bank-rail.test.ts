import { sql } from 'kysely'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { externalBase } from '../../../../test/support/money/accounts.ts'
import { type AnyBody, sharedBff } from '../../../../test/support/process/bff.ts'
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
import { makeWallet, transferPath, until } from '../../../../test/support/money/wallets.ts'
import { parseExecutionId } from '@corridor/domain'

const bff = sharedBff()
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
