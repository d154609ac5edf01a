import { sql } from 'kysely'
import { beforeAll, afterEach, describe, expect, test } from 'vitest'
import { type AnyBody, ownBff } from '../../../../test/support/process/bff.ts'
import { codeOf } from '../../../../test/support/money/funding.ts'
import { expectConsistent } from '../../../../test/support/money/invariants.ts'
import {
  accountIn,
  aParty,
  rowOf,
  setTerms,
  type Side,
} from '../../../../test/support/money/ordinary.ts'
import {
  act,
  moveToChain,
  paidIn,
  readTransfer,
  started,
  stepsOf,
  eventTypesOf,
} from '../../../../test/support/money/ordinary-flow.ts'
import {
  openOrdinarySite,
  type OrdinarySite,
  unknownExecution as unknown,
} from '../../../../test/support/money/ordinary-site.ts'
import { balanceOf, fundPayments } from '../../../../test/support/money/payments.ts'
import { transferPath, until } from '../../../../test/support/money/wallets.ts'
import { expectEventsPublished } from '../../../../test/support/events/published.ts'

const bff = ownBff()
let site: OrdinarySite
beforeAll(async () => {
  site = await openOrdinarySite(bff)
})
afterEach(() => expectConsistent(bff))

const money = async () => (await balanceOf(bff)).balances[0].available as number

const completed = async (payeeName?: string): Promise<string> => {
  const payee = payeeName === undefined ? site.spain : await site.payeeNamed(payeeName)
  const executionId = await site.paid(site.germany, payee)
  await until(bff, executionId, 'COMPLETED')
  return executionId
}

const lastEvent = () =>
  bff.deps.db.asWorker((tx) =>
    tx
      .selectFrom('event')
      .select(['status', 'object'])
      .where('category', '=', 'payments_account')
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow(),
  )

const receivables = () =>
  bff.deps.db.asWorker((tx) =>
    tx
      .selectFrom('ledger_account')
      .select('asset')
      .where('kind', '=', 'refund_receivable')
      .execute(),
  )

/** A transfer whose money came from an account that takes nothing back. */
const paidByClosedAccount = async (from: Side, to: Side): Promise<string> => {
  const { executionId } = await started(bff, from, to)
  await paidIn(bff, executionId, { senderName: 'FAIL BENEFICIARY_ACCOUNT_CLOSED' })
  return executionId
}

describe('a refund of a completed transfer without cover', () => {
  test('422: nothing goes back, and nothing is lent silently', async () => {
    const executionId = await completed()
    const refused = await act(bff, 'refund', { executionId })
    expect(codeOf(refused)).toEqual([422, 'INSUFFICIENT_BALANCE'])
    expect(refused.body.error.details[0]).toMatchObject({ path: 'amount', currency: 'EUR' })
    expect((await readTransfer(bff, executionId)).refunds).toEqual([])
    expect(await receivables()).toEqual([])
  })

  test('422: what was agreed to be lent is lent, and no more', async () => {
    const executionId = await completed()
    await setTerms(bff, { refundCreditLimit: 10 })
    const refund = (amount: number) =>
      act(bff, 'refund', { executionId, amount, refundId: `lent-${amount}` })
    expect(codeOf(await refund(11))).toEqual([422, 'CREDIT_LIMIT_EXCEEDED'])
    const { body } = await refund(10)
    expect(codeOf(await refund(1))).toEqual([422, 'CREDIT_LIMIT_EXCEEDED'])
    await setTerms(bff, {})
    expect(codeOf(await refund(2))).toEqual([422, 'INSUFFICIENT_BALANCE'])
    await until(bff, body.data.executionId, 'COMPLETED')
    expect(await receivables()).toEqual([{ asset: 'EUR' }])
  })
})

