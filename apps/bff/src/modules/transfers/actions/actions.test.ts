import { sql } from 'kysely'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type AnyBody, ownBff } from '../../../../test/support/process/bff.ts'
import { codeOf } from '../../../../test/support/money/funding.ts'
import { expectConsistent } from '../../../../test/support/money/invariants.ts'
import { accountIn, rowOf, setTerms } from '../../../../test/support/money/ordinary.ts'
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
import { type Acting, aMember } from '../../../../test/support/people/acting.ts'
import { expectEventsPublished } from '../../../../test/support/events/published.ts'
import { noticeDeposit } from '../funding/receive.ts'
import { transferPath, until } from '../../../../test/support/money/wallets.ts'

const bff = ownBff()
let site: OrdinarySite
let checker: Acting
beforeAll(async () => {
  site = await openOrdinarySite(bff)
  checker = await aMember(bff, 'treasury')
})
const approvalPath = '/api/v1/xfer/transaction/approval'
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

  test('422: what a payment is on its way for, or waits for it here', async () => {
    const seen = await started(bff, site.usdc, site.spain)
    const { id, partner_id: partnerId } = await rowOf(bff, seen.executionId)
    await bff.deps.db.asWorker((tx) =>
      noticeDeposit(tx, { partnerId, transferId: id, reference: '1 of 12' }),
    )
    await setTerms(bff, { approvalAbove: 0 })
    const early = await started(bff, site.germany, site.spain)
    await setTerms(bff, {})
    await paidIn(bff, early.executionId)
    expect((await readTransfer(bff, seen.executionId)).allowedActions).toEqual([])
    for (const { executionId } of [seen, early]) {
      const refused = await act(bff, 'cancel', { executionId })
      expect(codeOf(refused)).toEqual([422, 'TRANSFER_NOT_CANCELLABLE'])
      expect(refused.body.error.details[0].message).toContain('on its way')
    }
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
    const answer = await bff.post(transferPath, takeUp(quoted))
    await setTerms(bff, {})
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
    const approved = await checker.post(approvalPath, body)
    expect(approved.body.data).toMatchObject({
      status: 'PENDING',
      eventStatus: 'awaiting_funds',
      approval: { votes: [{ decision: 'APPROVED', comment: 'fine', actorType: 'partner_user' }] },
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
    expect(codeOf(await checker.post(approvalPath, body))).toEqual([422, 'ILLEGAL_TRANSITION'])
  })

  test('200: a rejection cancels, and a day without votes lets it expire', async () => {
    const [{ executionId }, late] = [await awaiting(), await awaiting()]
    const body = { executionId, decision: 'REJECTED' }
    const answer = await checker.post(approvalPath, body)
    expect(answer.body.data).toMatchObject({ status: 'CANCELLED', eventStatus: 'canceled' })
    await advanceClock(bff, 86_401)
    expect(await readTransfer(bff, late.executionId)).toMatchObject({
      status: 'EXPIRED',
      eventStatus: 'expired',
    })
    const { executionId: id } = late
    const tooLate = await checker.post(approvalPath, { executionId: id, decision: 'APPROVED' })
    expect(codeOf(tooLate)).toEqual([422, 'ILLEGAL_TRANSITION'])
  })

  test('200: a quote that expired meanwhile has another price, and the approver reads both', async () => {
    const { executionId } = await awaiting()
    const before = await readTransfer(bff, executionId)
    await setTerms(bff, { partnerFeeBps: 100 })
    await advanceClock(bff, 3_600)
    const body = { executionId, decision: 'APPROVED' }
    const { body: answer } = await checker.post(approvalPath, body)
    await setTerms(bff, {})
    expect(answer.data.to.amount).toBeLessThan(before.to.amount)
    expect(answer.data.from.amount).toBe(before.from.amount)
    for (const amount of [answer.data.to.amount, before.to.amount])
      expect(answer.message).toContain(String(amount))
    await paidIn(bff, executionId)
    await until(bff, executionId, 'COMPLETED')
  })

  test('403: a key approves nothing, neither its own nor another’s', async () => {
    const { executionId } = await awaiting()
    for (const key of [bff.first, site.checker]) {
      const answer = await act(bff, 'approval', { executionId, decision: 'APPROVED' }, key)
      expect(codeOf(answer)).toEqual([403, 'MAKER_CANNOT_APPROVE'])
    }
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

test('all published events are in the catalogue, without a gap, each state following the previous one', async () => {
  await expectEventsPublished(bff, {
    'transfer.initiated': 'quoted',
    'transfer.transitioned':
      'awaiting_approval awaiting_funds funds_received converted payment_submitted ' +
      'payment_processed undeliverable canceled expired',
    'transfer.action_required': 'undeliverable',
    'transfer.updated': 'converted',
    'approval.action_required': 'requested',
    'approval.transitioned': 'approved rejected expired',
  })
})
