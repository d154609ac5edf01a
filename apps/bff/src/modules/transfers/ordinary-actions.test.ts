import { partnerScopes } from '@corridor/domain'
import { stampWithApiKey } from '@corridor/signing'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type AnyBody, type Bff, type Partner, startBff } from '../../../test/support/bff.ts'
import { codeOf } from '../../../test/support/funding.ts'
import { expectConsistent } from '../../../test/support/invariants.ts'
import { asOperator } from '../../../test/support/kyc.ts'
import { accountIn, aParty, rowOf, setTerms, type Side } from '../../../test/support/ordinary.ts'
import {
  act,
  advanceClock,
  aQuoteOf,
  failAt,
  paidIn,
  readTransfer,
  started,
  stepsOf,
  takeUp,
  toldOf,
} from '../../../test/support/ordinary-flow.ts'
import {
  aTransfer,
  fund,
  makeWallet,
  simulatePath,
  tokens,
  transfer,
  transferPath,
  until,
} from '../../../test/support/wallets.ts'
import { haltPayouts, resumePayouts } from '../ledger/halts.ts'
import { receiveDeposit } from './ordinary-receive.ts'

let bff: Bff
let germany: Side
let spain: Side
let usdc: Side
/** The same partner with another key: who made a transfer does not approve it. */
let checker: Partner
beforeAll(async () => {
  bff = await startBff()
  const [token] = await tokens(bff)
  const [a, b, c] = await Promise.all(
    ['DE', 'ES', token?.id ?? ''].map((place) => aParty(bff, place)),
  )
  if (!a || !b || !c) throw new Error('no parties')
  ;[germany, spain, usdc] = [a, b, c]
  const { svcPartnerId } = bff.first
  checker = { svcPartnerId, apiToken: await bff.issue(svcPartnerId, partnerScopes) }
})
afterAll(() => bff.close())
afterEach(() => expectConsistent(bff))

const unknown = `exec_${'0'.repeat(26)}`
const paid = async (from: Side, to: Side, change: Record<string, unknown> = {}) => {
  const { executionId } = await started(bff, from, to, change)
  await paidIn(bff, executionId)
  return executionId as string
}
/** A payee whose bank answers with this; in Spain. */
const payeeNamed = (name: string) =>
  aParty(bff, 'ES', { ownership: 'THIRD_PARTY', accountHolder: { name, type: 'individual' } })
const spanish = (entityId: string) =>
  accountIn(bff, entityId, 'ES', { account: { iban: 'ES7921000813610123456789' } })
const failed = async (code = 'BENEFICIARY_ACCOUNT_CLOSED') => {
  const payee = await payeeNamed(`FAIL ${code}`)
  const executionId = await paid(germany, payee)
  return { executionId, payee, record: await until(bff, executionId, 'FAILED') }
}

