import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { ownBff } from '../../../../test/support/process/bff.ts'
import { fileInput } from '../../../../test/support/process/files.ts'
import { codeOf } from '../../../../test/support/money/funding.ts'
import { expectConsistent } from '../../../../test/support/money/invariants.ts'
import { aParty, rowOf, setTerms } from '../../../../test/support/money/ordinary.ts'
import {
  act,
  advanceClock,
  eventTypesOf,
  paidIn,
  readTransfer,
  started,
} from '../../../../test/support/money/ordinary-flow.ts'
import {
  openOrdinarySite,
  type OrdinarySite,
  unknownExecution as unknown,
} from '../../../../test/support/money/ordinary-site.ts'
import type { AnyBody } from '../../../../test/support/process/bff.ts'
import { transferPath, until } from '../../../../test/support/money/wallets.ts'

const bff = ownBff()
let site: OrdinarySite
beforeAll(async () => {
  site = await openOrdinarySite(bff)
})
afterEach(async () => {
  await setTerms(bff, {})
  await expectConsistent(bff)
})

const nobody = { senderName: '', senderAccount: '' }
const resolve = (executionId: string, body: object) =>
  bff.post(`${transferPath}/${executionId}/resolve`, body)
const review = (executionId: string, body: object) =>
  bff.post(`/api/v1/sandbox/transfer/${executionId}/review`, body)
const detailsOf = (executionId: string) => bff.get(`${transferPath}/${executionId}/review`)
const depositsOf = async (executionId: string): Promise<AnyBody[]> => {
  const { id } = await rowOf(bff, executionId)
  return bff.deps.db.asWorker((tx) =>
    tx
      .selectFrom('deposit')
      .select(['status', 'held_reason', 'labels'])
      .where('transfer_id', '=', id)
      .orderBy('received_at')
      .execute(),
  )
}
const paid = async (deposit: object, change: object = {}) => {
  const { executionId } = await started(bff, site.germany, site.spain, { ...change })
  await paidIn(bff, executionId, deposit)
  return executionId
}

