import { sql } from 'kysely'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type AnyBody, sharedBff } from '../../../../test/support/process/bff.ts'
import { codeOf } from '../../../../test/support/money/funding.ts'
import { expectConsistent } from '../../../../test/support/money/invariants.ts'
import { accountIn, aParty, rowOf, setTerms } from '../../../../test/support/money/ordinary.ts'
import {
  act,
  advanceClock,
  aQuoteOf,
  paidIn,
  readTransfer,
  started,
  stepsOf,
  takeUp,
  eventTypesOf,
} from '../../../../test/support/money/ordinary-flow.ts'
import {
  openOrdinarySite,
  type OrdinarySite,
  unknownExecution as unknown,
} from '../../../../test/support/money/ordinary-site.ts'
import { expectEventsPublished } from '../../../../test/support/events/published.ts'
import { transferPath, until } from '../../../../test/support/money/wallets.ts'

const bff = sharedBff()
let site: OrdinarySite
beforeAll(async () => {
  site = await openOrdinarySite(bff)
})
afterEach(() => expectConsistent(bff))

describe('transfers.cancel', () => {
  test('200: what waits for its money ends, and what was to come is cancelled', async () => {
    const { executionId } = await started(bff, site.germany, site.spain)
    const answer = await act(bff, 'cancel', { executionId, reason: 'changed my mind' })
    expect(answer.body).toMatchObject({
      success: true,
      message: expect.stringMatching(/./),
      data: { executionId, status: 'CANCELLED', eventStatus: 'canceled', allowedActions: [] },
    })
    expect(new Set(Object.values(stepsOf(answer.body.data)))).toEqual(
      new Set(['completed', 'skipped', 'cancelled']),
    )
    expect((await eventTypesOf(bff, executionId)).at(-1)).toBe(
      'transitioned canceled: PENDING → CANCELLED',
    )
  })

  test('404: an unknown transfer, and another partner’s', async () => {
    const { executionId } = await started(bff, site.germany, site.spain)
    const refused = [404, 'TRANSFER_NOT_FOUND']
    expect(codeOf(await act(bff, 'cancel', { executionId: unknown }))).toEqual(refused)
    expect(codeOf(await act(bff, 'cancel', { executionId }, bff.second))).toEqual(refused)
  })

  test('422: what reads as expired is not cancelled, also before the sweeper has seen it', async () => {
    const { executionId } = await started(bff, site.germany, site.spain)
    const { id } = await rowOf(bff, executionId)
    await bff.deps.db.asWorker((tx) =>
      sql`update transfer set deposit_until = service_now() where id = ${id}`.execute(tx),
    )
    const refused = await act(bff, 'cancel', { executionId, reason: 'too late' })
    expect(codeOf(refused)).toEqual([422, 'TRANSFER_NOT_CANCELLABLE'])
    expect(refused.body.error.details[0]).toMatchObject({ from: 'EXPIRED' })
    await until(bff, executionId, 'EXPIRED')
  })

  test('422: a quote, and what has its money', async () => {
    const { executionId } = await aQuoteOf(bff, site.germany, site.spain)
    const done = await site.paid(site.germany, site.spain)
    await until(bff, done, 'COMPLETED')
    for (const id of [executionId, done])
      expect(codeOf(await act(bff, 'cancel', { executionId: id }))).toEqual([
        422,
        'TRANSFER_NOT_CANCELLABLE',
      ])
  })
})