describe('transfers.refund', () => {
  beforeAll(() => fundPayments(bff))

  test('200: of a failed transfer all goes back in its own record', async () => {
    const { executionId } = await site.failed()
    const answer = await act(bff, 'refund', { executionId, reason: 'gave up' })
    expect(answer.body.data).toMatchObject({ executionId, status: 'REFUNDING' })
    const done = await until(bff, executionId, 'REFUNDED')
    expect(done).toMatchObject({
      eventStatus: 'refunded',
      failure: { code: 'BENEFICIARY_ACCOUNT_CLOSED' },
      allowedActions: [],
    })
    expect(stepsOf(done)).toMatchObject({
      refund_submitted: 'completed',
      refund_confirmed: 'completed',
    })
    expect((await eventTypesOf(bff, executionId)).slice(-2)).toEqual([
      'transitioned refund_in_flight: FAILED → REFUNDING',
      'transitioned refunded: REFUNDING → REFUNDED',
    ])
  })

  test('200: of a completed one in executions of their own, up to what was paid in', async () => {
    const executionId = await site.paid(site.germany, site.spain)
    await until(bff, executionId, 'COMPLETED')
    const part = await act(bff, 'refund', { executionId, amount: 40, refundId: 'part-1' })
    expect(part.body.data).toMatchObject({
      refundOf: executionId,
      transactionId: `refund-${executionId}`,
      status: 'PROCESSING',
      eventStatus: 'refund_in_flight',
      to: { amount: 40, currency: 'EUR', entityId: site.germany.entityId },
    })
    const rest = await act(bff, 'refund', { executionId })
    expect(rest.body.data).toMatchObject({ to: { amount: 60 } })
    for (const { body } of [part, rest]) {
      const linked = await until(bff, body.data.executionId, 'COMPLETED')
      expect(linked).toMatchObject({ eventStatus: 'refunded', allowedActions: [] })
      expect(Object.keys(stepsOf(linked))).toEqual(['refund_submitted', 'refund_confirmed'])
    }
    const original = await readTransfer(bff, executionId)
    expect(original).toMatchObject({
      status: 'COMPLETED',
      allowedActions: [],
      refunds: [part.body.data.executionId, rest.body.data.executionId],
    })
    expect(codeOf(await act(bff, 'refund', { executionId }))).toEqual([422, 'ILLEGAL_TRANSITION'])
  })

  test('a part goes back once under its name: the same again is the same refund', async () => {
    const executionId = await site.paid(site.germany, site.spain)
    await until(bff, executionId, 'COMPLETED')
    const part = { executionId, amount: 30, reason: 'broken', refundId: 'case-7' }
    const unnamed = await act(bff, 'refund', { ...part, refundId: undefined })
    expect(codeOf(unnamed)).toEqual([400, 'FIELD_REQUIRED'])
    expect(unnamed.body.error.details[0].path).toBe('refundId')
    const answers = await Promise.all([1, 2, 3].map(() => act(bff, 'refund', part)))
    const [first] = answers
    expect(first?.status).toBe(200)
    const ids = answers.map(({ body }) => body.data.executionId)
    expect(new Set(ids).size).toBe(1)
    const other = await act(bff, 'refund', { ...part, amount: 31 })
    expect(codeOf(other)).toEqual([409, 'TRANSACTION_ID_USED'])
    expect(other.body.error.details[0]).toMatchObject({ path: 'refundId', existingId: ids[0] })
    const headers = { 'Idempotency-Key': 'refund-in-part' }
    const keyed = { executionId, amount: 20 }
    const path = '/api/v1/xfer/transaction/refund'
    const [once, twice] = [
      await bff.post(path, keyed, headers),
      await bff.post(path, keyed, headers),
    ]
    expect(twice.body).toEqual(once.body)
    expect(twice.headers.get('idempotency-replayed')).toBe('true')
    const { refunds } = await readTransfer(bff, executionId)
    expect(refunds).toEqual([ids[0], once.body.data.executionId])
    await Promise.all(refunds.map((id: string) => until(bff, id, 'COMPLETED')))
  })

  test('200: tokens that were paid in go back to the wallet that paid', async () => {
    const payee = await site.payeeNamed('FAIL BENEFICIARY_BANK_INVALID')
    const executionId = await site.paid(site.usdc, payee)
    await until(bff, executionId, 'FAILED')
    await moveToChain(bff, '1')
    expect(codeOf(await act(bff, 'refund', { executionId }))).toEqual([400, 'FIELD_REQUIRED'])
    await moveToChain(bff, '31337')
    await act(bff, 'refund', { executionId })
    expect((await until(bff, executionId, 'REFUNDED')).eventStatus).toBe('refunded')
  })

  test('400: an amount above what is left, with too many digits, or a part of what failed', async () => {
    const executionId = await site.paid(site.germany, site.spain)
    await until(bff, executionId, 'COMPLETED')
    const refund = async (id: string, amount: number) =>
      codeOf(await act(bff, 'refund', { executionId: id, amount }))
    expect(await refund(executionId, 100.01)).toEqual([400, 'AMOUNT_ABOVE_MAX'])
    expect(await refund(executionId, 1.001)).toEqual([400, 'AMOUNT_PRECISION'])
    const other = await site.failed()
    expect(await refund(other.executionId, 10)).toEqual([400, 'FIELD_INVALID'])
  })

  test('400, 404 and 422: the target must be the payer’s, of the currency, and enabled', async () => {
    const { executionId } = await site.failed()
    const wallet = await accountIn(bff, site.germany.entityId, site.tokenId)
    const disabled = await site.spanish(site.germany.entityId)
    await bff.post('/api/v1/xfer/accounts/external/disable', { accountId: disabled })
    const refund = async (target: string) =>
      codeOf(await act(bff, 'refund', { executionId, target }))
    expect(await refund(site.spain.accountId)).toEqual([404, 'ACCOUNT_NOT_FOUND'])
    expect(await refund(wallet)).toEqual([400, 'ACCOUNT_TYPE_NOT_ALLOWED'])
    expect(await refund(disabled)).toEqual([422, 'CORRIDOR_UNAVAILABLE'])
  })

  test('404 and 422: an unknown transfer, and one that waits', async () => {
    const { executionId } = await started(bff, site.germany, site.spain)
    const refund = async (id: string) => codeOf(await act(bff, 'refund', { executionId: id }))
    expect(await refund(unknown)).toEqual([404, 'TRANSFER_NOT_FOUND'])
    expect(await refund(executionId)).toEqual([422, 'ILLEGAL_TRANSITION'])
  })

  test('a refund whose own account is refused waits for another one', async () => {
    const payer = await aParty(bff, 'DE')
    const payee = await site.payeeNamed('FAIL BENEFICIARY_ACCOUNT_INVALID')
    const executionId = await paidByClosedAccount(payer, payee)
    await until(bff, executionId, 'FAILED')
    await act(bff, 'refund', { executionId })
    const stopped = await until(bff, executionId, 'IN_REVIEW')
    expect(stopped).toMatchObject({ eventStatus: 'refund_failed', allowedActions: ['refund'] })
    const account = { iban: 'DE75512108001245126199' }
    const target = await accountIn(bff, payer.entityId, 'DE', { account })
    const again = await act(bff, 'refund', { executionId, target })
    expect(again.body.data.status).toBe('REFUNDING')
    await until(bff, executionId, 'REFUNDED')
  })

  test('a linked refund that is refused goes to another account of the payer, never the payee’s', async () => {
    const payer = await aParty(bff, 'DE')
    const original = await paidByClosedAccount(payer, site.spain)
    await until(bff, original, 'COMPLETED')
    const { body } = await act(bff, 'refund', { executionId: original })
    const { executionId } = body.data
    await until(bff, executionId, 'IN_REVIEW')
    const payees = await act(bff, 'refund', { executionId, target: site.spain.accountId })
    expect(codeOf(payees)).toEqual([404, 'ACCOUNT_NOT_FOUND'])
    const account = { iban: 'DE75512108001245126199' }
    const target = await accountIn(bff, payer.entityId, 'DE', { account })
    const again = await act(bff, 'refund', { executionId, target })
    expect(again.body.data.status).toBe('PROCESSING')
    await until(bff, executionId, 'COMPLETED')
  })
})