describe('transfers.resolve', () => {
  test('200: too little is accepted at a new price, and its deposit is held until then', async () => {
    const executionId = await paid({ amount: 60 })
    const held = await readTransfer(bff, executionId)
    expect(held).toMatchObject({
      status: 'IN_REVIEW',
      allowedActions: ['resolve'],
      review: {
        reason: 'FUNDING_UNDERPAID',
        decider: 'partner',
        questions: [],
        allowedActions: ['ACCEPT_RECEIVED', 'RETURN'],
      },
    })
    const dueInMs = Date.parse(held.review.dueAt) - Date.parse(held.review.openedAt)
    expect(Math.round(dueInMs / 60_000)).toBe(7 * 24 * 60)
    expect(await depositsOf(executionId)).toMatchObject([
      { status: 'HELD', held_reason: 'TRANSFER_IN_REVIEW' },
    ])
    const quotedToPay = await resolve(executionId, { action: 'PAY_QUOTED' })
    expect(codeOf(quotedToPay)).toEqual([422, 'ILLEGAL_TRANSITION'])
    const { body } = await detailsOf(executionId)
    expect(body.data.price).toMatchObject({ inAmount: { amount: 60 }, verificationRequired: false })
    const accepted = await resolve(executionId, { action: 'ACCEPT_RECEIVED' })
    expect(accepted.body.data).toMatchObject({ status: 'PROCESSING', from: { amount: 60 } })
    const done = await until(bff, executionId, 'COMPLETED')
    expect(done.to.amount).toBe(body.data.price.outAmount.amount)
    expect(done.review).toBeUndefined()
    expect(await depositsOf(executionId)).toMatchObject([{ status: 'FORWARDED' }])
    expect(codeOf(await detailsOf(executionId))).toEqual([404, 'RECORD_NOT_FOUND'])
    const again = await resolve(executionId, { action: 'RETURN' })
    expect(codeOf(again)).toEqual([422, 'ILLEGAL_TRANSITION'])
  })

  test('200: what is returned goes back whole', async () => {
    const executionId = await paid({ amount: 60 })
    expect((await resolve(executionId, { action: 'RETURN' })).body.data.status).toBe('REFUNDING')
    await until(bff, executionId, 'REFUNDED')
    expect(await depositsOf(executionId)).toMatchObject([{ status: 'RETURNED' }])
  })

  test('200: the quote is paid of too much from nobody known, and the rest goes back', async () => {
    const executionId = await paid({ amount: 130, ...nobody })
    const held = await readTransfer(bff, executionId)
    expect(held.review).toMatchObject({
      reason: 'FUNDING_OVERPAID',
      allowedActions: ['ACCEPT_RECEIVED', 'PAY_QUOTED', 'RETURN'],
    })
    await resolve(executionId, { action: 'PAY_QUOTED' })
    const done = await until(bff, executionId, 'COMPLETED')
    expect(done.from.amount).toBe(100)
    expect(done.to.amount).toBe(held.to.amount)
    const [surplus] = done.refunds
    expect(await readTransfer(bff, surplus)).toMatchObject({
      refundOf: executionId,
      to: { amount: 30, entityId: site.germany.entityId },
    })
  })

  test('400, 404, 422: what is not known, not allowed and not within the limits', async () => {
    expect(codeOf(await resolve(unknown, { action: 'RETURN' }))).toEqual([
      404,
      'TRANSFER_NOT_FOUND',
    ])
    const { executionId } = await started(bff, site.germany, site.spain)
    const early = await resolve(executionId, { action: 'RETURN' })
    expect(codeOf(early)).toEqual([422, 'ILLEGAL_TRANSITION'])
    await paidIn(bff, executionId, { amount: 0.5 })
    expect((await readTransfer(bff, executionId)).review.allowedActions).toEqual(['RETURN'])
    const little = await resolve(executionId, { action: 'ACCEPT_RECEIVED' })
    expect(codeOf(little)).toEqual([400, 'AMOUNT_BELOW_MIN'])
    const over = await paid({ amount: 900, ...nobody })
    const tooMuch = await paid({ amount: 5_000_000_000, ...nobody })
    await setTerms(bff, { txnLimit: 500 })
    expect((await detailsOf(over)).body.data).toMatchObject({ priceRefusal: 'LIMIT_TXN' })
    const much = await resolve(over, { action: 'ACCEPT_RECEIVED' })
    expect(codeOf(much)).toEqual([422, 'LIMIT_TXN'])
    await setTerms(bff, { dailyLimit: 1 })
    const today = await resolve(over, { action: 'ACCEPT_RECEIVED' })
    expect(codeOf(today)).toEqual([422, 'LIMIT_DAILY'])
    const above = await resolve(tooMuch, { action: 'ACCEPT_RECEIVED' })
    expect(codeOf(above)).toEqual([400, 'AMOUNT_ABOVE_MAX'])
  })

  test('400, 401: more than the payer confirmed is accepted with a code', async () => {
    const executionId = await paid({ amount: 12_000, ...nobody })
    expect((await detailsOf(executionId)).body.data.price.verificationRequired).toBe(true)
    const asked = await resolve(executionId, { action: 'ACCEPT_RECEIVED' })
    expect(codeOf(asked)).toEqual([400, 'FIELD_REQUIRED'])
    const { body } = await bff.get('/api/v1/sandbox/outbox?channel=EMAIL&limit=1')
    const { code: verificationCode } = body.data[0]
    const other = verificationCode === '000000' ? '000001' : '000000'
    const wrong = await resolve(executionId, { action: 'ACCEPT_RECEIVED', verificationCode: other })
    expect(codeOf(wrong)).toEqual([401, 'OTP_INVALID'])
    const right = await resolve(executionId, { action: 'ACCEPT_RECEIVED', verificationCode })
    expect(right.status).toBe(200)
    const late = await paid({ amount: 12_000, ...nobody })
    const ended = await resolve(late, { action: 'ACCEPT_RECEIVED', verificationCode })
    expect(codeOf(ended)).toEqual([401, 'OTP_EXPIRED'])
    await until(bff, executionId, 'COMPLETED')
  })
})

describe('too much money', () => {
  test('from the payer pays the quote, and the surplus goes back by itself', async () => {
    const executionId = await paid({ amount: 130 })
    const done = await until(bff, executionId, 'COMPLETED')
    expect(done.from.amount).toBe(100)
    const [surplus] = done.refunds
    expect(await until(bff, surplus, 'COMPLETED')).toMatchObject({ to: { amount: 30 } })
    expect(await depositsOf(executionId)).toMatchObject([
      { status: 'FORWARDED', labels: ['OVERPAID'] },
    ])
    // What went back as surplus was never paid: all of the quote can still be refunded.
    expect((await readTransfer(bff, executionId)).allowedActions).toEqual(['refund'])
    const refunded = await act(bff, 'refund', { executionId, amount: 101, refundId: 'all' })
    expect(codeOf(refunded)).toEqual([400, 'AMOUNT_ABOVE_MAX'])
  })
})