describe('transfers.approve', () => {
  const awaiting = async () => {
    await setTerms(bff, { approvalAbove: 0 })
    const quoted = await aQuoteOf(bff, site.germany, site.spain)
    await setTerms(bff, {})
    const answer = await bff.post(transferPath, takeUp(quoted))
    return { executionId: quoted.executionId as string, answer }
  }

  test('200: another person approves, and the deposit is awaited', async () => {
    const { executionId, answer } = await awaiting()
    expect(answer.body.data).toEqual({
      executionId,
      status: 'AWAITING_APPROVAL',
      message: expect.any(String),
      nextAction: 'AWAIT_APPROVAL',
    })
    const waiting = await readTransfer(bff, executionId)
    expect(waiting).toMatchObject({
      eventStatus: 'awaiting_approval',
      allowedActions: ['approve', 'cancel'],
      approval: { required: true, approvalsNeeded: 1, votes: [] },
    })
    expect(stepsOf(waiting)).toMatchObject({ approval: 'waiting', deposit_received: 'pending' })
    const body = { executionId, decision: 'APPROVED', comment: 'fine' }
    const approved = await act(bff, 'approval', body, site.checker)
    expect(approved.body.data).toMatchObject({
      status: 'PENDING',
      eventStatus: 'awaiting_funds',
      approval: { votes: [{ decision: 'APPROVED', comment: 'fine', actorType: 'api_key' }] },
    })
    expect(stepsOf(approved.body.data)).toMatchObject({
      approval: 'completed',
      deposit_received: 'waiting',
    })
    expect(await eventTypesOf(bff, executionId, 'approval')).toEqual([
      'action_required requested: AWAITING_APPROVAL → AWAITING_APPROVAL',
      'transitioned approved: PENDING → PENDING',
    ])
    await paidIn(bff, executionId)
    await until(bff, executionId, 'COMPLETED')
    expect(codeOf(await act(bff, 'approval', body, site.checker))).toEqual([
      422,
      'ILLEGAL_TRANSITION',
    ])
  })

  test('200: a rejection cancels, and a day without votes lets it expire', async () => {
    const [{ executionId }, late] = [await awaiting(), await awaiting()]
    const body = { executionId, decision: 'REJECTED' }
    const answer = await act(bff, 'approval', body, site.checker)
    expect(answer.body.data).toMatchObject({ status: 'CANCELLED', eventStatus: 'canceled' })
    await advanceClock(bff, 86_401)
    expect(await readTransfer(bff, late.executionId)).toMatchObject({
      status: 'EXPIRED',
      eventStatus: 'expired',
    })
    const { executionId: id } = late
    const tooLate = await act(
      bff,
      'approval',
      { executionId: id, decision: 'APPROVED' },
      site.checker,
    )
    expect(codeOf(tooLate)).toEqual([422, 'ILLEGAL_TRANSITION'])
  })

  test('200: a quote that expired meanwhile has another price, and the approver reads both', async () => {
    const { executionId } = await awaiting()
    const before = await readTransfer(bff, executionId)
    await setTerms(bff, { partnerFeeBps: 100 })
    await advanceClock(bff, 3_600)
    const body = { executionId, decision: 'APPROVED' }
    const { body: answer } = await act(bff, 'approval', body, site.checker)
    await setTerms(bff, {})
    expect(answer.data.to.amount).toBeLessThan(before.to.amount)
    expect(answer.data.from.amount).toBe(before.from.amount)
    for (const amount of [answer.data.to.amount, before.to.amount])
      expect(answer.message).toContain(String(amount))
    await paidIn(bff, executionId)
    await until(bff, executionId, 'COMPLETED')
  })

  test('403: no one approves what they made', async () => {
    const { executionId } = await awaiting()
    const answer = await act(bff, 'approval', { executionId, decision: 'APPROVED' })
    expect(codeOf(answer)).toEqual([403, 'MAKER_CANNOT_APPROVE'])
  })

  test('404: an unknown transfer, and another partner’s', async () => {
    const { executionId } = await awaiting()
    const refused = [404, 'TRANSFER_NOT_FOUND']
    const body = { executionId: unknown, decision: 'APPROVED' }
    expect(codeOf(await act(bff, 'approval', body))).toEqual(refused)
    expect(codeOf(await act(bff, 'approval', { ...body, executionId }, bff.second))).toEqual(
      refused,
    )
  })
})