describe('a refund that the payments account has paid', () => {
  test('is booked there at the mid rate, in an entry, an event and postings', async () => {
    const before = await money()
    const executionId = await completed()
    const { body } = await act(bff, 'refund', { executionId })
    const refundId = body.data.executionId
    const after = await balanceOf(bff)
    const [entry] = after.entries
    expect(entry).toMatchObject({
      type: 'REFUND',
      currency: 'USDC',
      description: `Refund ${refundId}`,
    })
    // A hundred euros are more than a hundred dollars, and no spread is added.
    expect(-entry.amount).toBeGreaterThan(100)
    expect(-entry.amount).toBeLessThan(130)
    expect(entry.balanceAfter).toBeCloseTo(before + entry.amount, 6)
    expect(after.balances[0].available).toBe(entry.balanceAfter)
    expect(await lastEvent()).toMatchObject({
      status: 'debited',
      object: { currency: 'USDC', amount: -entry.amount, balance: entry.balanceAfter },
    })
    const linked = await until(bff, refundId, 'COMPLETED')
    const { body: timeline } = await bff.get(`${transferPath}/${linked.executionId}/timeline`)
    const funded = timeline.data.ledger.filter(({ step }: AnyBody) => step === 'refund_funded')
    expect(funded.map(({ account }: AnyBody) => account.split(':')[0])).toEqual([
      'payments_account',
      'fx',
      'fx',
      'transfer_clearing',
    ])
  })

  test('is there again when the payout comes back, and the rest goes to the payer', async () => {
    const executionId = await completed('RETURN BENEFICIARY_ACCOUNT_CLOSED')
    await act(bff, 'refund', { executionId, amount: 30, refundId: 'some' })
    const refunds = async () => (await readTransfer(bff, executionId)).refunds
    await expect.poll(async () => (await refunds()).length, { timeout: 15_000 }).toBe(2)
    const { balances, entries } = await balanceOf(bff)
    expect(entries[0]).toMatchObject({ type: 'REFUND_RETURNED', amount: 30, currency: 'EUR' })
    expect(balances).toContainEqual({ currency: 'EUR', available: 30, pending: 0, reserved: 0 })
    const rest = await until(bff, (await refunds())[1], 'COMPLETED')
    expect(rest.to.amount).toBe(70)
    // The account's own euros pay first now.
    const other = await completed()
    const dollars = await money()
    await act(bff, 'refund', { executionId: other, amount: 30, refundId: 'own' })
    expect(await money()).toBe(dollars)
  }, 30_000)
})