describe('transfers.cancel', () => {
  test('200: what waits for its money ends, and what was to come is cancelled', async () => {
    const { executionId } = await started(bff, germany, spain)
    const answer = await act(bff, 'cancel', { executionId, reason: 'changed my mind' })
    expect(answer.body).toMatchObject({
      success: true,
      message: expect.stringMatching(/./),
      data: { executionId, status: 'CANCELLED', eventStatus: 'canceled', allowedActions: [] },
    })
    expect(new Set(Object.values(stepsOf(answer.body.data)))).toEqual(
      new Set(['completed', 'skipped', 'cancelled']),
    )
    expect((await toldOf(bff, executionId)).at(-1)).toBe(
      'transitioned canceled: PENDING → CANCELLED',
    )
  })

  test('404: an unknown transfer, and another partner’s', async () => {
    const { executionId } = await started(bff, germany, spain)
    const refused = [404, 'TRANSFER_NOT_FOUND']
    expect(codeOf(await act(bff, 'cancel', { executionId: unknown }))).toEqual(refused)
    expect(codeOf(await act(bff, 'cancel', { executionId }, bff.second))).toEqual(refused)
  })

  test('422: a quote, and what has its money', async () => {
    const { executionId } = await aQuoteOf(bff, germany, spain)
    const done = await paid(germany, spain)
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
    const quoted = await aQuoteOf(bff, germany, spain)
    await setTerms(bff, {})
    const answer = await bff.post(transferPath, takeUp(quoted))
    return { executionId: quoted.executionId as string, answer }
  }

  test('200: somebody else approves, and the money is waited for', async () => {
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
    const approved = await act(bff, 'approval', body, checker)
    expect(approved.body.data).toMatchObject({
      status: 'PENDING',
      eventStatus: 'awaiting_funds',
      approval: { votes: [{ decision: 'APPROVED', comment: 'fine', actorType: 'api_key' }] },
    })
    expect(stepsOf(approved.body.data)).toMatchObject({
      approval: 'completed',
      deposit_received: 'waiting',
    })
    expect(await toldOf(bff, executionId, 'approval')).toEqual([
      'action_required requested:  → REQUESTED',
      'transitioned approved: REQUESTED → APPROVED',
    ])
    await paidIn(bff, executionId)
    await until(bff, executionId, 'COMPLETED')
    expect(codeOf(await act(bff, 'approval', body, checker))).toEqual([422, 'ILLEGAL_TRANSITION'])
  })

  test('200: a rejection cancels, and a day without votes lets it expire', async () => {
    const [{ executionId }, late] = [await awaiting(), await awaiting()]
    const body = { executionId, decision: 'REJECTED' }
    const answer = await act(bff, 'approval', body, checker)
    expect(answer.body.data).toMatchObject({ status: 'CANCELLED', eventStatus: 'canceled' })
    await advanceClock(bff, 86_401)
    expect(await readTransfer(bff, late.executionId)).toMatchObject({
      status: 'EXPIRED',
      eventStatus: 'expired',
    })
    const { executionId: id } = late
    const tooLate = await act(bff, 'approval', { executionId: id, decision: 'APPROVED' }, checker)
    expect(codeOf(tooLate)).toEqual([422, 'ILLEGAL_TRANSITION'])
  })

  test('200: a quote that expired meanwhile has another price, and the approver reads both', async () => {
    const { executionId } = await awaiting()
    const before = await readTransfer(bff, executionId)
    await setTerms(bff, { partnerFeeBps: 100 })
    await advanceClock(bff, 3_600)
    const body = { executionId, decision: 'APPROVED' }
    const { body: answer } = await act(bff, 'approval', body, checker)
    await setTerms(bff, {})
    expect(answer.data.to.amount).toBeLessThan(before.to.amount)
    expect(answer.data.from.amount).toBe(before.from.amount)
    for (const amount of [answer.data.to.amount, before.to.amount])
      expect(answer.message).toContain(String(amount))
    await paidIn(bff, executionId)
    await until(bff, executionId, 'COMPLETED')
  })

  test('403: nobody approves what they made', async () => {
    const { executionId } = await awaiting()
    const answer = await act(bff, 'approval', { executionId, decision: 'APPROVED' })
    expect(codeOf(answer)).toEqual([403, 'MAKER_CANNOT_APPROVE'])
  })

  test('404: an unknown transfer, and another partner’s', async () => {
    const { executionId } = await awaiting()
    const refused = [404, 'TRANSFER_NOT_FOUND']
    const body = { executionId: unknown, decision: 'APPROVED' }
    expect(codeOf(await act(bff, 'approval', body))).toEqual(refused)
    expect(codeOf(await act(bff, 'approval', { ...body, executionId }, bff.second))).toEqual(refused)
  })
})

describe('transfers.retry', () => {
  test('200: a payout that failed goes to another account of the payee', async () => {
    const { executionId, payee, record } = await failed()
    expect(record).toMatchObject({
      eventStatus: 'undeliverable',
      failure: { code: 'BENEFICIARY_ACCOUNT_CLOSED', type: 'BENEFICIARY', retryable: true },
      allowedActions: ['retry', 'refund'],
    })
    const toAccountId = await spanish(payee.entityId)
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
    expect(await toldOf(bff, executionId)).toEqual([
      'initiated quoted:  → QUOTED',
      'transitioned awaiting_funds: QUOTED → PENDING',
      'transitioned funds_received: PENDING → PROCESSING',
      'transitioned converted: PROCESSING → PROCESSING',
      ...(again[0].name === 'payout_confirmed'
        ? ['transitioned payment_submitted: PROCESSING → PROCESSING']
        : []),
      'transitioned undeliverable: PROCESSING → FAILED',
      'transitioned converted: FAILED → PROCESSING',
      ...(again[0].name === 'payout_confirmed'
        ? []
        : ['transitioned payment_submitted: PROCESSING → PROCESSING']),
      'transitioned payment_processed: PROCESSING → COMPLETED',
    ])
  })

  test('200: without another account the same one is tried, and can fail again', async () => {
    const { executionId } = await failed('BENEFICIARY_NAME_MISMATCH')
    expect((await act(bff, 'retry', { executionId })).status).toBe(200)
    const again = await until(bff, executionId, 'FAILED')
    expect(again.failure.code).toBe('BENEFICIARY_NAME_MISMATCH')
  })

  test('400, 404 and 422: the other account must be the payee’s, of the currency, and enabled', async () => {
    const { executionId, payee } = await failed()
    const wallet = await accountIn(bff, payee.entityId, (await tokens(bff))[0]?.id ?? '')
    const disabled = await spanish(payee.entityId)
    await bff.post('/api/v1/xfer/accounts/external/disable', { accountId: disabled })
    const retry = async (toAccountId: string) =>
      codeOf(await act(bff, 'retry', { executionId, toAccountId }))
    expect(await retry(germany.accountId)).toEqual([404, 'ACCOUNT_NOT_FOUND'])
    expect(await retry(wallet)).toEqual([400, 'ACCOUNT_TYPE_NOT_ALLOWED'])
    expect(await retry(disabled)).toEqual([422, 'CORRIDOR_UNAVAILABLE'])
    expect((await readTransfer(bff, executionId)).status).toBe('FAILED')
  })

  test('404 and 422: an unknown transfer, and one that has not failed', async () => {
    const { executionId } = await started(bff, germany, spain)
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
    const { executionId } = await failed()
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
    expect((await toldOf(bff, executionId)).slice(-2)).toEqual([
      'transitioned refund_in_flight: FAILED → REFUNDING',
      'transitioned refunded: REFUNDING → REFUNDED',
    ])
  })

  test('200: of a completed one in executions of their own, up to what was paid in', async () => {
    const executionId = await paid(germany, spain)
    await until(bff, executionId, 'COMPLETED')
    const part = await act(bff, 'refund', { executionId, amount: 40 })
    expect(part.body.data).toMatchObject({
      refundOf: executionId,
      transactionId: `refund-${executionId}`,
      status: 'PROCESSING',
      eventStatus: 'refund_in_flight',
      to: { amount: 40, currency: 'EUR', entityId: germany.entityId },
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
    const payee = await payeeNamed('FAIL BENEFICIARY_BANK_INVALID')
    const executionId = await paid(usdc, payee)
    await until(bff, executionId, 'FAILED')
    await act(bff, 'refund', { executionId })
    expect((await until(bff, executionId, 'REFUNDED')).eventStatus).toBe('refunded')
  })

  test('400: an amount above what is left, with too many digits, or a part of what failed', async () => {
    const executionId = await paid(germany, spain)
    await until(bff, executionId, 'COMPLETED')
    const refund = async (id: string, amount: number) =>
      codeOf(await act(bff, 'refund', { executionId: id, amount }))
    expect(await refund(executionId, 100.01)).toEqual([400, 'AMOUNT_ABOVE_MAX'])
    expect(await refund(executionId, 1.001)).toEqual([400, 'AMOUNT_PRECISION'])
    const other = await failed()
    expect(await refund(other.executionId, 10)).toEqual([400, 'FIELD_INVALID'])
  })

  test('400, 404 and 422: the target must be the payer’s, of the currency, and enabled', async () => {
    const { executionId } = await failed()
    const wallet = await accountIn(bff, germany.entityId, (await tokens(bff))[0]?.id ?? '')
    const disabled = await spanish(germany.entityId)
    await bff.post('/api/v1/xfer/accounts/external/disable', { accountId: disabled })
    const refund = async (target: string) =>
      codeOf(await act(bff, 'refund', { executionId, target }))
    expect(await refund(spain.accountId)).toEqual([404, 'ACCOUNT_NOT_FOUND'])
    expect(await refund(wallet)).toEqual([400, 'ACCOUNT_TYPE_NOT_ALLOWED'])
    expect(await refund(disabled)).toEqual([422, 'CORRIDOR_UNAVAILABLE'])
  })

  test('404 and 422: an unknown transfer, one that waits, and more than the service lends', async () => {
    const { executionId } = await started(bff, germany, spain)
    const refund = async (id: string) => codeOf(await act(bff, 'refund', { executionId: id }))
    expect(await refund(unknown)).toEqual([404, 'TRANSFER_NOT_FOUND'])
    expect(await refund(executionId)).toEqual([422, 'ILLEGAL_TRANSITION'])
    await paidIn(bff, executionId)
    await until(bff, executionId, 'COMPLETED')
    await setTerms(bff, { creditLimit: 10 })
    expect(await refund(executionId)).toEqual([422, 'CREDIT_LIMIT_EXCEEDED'])
    await setTerms(bff, {})
    expect((await act(bff, 'refund', { executionId, amount: 1 })).status).toBe(200)
  })

  test('a refund whose own account is refused waits for another one', async () => {
    const payer = await aParty(bff, 'DE', {
      ownership: 'THIRD_PARTY',
      accountHolder: { name: 'FAIL BENEFICIARY_ACCOUNT_CLOSED', type: 'individual' },
    })
    const payee = await payeeNamed('FAIL BENEFICIARY_ACCOUNT_INVALID')
    const executionId = await paid(payer, payee)
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
})

describe('sandbox.failTransfer', () => {
  test.each([
    ['deposit_received', 'FUNDING_SENDER_MISMATCH', 'REFUNDED'],
    ['compliance_check', 'COMPLIANCE_PURPOSE_REJECTED', 'REFUNDED'],
    ['conversion', 'INTERNAL_ERROR', 'REFUNDED'],
    ['payout_submitted', 'RAIL_REJECTED', 'REFUNDED'],
    ['payout_confirmed', 'RAIL_REJECTED', 'REFUNDED'],
    ['payout_submitted', 'BENEFICIARY_ACCOUNT_INVALID', 'FAILED'],
    ['payout_confirmed', 'BENEFICIARY_ACCOUNT_INVALID', 'FAILED'],
  ])('200: %s fails with %s, and the transfer is %s', async (step, code, status) => {
    const quoted = await aQuoteOf(bff, germany, spain)
    const { executionId } = quoted
    const forced = await failAt(bff, executionId, step, code)
    expect(forced.body).toMatchObject({ success: true, data: { status: 'QUOTED' } })
    await bff.post(transferPath, takeUp(quoted))
    await paidIn(bff, executionId)
    const ended = await until(bff, executionId, status)
    expect(ended.failure).toMatchObject({ code, step })
    expect(stepsOf(ended)[step]).toBe('failed')
    if (status === 'FAILED') expect(ended.allowedActions).toContain('refund')
  })

  test.each(['broadcast', 'finalized'])(
    '200: between wallets %s fails, and the tokens stay where they are',
    async (step) => {
      const [from, to] = await Promise.all([makeWallet(bff), makeWallet(bff)])
      await fund(bff, from, 30)
      const { body: quoted } = await bff.post(simulatePath, aTransfer(from, to))
      const { executionId, payloadToSign } = quoted
      await failAt(bff, executionId, step, 'CHAIN_DROPPED')
      const payloadSignature = stampWithApiKey(payloadToSign, from.key)
      await bff.post(transferPath, { executionId, payloadSignature, signatureType: 'ApiKey' })
      const ended = await until(bff, executionId, 'FAILED')
      expect(ended.failure).toMatchObject({ code: 'CHAIN_DROPPED', step })
      // Its number is free again: the next transfer of the wallet takes it.
      await until(bff, await transfer(bff, from, to, { exactAmountIn: 30 }), 'COMPLETED')
    },
  )

  test('200: a payment that is on its way is refused by the bank', async () => {
    const payee = await payeeNamed('SLOW')
    const executionId = await paid(germany, payee)
    while (stepsOf(await readTransfer(bff, executionId))['payout_confirmed'] !== 'waiting');
    const tooLate = await failAt(bff, executionId, 'payout_submitted', 'RAIL_REJECTED')
    expect(codeOf(tooLate)).toEqual([400, 'FIELD_INVALID'])
    await failAt(bff, executionId, 'payout_confirmed', 'BENEFICIARY_ACCOUNT_CLOSED')
    const ended = await until(bff, executionId, 'FAILED')
    expect(ended.failure).toMatchObject({
      code: 'BENEFICIARY_ACCOUNT_CLOSED',
      step: 'payout_confirmed',
    })
  })

  test('200: a refund that fails is looked at, and sent again by the decision', async () => {
    const { executionId } = await failed()
    await failAt(bff, executionId, 'refund_submitted', 'RAIL_REJECTED')
    await act(bff, 'refund', { executionId })
    await until(bff, executionId, 'IN_REVIEW')
    const decided = await bff.post(`/api/v1/sandbox/transfer/${executionId}/review`, {
      decision: 'APPROVED',
    })
    expect(decided.body.data.status).toBe('REFUNDING')
    await until(bff, executionId, 'REFUNDED')
  })

  test('400: a step that does not come or a code that does not exist; all that may be is named', async () => {
    const { executionId } = await started(bff, germany, spain)
    const refused = await failAt(bff, executionId, 'broadcast', 'NO_SUCH')
    expect(codeOf(refused)).toEqual([400, 'FIELD_INVALID'])
    expect(refused.body.error.details).toMatchObject([
      { path: 'step', allowed: expect.arrayContaining(['compliance_check', 'refund_submitted']) },
      { path: 'failureCode', allowed: expect.arrayContaining(['RAIL_REJECTED']) },
    ])
  })

  test('404 and 422: an unknown transfer, and one that is over', async () => {
    const { executionId } = await started(bff, germany, spain)
    await act(bff, 'cancel', { executionId })
    const refused = async (id: string) =>
      codeOf(await failAt(bff, id, 'compliance_check', 'INTERNAL_ERROR'))
    expect(await refused(unknown)).toEqual([404, 'TRANSFER_NOT_FOUND'])
    expect(await refused(executionId)).toEqual([422, 'ILLEGAL_TRANSITION'])
  })
})

describe('sandbox.reviewTransfer', () => {
  const review = (executionId: string, decision: string) =>
    bff.post(`/api/v1/sandbox/transfer/${executionId}/review`, { decision })

  test('200: approved, it goes on with what arrived; rejected, that goes back', async () => {
    const [short, over] = await Promise.all([
      started(bff, germany, spain),
      started(bff, germany, spain),
    ])
    await paidIn(bff, short.executionId, { amount: 60 })
    await paidIn(bff, over.executionId, { amount: 130 })
    const approved = await review(short.executionId, 'APPROVED')
    expect(approved.body).toMatchObject({ success: true, data: { status: 'PROCESSING' } })
    const done = await until(bff, short.executionId, 'COMPLETED')
    expect(done.to.amount).toBeLessThan(60)
    const rejected = await review(over.executionId, 'REJECTED')
    expect(rejected.body.data).toMatchObject({
      status: 'REFUNDING',
      failure: { code: 'FUNDING_OVERPAID' },
    })
    const back = await until(bff, over.executionId, 'REFUNDED')
    expect(back.amountReceived).toEqual({ amount: 130, currency: 'EUR' })
  })

  test('200: a review that nobody decides ends as a rejection', async () => {
    const { executionId } = await started(bff, germany, spain)
    await paidIn(bff, executionId, { amount: 60 })
    await advanceClock(bff, 8 * 86_400)
    await until(bff, executionId, 'REFUNDED')
  })

  test('404 and 422: an unknown transfer, and one that nobody looks at', async () => {
    const { executionId } = await started(bff, germany, spain)
    expect(codeOf(await review(unknown, 'APPROVED'))).toEqual([404, 'TRANSFER_NOT_FOUND'])
    expect(codeOf(await review(executionId, 'APPROVED'))).toEqual([422, 'ILLEGAL_TRANSITION'])
  })
})

describe('when time passes and banks do as they like', () => {
  /** The money arrives as a watcher takes it in, up to its commit. */
  const arrives = async (executionId: string) => {
    const row = await rowOf(bff, executionId)
    await bff.deps.db.asWorker(async (tx) => {
      const deposit = await tx
        .insertInto('deposit')
        .values({
          partner_id: row.partner_id,
          id: bff.deps.ids.uuid(),
          source: 'BANK',
          status: 'RECEIVED',
          transfer_id: row.id,
          jurisdiction_id: row.jurisdiction_in,
          currency: row.currency_in,
          scale: row.scale_in,
          amount: row.amount_in,
          sender: JSON.stringify({ name: '', account: '', walletAddress: '', reference: '' }),
          bank_entry: `entry of ${executionId}`,
          received_at: row.updated_at,
          updated_at: row.updated_at,
          version: 1,
        })
        .returningAll()
        .executeTakeFirstOrThrow()
      await receiveDeposit(tx, bff.deps, deposit)
    })
  }

  test('money that nobody asked back for a week goes back by itself', async () => {
    const { executionId } = await failed()
    await advanceClock(bff, 7 * 86_400 + 60)
    await until(bff, executionId, 'REFUNDED')
  })

  test('a payout that comes back after completion is refunded by a linked execution', async () => {
    const payee = await payeeNamed('RETURN BENEFICIARY_ACCOUNT_CLOSED')
    const executionId = await paid(germany, payee)
    await until(bff, executionId, 'COMPLETED')
    await advanceClock(bff, 3 * 86_400)
    for (;;) {
      const { refunds, status, eventStatus } = await readTransfer(bff, executionId)
      expect(status).toBe('COMPLETED')
      if (refunds.length === 0) continue
      expect(eventStatus).toBe('returned')
      const linked = await until(bff, refunds[0], 'COMPLETED')
      expect(linked).toMatchObject({ refundOf: executionId, to: { amount: 100 } })
      break
    }
    const account = await bff.get(`/api/v1/xfer/accounts/external/${payee.accountId}`)
    expect(account.body.data).toMatchObject({
      status: 'DISABLED',
      statusReason: 'PAYOUT_RETURNED',
    })
  })

  test('a payout that takes too long is told once and never fails by it', async () => {
    const payee = await payeeNamed('SLOW')
    const executionId = await paid(germany, payee)
    const overdue = 'action_required payment_submitted: PROCESSING → PROCESSING'
    while (stepsOf(await readTransfer(bff, executionId))['payout_confirmed'] !== 'waiting');
    await advanceClock(bff, 2 * 3_600)
    while (!(await toldOf(bff, executionId)).includes(overdue));
    await advanceClock(bff, 2 * 3_600)
    expect((await readTransfer(bff, executionId)).status).toBe('PROCESSING')
    await advanceClock(bff, 86_400)
    await until(bff, executionId, 'COMPLETED')
    expect((await toldOf(bff, executionId)).filter((line) => line === overdue)).toHaveLength(1)
  })

  test('a verification that is paused stops what is under way, and its end lets it go on', async () => {
    const payer = await aParty(bff, 'DE')
    const { entityId } = payer
    const hold = (event: 'pause' | 'resume') =>
      asOperator(bff, entityId, (service, tx, by) =>
        service.hold(tx, by, entityId, { event, reason: 'a document is missing' }),
      )
    const [before, under] = [await started(bff, payer, spain), await started(bff, payer, spain)]
    // Its money is there, and no worker has come to it yet.
    await arrives(under.executionId)
    expect((await readTransfer(bff, under.executionId)).status).toBe('PROCESSING')
    await hold('pause')
    await paidIn(bff, before.executionId)
    for (const { executionId } of [before, under]) {
      const record = await readTransfer(bff, executionId)
      expect(record).toMatchObject({ status: 'IN_REVIEW', eventStatus: 'in_review' })
      expect(stepsOf(record)).toMatchObject({
        deposit_received: 'completed',
        compliance_check: 'waiting',
      })
    }
    const path = `/api/v1/sandbox/transfer/${under.executionId}/review`
    const rejected = await bff.post(path, { decision: 'REJECTED' })
    expect(rejected.body.data.failure.code).toBe('COMPLIANCE_KYC_PAUSED')
    await until(bff, under.executionId, 'REFUNDED')
    await hold('resume')
    await until(bff, before.executionId, 'COMPLETED')
  })

  test('payouts wait while they are halted', async () => {
    const halt = { asset: 'EUR', reason: 'a test', problems: [] }
    await bff.deps.db.asWorker((tx) => haltPayouts(tx, halt))
    const executionId = await paid(germany, spain)
    while (stepsOf(await readTransfer(bff, executionId))['payout_submitted'] !== 'waiting');
    await bff.deps.db.asWorker((tx) => resumePayouts(tx, 'EUR'))
    await until(bff, executionId, 'COMPLETED')
  })
})