describe('transfers.retry', () => {
  test('200: a payout that failed goes to another account of the payee', async () => {
    const { executionId, payee, record } = await site.failed()
    expect(record).toMatchObject({
      eventStatus: 'undeliverable',
      failure: { code: 'BENEFICIARY_ACCOUNT_CLOSED', type: 'BENEFICIARY', retryable: true },
      allowedActions: ['retry', 'refund'],
    })
    const toAccountId = await site.spanish(payee.entityId)
    await advanceClock(bff, 3_600)
    const answer = await act(bff, 'retry', { executionId, toAccountId })
    expect(answer.body).toMatchObject({
      success: true,
      message: expect.stringMatching(/./),
      data: { executionId, status: 'PROCESSING', to: { accountId: toAccountId } },
    })
    expect(answer.body.data.failure).toBeUndefined()
    const done = await until(bff, executionId, 'COMPLETED')
    const again = done.details.filter(({ attempt }: AnyBody) => attempt > 1)
    expect(again).toHaveLength(1)
    expect(await eventTypesOf(bff, executionId)).toEqual([
      'initiated quoted:  → QUOTED',
      'transitioned awaiting_funds: QUOTED → PENDING',
      'transitioned funds_received: PENDING → PROCESSING',
      'transitioned converted: PROCESSING → PROCESSING',
      ...(again[0].name === 'payout_confirmed'
        ? ['transitioned payment_submitted: PROCESSING → PROCESSING']
        : []),
      'transitioned undeliverable: PROCESSING → FAILED',
      'action_required undeliverable: FAILED → FAILED',
      'transitioned converted: FAILED → PROCESSING',
      // It is there later than was quoted.
      'updated converted: PROCESSING → PROCESSING',
      ...(again[0].name === 'payout_confirmed'
        ? []
        : ['transitioned payment_submitted: PROCESSING → PROCESSING']),
      'transitioned payment_processed: PROCESSING → COMPLETED',
    ])
  })

  test('200: without another account the same one is tried, and can fail again', async () => {
    const { executionId } = await site.failed('BENEFICIARY_NAME_MISMATCH')
    expect((await act(bff, 'retry', { executionId })).status).toBe(200)
    const again = await until(bff, executionId, 'FAILED')
    expect(again.failure.code).toBe('BENEFICIARY_NAME_MISMATCH')
  })

  test('400, 404 and 422: the other account must be the payee’s, of the currency, and enabled', async () => {
    const { executionId, payee } = await site.failed()
    const wallet = await accountIn(bff, payee.entityId, site.tokenId)
    const disabled = await site.spanish(payee.entityId)
    await bff.post('/api/v1/xfer/accounts/external/disable', { accountId: disabled })
    const retry = async (toAccountId: string) =>
      codeOf(await act(bff, 'retry', { executionId, toAccountId }))
    expect(await retry(site.germany.accountId)).toEqual([404, 'ACCOUNT_NOT_FOUND'])
    expect(await retry(wallet)).toEqual([400, 'ACCOUNT_TYPE_NOT_ALLOWED'])
    expect(await retry(disabled)).toEqual([422, 'CORRIDOR_UNAVAILABLE'])
    expect((await readTransfer(bff, executionId)).status).toBe('FAILED')
  })

  test('404 and 422: an unknown transfer, and one that has not failed', async () => {
    const { executionId } = await started(bff, site.germany, site.spain)
    expect(codeOf(await act(bff, 'retry', { executionId: unknown }))).toEqual([
      404,
      'TRANSFER_NOT_FOUND',
    ])
    const refused = await act(bff, 'retry', { executionId })
    expect(codeOf(refused)).toEqual([422, 'ILLEGAL_TRANSITION'])
    expect(refused.body.error.details[0]).toMatchObject({ from: 'PENDING', to: 'PROCESSING' })
  })
})

describe('transfers.refund', () => {
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
    const part = await act(bff, 'refund', { executionId, amount: 40 })
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

  test('200: tokens that were paid in go back to the wallet that paid', async () => {
    const payee = await site.payeeNamed('FAIL BENEFICIARY_BANK_INVALID')
    const executionId = await site.paid(site.usdc, payee)
    await until(bff, executionId, 'FAILED')
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

  test('404 and 422: an unknown transfer, one that waits, and more than the service lends', async () => {
    const { executionId } = await started(bff, site.germany, site.spain)
    const refund = async (id: string) => codeOf(await act(bff, 'refund', { executionId: id }))
    expect(await refund(unknown)).toEqual([404, 'TRANSFER_NOT_FOUND'])
    expect(await refund(executionId)).toEqual([422, 'ILLEGAL_TRANSITION'])
    await paidIn(bff, executionId)
    await until(bff, executionId, 'COMPLETED')
    await setTerms(bff, { refundCreditLimit: 10 })
    expect(await refund(executionId)).toEqual([422, 'CREDIT_LIMIT_EXCEEDED'])
    await setTerms(bff, {})
    expect((await act(bff, 'refund', { executionId, amount: 1 })).status).toBe(200)
  })

  test('a refund whose own account is refused waits for another one', async () => {
    const payer = await aParty(bff, 'DE', {
      ownership: 'THIRD_PARTY',
      accountHolder: { name: 'FAIL BENEFICIARY_ACCOUNT_CLOSED', type: 'individual' },
    })
    const payee = await site.payeeNamed('FAIL BENEFICIARY_ACCOUNT_INVALID')
    const executionId = await site.paid(payer, payee)
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
    const payer = await aParty(bff, 'DE', {
      ownership: 'THIRD_PARTY',
      accountHolder: { name: 'FAIL BENEFICIARY_ACCOUNT_CLOSED', type: 'individual' },
    })
    const original = await site.paid(payer, site.spain)
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

test('all published events are in the catalogue, without a gap, each state following the previous one', async () => {
  await expectEventsPublished(bff, {
    'transfer.initiated': 'quoted refund_in_flight',
    'transfer.transitioned':
      'awaiting_approval awaiting_funds funds_received converted payment_submitted ' +
      'payment_processed undeliverable refund_in_flight refunded refund_failed canceled expired',
    'transfer.action_required': 'undeliverable refund_failed',
    'transfer.updated': 'converted',
    'approval.action_required': 'requested',
    'approval.transitioned': 'approved rejected expired',
  })
})