describe('another sender than the payer', () => {
  test('is held above a thousand dollars’ worth, and the operator decides', async () => {
    const executionId = await paid({ senderName: 'Walter Stranger' }, { exactAmountIn: 1_500 })
    expect((await readTransfer(bff, executionId)).review).toMatchObject({
      reason: 'FUNDING_SENDER_MISMATCH',
      decider: 'operator',
      allowedActions: [],
    })
    const own = await resolve(executionId, { action: 'ACCEPT_RECEIVED' })
    expect(codeOf(own)).toEqual([422, 'ILLEGAL_TRANSITION'])
    await review(executionId, { decision: 'APPROVED' })
    await until(bff, executionId, 'COMPLETED')
  })

  const payersAccount = 'DE89370400440532013000'
  const decided = async (executionId: string, action: string) => {
    const { body } = await resolve(executionId, { action })
    expect(body.data).toMatchObject({
      status: 'IN_REVIEW',
      allowedActions: [],
      review: { reason: 'FUNDING_SENDER_MISMATCH', decider: 'operator' },
    })
    await review(executionId, { decision: 'APPROVED' })
    return until(bff, executionId, 'COMPLETED')
  }

  test.each([
    ['the rest comes from the payer', [{ amount: 1_499 }, { amount: 1 }]],
    ['the payer adds a cent', [{}, { amount: 0.01 }]],
  ])('is no less a stranger where %s', async (_, [theirs, own]) => {
    const executionId = await paid(
      { ...theirs, senderName: 'Walter Stranger' },
      { exactAmountIn: 1_500 },
    )
    await paidIn(bff, executionId, { ...own, senderAccount: payersAccount })
    expect((await readTransfer(bff, executionId)).review).toMatchObject({
      reason: 'FUNDING_SENDER_MISMATCH',
      decider: 'operator',
      allowedActions: [],
    })
    await review(executionId, { decision: 'REJECTED' })
    await until(bff, executionId, 'REFUNDED')
  })

  test.each([
    ['too much', 1_500, 1_520, 'PAY_QUOTED', 1_500],
    ['too little', 1_500, 1_480, 'ACCEPT_RECEIVED', 1_480],
    ['much where little was quoted', 500, 2_000, 'ACCEPT_RECEIVED', 2_000],
  ])('is looked at after the partner accepted %s', async (_, quoted, amount, action, pays) => {
    const executionId = await paid(
      { amount, senderName: 'Walter Stranger' },
      { exactAmountIn: quoted },
    )
    expect((await decided(executionId, action)).from.amount).toBe(pays)
  })

  test('is looked at where the payer’s rest is too much, which does not go back by itself', async () => {
    const executionId = await paid(
      { amount: 1_480, senderName: 'Walter Stranger' },
      { exactAmountIn: 1_500 },
    )
    await paidIn(bff, executionId, { amount: 40, senderAccount: payersAccount })
    expect((await readTransfer(bff, executionId)).review.reason).toBe('FUNDING_OVERPAID')
  })

  test('gets back what was too much, whoever else sent a cent', async () => {
    const executionId = await paid({ amount: 130, senderName: 'Nora Newman' })
    await paidIn(bff, executionId, { amount: 0.01, senderAccount: payersAccount })
    expect((await readTransfer(bff, executionId)).review.reason).toBe('FUNDING_OVERPAID')
    await resolve(executionId, { action: 'PAY_QUOTED' })
    const { refunds } = await until(bff, executionId, 'COMPLETED')
    const surplus = await until(bff, refunds[0], 'COMPLETED')
    expect(surplus.to.amount).toBe(30.01)
    const { id } = await rowOf(bff, refunds[0])
    const orders = await bff.deps.db.asWorker((tx) =>
      tx
        .selectFrom('payout')
        .select(['amount', 'beneficiary'])
        .where('transfer_id', '=', id)
        .execute(),
    )
    const byPayer = orders.map(({ amount, beneficiary }) => [
      (beneficiary as { name: string }).name === 'Nora Newman' ? 'stranger' : 'payer',
      String(amount),
    ])
    expect(Object.fromEntries(byPayer)).toEqual({ payer: '1', stranger: '3000' })
  })

  test('is noted below, and where the terms of the partner allow others', async () => {
    const small = await paid({ senderName: 'Ulla Unlike' })
    await setTerms(bff, { payers: 'ANYBODY' })
    const large = await paid({ senderName: 'Ulla Unlike' }, { exactAmountIn: 1_500 })
    for (const executionId of [small, large]) {
      await until(bff, executionId, 'COMPLETED')
      expect((await rowOf(bff, executionId)).review).toMatchObject({ sender: 'Ulla Unlike' })
    }
  })

  test('is no other for a bank that writes names its own way', async () => {
    const { executionId, from } = await started(bff, site.germany, site.spain, {
      exactAmountIn: 1_500,
    })
    const { fullName } = from ?? (await readTransfer(bff, executionId)).from
    const [first = '', ...rest] = (fullName as string).split(' ')
    await paidIn(bff, executionId, { senderName: `${rest.join(' ')}, ${first}`.toUpperCase() })
    await until(bff, executionId, 'COMPLETED')
  })
})