describe('money goes back to where it came from', () => {
  /** What the bank was asked for: the entry that goes back, its sender and the amount. */
  const returnsOf = async (executionId: string) => {
    const { id } = await rowOf(bff, executionId)
    const { rows } = await bff.deps.db.asWorker((tx) =>
      sql<{ instruction: AnyBody }>`select s.instruction from payout p
        join simulated_bank_payout s on s.reference = p.id::text
        where p.transfer_id = ${id} and p.step = 'refund_submitted' order by p.attempt`.execute(tx),
    )
    return rows.map(({ instruction }) => instruction)
  }

  test('to the sender that the bank names, under its own reference, whatever account is on record', async () => {
    const { executionId } = await site.failed()
    await act(bff, 'refund', { executionId })
    await until(bff, executionId, 'REFUNDED')
    const [back, ...others] = await returnsOf(executionId)
    expect(others).toEqual([])
    expect(back).toMatchObject({ entryId: expect.stringMatching(/^credit\//), minor: '10000' })
    const { sender, bank_entry } = await depositOf(executionId)
    expect(back.entryId).toBe(bank_entry)
    expect(back.beneficiary.account).toEqual({ bankIban: (sender as AnyBody).account })
  })

  test('of several instalments each to its own sender; what one bank refuses waits alone', async () => {
    const payee = await site.payeeNamed('FAIL RAIL_REJECTED')
    const { executionId } = await started(bff, site.germany, payee)
    const [first, second] = ['Ada Okonkwo', 'FAIL BENEFICIARY_ACCOUNT_CLOSED']
    await paidIn(bff, executionId, { amount: 60, senderName: first })
    await paidIn(bff, executionId, { amount: 40, senderName: second })
    await until(bff, executionId, 'IN_REVIEW')
    await expect
      .poll(async () => (await readTransfer(bff, executionId)).eventStatus, { timeout: 15_000 })
      .toBe('refund_failed')
    const sent = await returnsOf(executionId)
    expect(sent.map(({ beneficiary, minor }) => [beneficiary.name, minor])).toEqual([
      [first, '6000'],
      [second, '4000'],
    ])
    expect(new Set(sent.map(({ entryId }) => entryId)).size).toBe(2)
    const account = { iban: 'DE75512108001245126199' }
    const target = await accountIn(bff, site.germany.entityId, 'DE', { account })
    const again = await act(bff, 'refund', { executionId, target })
    expect(again.status).toBe(200)
    await until(bff, executionId, 'REFUNDED')
    // The first sixty went back once.
    expect((await returnsOf(executionId)).map(({ minor }) => minor)).toEqual([
      '6000',
      '4000',
      '4000',
    ])
  }, 30_000)

  test('400: to nobody else, and a payer who is not known has to be named', async () => {
    const { executionId } = await site.failed()
    const friend = await accountIn(bff, site.germany.entityId, 'DE', {
      ownership: 'THIRD_PARTY',
      accountHolder: { name: 'A Friend', type: 'individual' },
      account: { iban: 'DE75512108001245126199' },
    })
    const refused = await act(bff, 'refund', { executionId, target: friend })
    expect(codeOf(refused)).toEqual([400, 'ACCOUNT_TYPE_NOT_ALLOWED'])
    expect(refused.body.error.details[0]).toMatchObject({ path: 'target', allowed: ['SELF'] })
    const { id } = await rowOf(bff, executionId)
    await bff.deps.db.asWorker((tx) =>
      sql`update deposit set sender = sender || '{"account": ""}' where transfer_id = ${id}`.execute(
        tx,
      ),
    )
    await bff.post('/api/v1/xfer/accounts/external/disable', { accountId: site.germany.accountId })
    const unnamed = await act(bff, 'refund', { executionId })
    await bff.post('/api/v1/xfer/accounts/external/enable', { accountId: site.germany.accountId })
    expect(codeOf(unnamed)).toEqual([400, 'FIELD_REQUIRED'])
    expect(unnamed.body.error.details[0].path).toBe('target')
    expect((await act(bff, 'refund', { executionId })).status).toBe(200)
    await until(bff, executionId, 'REFUNDED')
  })
})

const depositOf = async (executionId: string) => {
  const { id } = await rowOf(bff, executionId)
  return bff.deps.db.asWorker((tx) =>
    tx
      .selectFrom('deposit')
      .select(['sender', 'bank_entry'])
      .where('transfer_id', '=', id)
      .executeTakeFirstOrThrow(),
  )
}

test('all published events are in the catalogue, without a gap', async () => {
  await expectEventsPublished(bff, {
    'transfer.initiated': 'quoted refund_in_flight',
    'transfer.transitioned':
      'awaiting_funds funds_received converted payment_submitted payment_processed ' +
      'undeliverable refund_in_flight refunded refund_failed',
    'transfer.action_required': 'undeliverable refund_failed',
  })
})
