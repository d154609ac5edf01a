import { stampWithApiKey } from '@corridor/signing'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { ownBff } from '../../../test/support/process/bff.ts'
import { codeOf } from '../../../test/support/money/funding.ts'
import { expectConsistent } from '../../../test/support/money/invariants.ts'
import { asOperator } from '../../../test/support/people/kyc.ts'
import { aParty, rowOf, setTerms } from '../../../test/support/money/ordinary.ts'
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
  eventTypesOf,
} from '../../../test/support/money/ordinary-flow.ts'
import {
  openOrdinarySite,
  type OrdinarySite,
  unknownExecution as unknown,
} from '../../../test/support/money/ordinary-site.ts'
import { expectEventsPublished } from '../../../test/support/events/published.ts'
import {
  aTransfer,
  fund,
  makeWallet,
  simulatePath,
  transfer,
  transferPath,
  until,
} from '../../../test/support/money/wallets.ts'
import { lockTransfer } from '../../records/transfers/store.ts'
import { receiveDeposit } from '../intake/receive-deposit.ts'
import { reviewOf } from '../../records/transfers/review.ts'

const bff = ownBff()
let site: OrdinarySite
beforeAll(async () => {
  site = await openOrdinarySite(bff)
})
afterEach(() => expectConsistent(bff))

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
    const quoted = await aQuoteOf(bff, site.germany, site.spain)
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

  test.each(['deposit_received', 'compliance_check', 'conversion'])(
    '200: what %s held up for the payee’s account is tried again from there',
    async (step) => {
      const quoted = await aQuoteOf(bff, site.germany, site.spain)
      const { executionId } = quoted
      await failAt(bff, executionId, step, 'BENEFICIARY_ACCOUNT_CLOSED')
      await bff.post(transferPath, takeUp(quoted))
      await paidIn(bff, executionId)
      await until(bff, executionId, 'FAILED')
      const toAccountId = await site.spanish(site.spain.entityId)
      expect((await act(bff, 'retry', { executionId, toAccountId })).status).toBe(200)
      const done = await until(bff, executionId, 'COMPLETED')
      expect(done.to).toMatchObject({
        accountId: toAccountId,
        amount: quoted.quote.outAmount.amount,
      })
    },
  )

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
    const payee = await site.payeeNamed('SLOW')
    const executionId = await site.paid(site.germany, payee)
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
    const { executionId } = await site.failed()
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
    const { executionId } = await started(bff, site.germany, site.spain)
    const refused = await failAt(bff, executionId, 'broadcast', 'NO_SUCH')
    expect(codeOf(refused)).toEqual([400, 'FIELD_INVALID'])
    expect(refused.body.error.details).toMatchObject([
      { path: 'step', allowed: expect.arrayContaining(['compliance_check', 'refund_submitted']) },
      { path: 'failureCode', allowed: expect.arrayContaining(['RAIL_REJECTED']) },
    ])
  })

  test('404 and 422: an unknown transfer, and one that is over', async () => {
    const { executionId } = await started(bff, site.germany, site.spain)
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

  test('200: approved, it continues with what arrived; rejected, that is returned', async () => {
    const [short, over] = await Promise.all([
      started(bff, site.germany, site.spain),
      started(bff, site.germany, site.spain),
    ])
    await paidIn(bff, short.executionId, { amount: 60 })
    // From the payer the surplus would go back by itself.
    await paidIn(bff, over.executionId, { amount: 130, senderAccount: '' })
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

  test('200: an undecided review ends as a rejection', async () => {
    const { executionId } = await started(bff, site.germany, site.spain)
    await paidIn(bff, executionId, { amount: 60 })
    await advanceClock(bff, 8 * 86_400)
    await until(bff, executionId, 'REFUNDED')
  })

  test('404 and 422: an unknown transfer, and one that is not under review', async () => {
    const { executionId } = await started(bff, site.germany, site.spain)
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
      await receiveDeposit(tx, bff.deps, deposit, new Map())
    })
  }

  test('money that was not reclaimed for a week is refunded automatically', async () => {
    const { executionId } = await site.failed()
    await advanceClock(bff, 7 * 86_400 + 60)
    await until(bff, executionId, 'REFUNDED')
  })

  test('what cannot be ended now keeps nothing else from ending', async () => {
    const [stuck, other] = [
      await started(bff, site.germany, site.spain),
      await started(bff, site.germany, site.spain),
    ]
    const { partner_id: partnerId, id } = await rowOf(bff, stuck.executionId)
    await bff.deps.db.asWorker(async (tx) => {
      await lockTransfer(tx, partnerId, id)
      await advanceClock(bff, 10 * 86_400)
      await expect
        .poll(async () => (await rowOf(bff, other.executionId)).status, { timeout: 8_000 })
        .toBe('EXPIRED')
    })
    await expect.poll(async () => (await rowOf(bff, stuck.executionId)).status).toBe('EXPIRED')
  })

  test('a payout that comes back after completion is refunded by a linked execution', async () => {
    const payee = await site.payeeNamed('RETURN BENEFICIARY_ACCOUNT_CLOSED')
    const executionId = await site.paid(site.germany, payee)
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

  test('a refund that comes back from the payer is held in suspense, and published', async () => {
    const accountHolder = { name: 'RETURN BENEFICIARY_ACCOUNT_CLOSED', type: 'individual' }
    const payer = await aParty(bff, 'DE', { ownership: 'THIRD_PARTY', accountHolder })
    await setTerms(bff, { payers: 'ANYBODY' })
    const executionId = await site.paid(payer, await site.payeeNamed('FAIL RAIL_REJECTED'))
    await setTerms(bff, {})
    await until(bff, executionId, 'REFUNDED')
    await advanceClock(bff, 60)
    await expect
      .poll(() => eventTypesOf(bff, executionId, 'payin_deposit'), { timeout: 8_000 })
      .toEqual(['action_required held: REFUNDED → REFUNDED'])
    expect((await readTransfer(bff, executionId)).status).toBe('REFUNDED')
  })

  test('a payout that takes too long is reported once and never fails by it', async () => {
    const payee = await site.payeeNamed('SLOW')
    const executionId = await site.paid(site.germany, payee)
    const overdue = 'action_required payment_submitted: PROCESSING → PROCESSING'
    while (stepsOf(await readTransfer(bff, executionId))['payout_confirmed'] !== 'waiting');
    await advanceClock(bff, 2 * 3_600)
    while (!(await eventTypesOf(bff, executionId)).includes(overdue));
    await advanceClock(bff, 2 * 3_600)
    expect((await readTransfer(bff, executionId)).status).toBe('PROCESSING')
    await advanceClock(bff, 86_400)
    await until(bff, executionId, 'COMPLETED')
    expect((await eventTypesOf(bff, executionId)).filter((line) => line === overdue)).toHaveLength(
      1,
    )
  })

  test('a verification that is paused stops transfers in progress, and its end resumes them', async () => {
    const payer = await aParty(bff, 'DE')
    const { entityId } = payer
    const hold = (event: 'pause' | 'resume') =>
      asOperator(bff, entityId, (service, tx, by) =>
        service.hold(tx, by, entityId, { event, reason: 'a document is missing' }),
      )
    const [before, under] = [
      await started(bff, payer, site.spain),
      await started(bff, payer, site.spain),
    ]
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

  test('a verification that is paused during another review stops what follows it', async () => {
    const payer = await aParty(bff, 'DE')
    const { entityId } = payer
    const hold = (event: 'pause' | 'resume') =>
      asOperator(bff, entityId, (service, tx, by) =>
        service.hold(tx, by, entityId, { event, reason: 'a document is missing' }),
      )
    const [short, over] = [
      await started(bff, payer, site.spain),
      await started(bff, payer, site.spain),
    ]
    await paidIn(bff, short.executionId, { amount: 60 })
    await paidIn(bff, over.executionId, { amount: 130, senderAccount: '' })
    await hold('pause')
    // The rest is taken in, and pays no one yet; nor does an approved transfer.
    const rest = await paidIn(bff, short.executionId, { amount: 40 })
    expect(rest.body.data.status).toBe('HELD')
    expect((await readTransfer(bff, short.executionId)).status).toBe('IN_REVIEW')
    await bff.post(`/api/v1/sandbox/transfer/${over.executionId}/review`, { decision: 'APPROVED' })
    while (reviewOf(await rowOf(bff, over.executionId)).reason !== 'COMPLIANCE_KYC_PAUSED');
    expect((await readTransfer(bff, over.executionId)).status).toBe('IN_REVIEW')
    await hold('resume')
    for (const { executionId } of [short, over]) await until(bff, executionId, 'COMPLETED')
  })

  test('a payout is not tried again while a verification is paused', async () => {
    const { executionId, payee } = await site.failed()
    const { entityId } = payee
    const hold = (event: 'pause' | 'resume') =>
      asOperator(bff, entityId, (service, tx, by) =>
        service.hold(tx, by, entityId, { event, reason: 'a document is missing' }),
      )
    await hold('pause')
    const refused = await act(bff, 'retry', { executionId })
    expect(codeOf(refused)).toEqual([422, 'CORRIDOR_UNAVAILABLE'])
    await hold('resume')
    expect((await act(bff, 'retry', { executionId })).status).toBe(200)
    await until(bff, executionId, 'FAILED')
  })
})

test('all published events are in the catalogue, without a gap, each state following the previous one', async () => {
  await expectEventsPublished(bff, {
    'transfer.transitioned': 'in_review returned error',
    'transfer.action_required': 'in_review payment_submitted',
    'payin_deposit.action_required': 'held',
  })
})