describe('transfers.answer and transfers.answerDocuments', () => {
  const inReview = () => paid({ senderName: 'Walter Stranger' }, { exactAmountIn: 1_500 })
  const ask = (executionId: string, more: object = {}) =>
    review(executionId, { decision: 'INFORMATION_REQUIRED', question: 'Who is Walter?', ...more })
  const answer = (executionId: string, rfiId: string, body: object = { answer: 'My uncle.' }) =>
    bff.post(`${transferPath}/${executionId}/rfi/${rfiId}`, body)

  test('200: a question is asked, answered with a document, and the review goes on', async () => {
    const executionId = await inReview()
    const asked = (await ask(executionId)).body.data
    expect(asked).toMatchObject({
      status: 'IN_REVIEW',
      eventStatus: 'information_required',
      allowedActions: ['answer'],
      review: { questions: [{ text: 'Who is Walter?', status: 'OPEN', answer: '' }] },
    })
    const { rfiId } = asked.review.questions[0]
    const documents = [fileInput('application/pdf', 'letter', 'letter.pdf')]
    const answered = await answer(executionId, rfiId, { answer: 'My uncle.', documents })
    expect(answered.body.data).toMatchObject({
      status: 'ANSWERED',
      answer: 'My uncle.',
      documents: [{ fileName: 'letter.pdf', mime: 'application/pdf' }],
    })
    const record = await readTransfer(bff, executionId)
    expect(record).toMatchObject({ eventStatus: 'in_review', allowedActions: [] })
    const links = await bff.get(`${transferPath}/${executionId}/rfi/${rfiId}/documents`)
    expect(links.body.data).toMatchObject(
      answered.body.data.documents.map((body: AnyBody) => ({
        ...body,
        downloadUrl: expect.stringContaining('/files/'),
      })),
    )
    expect(codeOf(await answer(executionId, rfiId))).toEqual([422, 'ILLEGAL_TRANSITION'])
    await review(executionId, { decision: 'APPROVED' })
    await until(bff, executionId, 'COMPLETED')
    expect(await eventTypesOf(bff, executionId)).toContain(
      'action_required information_required: IN_REVIEW → IN_REVIEW',
    )
  })

  test('400, 404: wrong files, unknown questions and transfers', async () => {
    const executionId = await inReview()
    const { rfiId } = (await ask(executionId)).body.data.review.questions[0]
    expect(codeOf(await answer(unknown, rfiId))).toEqual([404, 'TRANSFER_NOT_FOUND'])
    const papersOf = (id: string, rfi: string) =>
      bff.get(`${transferPath}/${id}/rfi/${rfi}/documents`)
    expect(codeOf(await papersOf(unknown, rfiId))).toEqual([404, 'TRANSFER_NOT_FOUND'])
    const none = await papersOf(executionId, `rfi_${'0'.repeat(26)}`)
    expect(codeOf(none)).toEqual([404, 'RECORD_NOT_FOUND'])
    const other = await answer(executionId, `rfi_${'0'.repeat(26)}`)
    expect(codeOf(other)).toEqual([404, 'RECORD_NOT_FOUND'])
    const documents = [{ fileName: 'a.pdf', mime: 'application/pdf', contentBase64: 'AAAA' }]
    const wrong = await answer(executionId, rfiId, { answer: 'See there.', documents })
    expect(codeOf(wrong)).toEqual([400, 'FIELD_INVALID'])
    expect(codeOf(await answer(executionId, rfiId, {}))).toEqual([400, 'FIELD_REQUIRED'])
  })

  test('without an answer in time the money goes back', async () => {
    const executionId = await inReview()
    const { review: opened } = (await ask(executionId)).body.data
    expect(Date.parse(opened.dueAt)).toBe(Date.parse(opened.questions[0].dueAt))
    await advanceClock(bff, 7 * 86_400 + 60)
    const back = await until(bff, executionId, 'REFUNDED')
    expect(back.failure.code).toBe('COMPLIANCE_RFI_EXPIRED')
  })
})

test('transfers.review names what a transfer waits for', async () => {
  const { executionId } = await started(bff, await aParty(bff, 'DE'), site.spain)
  expect(codeOf(await detailsOf(executionId))).toEqual([404, 'RECORD_NOT_FOUND'])
  expect(codeOf(await detailsOf(unknown))).toEqual([404, 'TRANSFER_NOT_FOUND'])
})
