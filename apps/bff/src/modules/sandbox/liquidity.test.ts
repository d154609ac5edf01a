import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type AnyBody, ownBff } from '../../../test/support/process/bff.ts'
import { codeOf } from '../../../test/support/money/funding.ts'
import { expectConsistent } from '../../../test/support/money/invariants.ts'
import {
  accept,
  advance,
  detailOf,
  drawn,
  frameOf,
  partnerMe,
  quoteFrame,
  quoteReplenish,
  until,
} from '../../../test/support/money/liquidity.ts'

import { makePayer, pay } from '../../../test/support/money/payments.ts'

const bff = ownBff()
afterEach(() => expectConsistent(bff))

const post = (body: object, partner = bff.first) =>
  bff.post('/api/v1/sandbox/liquidity/pay', body, {}, partner)
const hashes = expect.stringMatching(/^0x[0-9a-f]{64}$/)
const paymentIds = expect.stringMatching(/^lpay_[0-9a-hjkmnp-tv-z]{26}$/)
const paymentOf = async (paymentId: string): Promise<AnyBody> => {
  const { body } = await bff.get('/api/v1/transactions/payments?limit=200')
  return body.data.find((payment: AnyBody) => payment.paymentId === paymentId)
}

describe('sandbox.payLiquidity, RESERVE_FEE', () => {
  test('200: just the fee arrives, and its transaction accepts the frame', async () => {
    const { data: frame } = (await quoteFrame(bff)).body
    const { status, body } = await post({ purpose: 'RESERVE_FEE', id: frame.id })
    expect(status).toBe(200)
    const amount = frame.feePayment.amount
    expect(body.data).toEqual({
      transactionHash: hashes,
      amount,
      currency: 'USDC',
      paymentId: paymentIds,
    })
    expect(await paymentOf(body.data.paymentId)).toMatchObject({ status: 'UNMATCHED', amount })
    await accept(bff, frame.id, body.data.transactionHash)
    expect(await frameOf(bff, frame.id)).toMatchObject({ status: 'ACCEPTED' })
    expect(await paymentOf(body.data.paymentId)).toMatchObject({
      status: 'RESERVE_FEE',
      subjectId: frame.id,
    })
  })

  test('200: another amount than the fee does not accept it', async () => {
    const { data: frame } = (await quoteFrame(bff)).body
    const { body } = await post({ purpose: 'RESERVE_FEE', id: frame.id, amount: 0.01 })
    expect(body.data).toMatchObject({ amount: 0.01 })
    const refused = await accept(bff, frame.id, body.data.transactionHash)
    expect(codeOf(refused)).toEqual([400, 'FEE_TXN_MISMATCH'])
  })

  test('200: the faucet takes nothing back: the fee of a cancelled frame is credited', async () => {
    const { data: frame } = (await quoteFrame(bff, { inHours: 48 })).body
    const { body } = await post({ purpose: 'RESERVE_FEE', id: frame.id })
    await accept(bff, frame.id, body.data.transactionHash)
    await bff.post('/api/v1/transactions/reserve/cancel', { reserveFrameId: frame.id })
    await until(async () =>
      (await frameOf(bff, frame.id)).misc.refund.status === 'FAILED' ? true : undefined,
    )
    const { entries } = (await bff.get('/api/v1/xfer/utility/partner/payments/balance')).body.data
    expect(entries[0]).toMatchObject({ amount: frame.feePayment.amount })
  })

  test('404: no such frame, and another partner’s', async () => {
    const { data: frame } = (await quoteFrame(bff)).body
    const unknown = { purpose: 'RESERVE_FEE', id: 'rsv_01jn2h7m3v5x9q8r6t4w2y0z1a' }
    expect(codeOf(await post(unknown))).toEqual([404, 'RECORD_NOT_FOUND'])
    const foreign = await post({ purpose: 'RESERVE_FEE', id: frame.id }, bff.second)
    expect(codeOf(foreign)).toEqual([404, 'RECORD_NOT_FOUND'])
  })
})

describe('sandbox.payLiquidity, REPAYMENT', () => {
  let drawing: AnyBody
  let quote: AnyBody
  beforeAll(async () => {
    drawing = await drawn(bff, { amount: 1_234.567 })
    await advance(bff, 3_600)
    quote = (await quoteReplenish(bff, drawing.originalTxnHash)).body.data
  })

  test('200: by chain, on the deposit wallet', async () => {
    const { body } = await post({ purpose: 'REPAYMENT', id: quote.quoteId, amount: 1 })
    expect(body.data).toEqual({
      transactionHash: hashes,
      amount: 1,
      currency: 'USDC',
      paymentId: paymentIds,
    })
  })

  test('200: by bank, with the quote’s reference, rounded up to cents', async () => {
    const { body } = await post({ purpose: 'REPAYMENT', id: quote.quoteId, by: 'BANK' })
    const amount = Math.ceil(quote.totalReplenishAmount * 100) / 100
    expect(amount).toBeGreaterThan(quote.totalReplenishAmount)
    expect(body.data).toEqual({
      transactionHash: '',
      amount,
      currency: 'USD',
      paymentId: paymentIds,
    })
    expect(await paymentOf(body.data.paymentId)).toMatchObject({
      source: 'BANK',
      status: 'REPAYMENT',
      bankReference: quote.replenishTo.bank.reference,
    })
    expect(await detailOf(bff, drawing.ltxId)).toMatchObject({ status: 'REPLENISHED' })
  })

  test.each([
    ['is whom it names', { senderName: 'Nina Dahl' }, 'Nina Dahl'],
    ['is the partner where it is left out', {}, 'Partner'],
    ['is nobody where it is empty', { senderName: '' }, ''],
  ])('200: the sender at the bank %s', async (_, change, name) => {
    const other = await drawn(bff)
    const { quoteId, replenishTo } = (await quoteReplenish(bff, other.originalTxnHash)).body.data
    await post({ purpose: 'REPAYMENT', id: quoteId, by: 'BANK', ...change })
    const { reference } = replenishTo.bank
    const senders = await bff.deps.db.asWorker((tx) =>
      tx
        .selectFrom('bank_entry')
        .select('sender_name')
        .where('reference', '=', reference)
        .execute(),
    )
    expect(senders).toEqual([{ sender_name: name }])
    expect(await detailOf(bff, other.ltxId)).toMatchObject({ status: 'REPLENISHED' })
  })

  test('a payment of the partner’s own wallet is kept, for a chain that lost its last second', async () => {
    const hash = await pay(bff, await makePayer(bff), {
      to: quote.replenishTo.walletAddress,
      amount: 1_000_000n,
    })
    const kept = () =>
      bff.deps.db.asWorker((tx) =>
        tx
          .selectFrom('chain_transaction')
          .select(['purpose', 'status'])
          .where('hash', '=', hash)
          .executeTakeFirst(),
      )
    await expect.poll(kept).toEqual({ purpose: 'deposit', status: 'CONFIRMED' })
  })

  test('404: no such quote', async () => {
    const unknown = { purpose: 'REPAYMENT', id: 'rq_01jn2h7m3v5x9q8r6t4w2y0z1a', by: 'BANK' }
    expect(codeOf(await post(unknown))).toEqual([404, 'RECORD_NOT_FOUND'])
  })

  test('503: the bank does not answer', async () => {
    const other = await drawn(bff)
    const asked = (await quoteReplenish(bff, other.originalTxnHash)).body.data
    const setDown = (isDown: boolean) =>
      Object.assign(bff.deps.bank.sandbox?.faults ?? {}, { isDown })
    setDown(true)
    const answer = await post({ purpose: 'REPAYMENT', id: asked.quoteId, by: 'BANK' })
    setDown(false)
    expect(codeOf(answer)).toEqual([503, 'PROVIDER_UNAVAILABLE'])
    await until(async () => {
      const { status } = await detailOf(bff, other.ltxId)
      return status === 'REPLENISHED' ? status : undefined
    })
  })
})

describe('sandbox.payLiquidity, OPERATIONAL_WALLET', () => {
  test('200: tokens and coin', async () => {
    const { body } = await post({ purpose: 'OPERATIONAL_WALLET', amount: 5_000 })
    expect(body.data).toEqual({
      transactionHash: hashes,
      amount: 5_000,
      currency: 'USDC',
      paymentId: '',
    })
    const me = await partnerMe(bff)
    expect(me).toMatchObject({ tokenBalance: 5_000 })
    expect(me.nativeCurrencyBalance).toBeGreaterThan(0)
  })
})

test.each([
  [{ purpose: 'OPERATIONAL_WALLET' }, 'FIELD_REQUIRED', 'amount'],
  [{ purpose: 'OPERATIONAL_WALLET', amount: 5, by: 'BANK' }, 'FIELD_INVALID', 'by'],
  [{ purpose: 'OPERATIONAL_WALLET', amount: 2_000_000_000 }, 'FIELD_INVALID', 'amount'],
  [{ purpose: 'OPERATIONAL_WALLET', amount: 0.0000001 }, 'AMOUNT_PRECISION', 'amount'],
  [{ purpose: 'RESERVE_FEE', senderName: 'Ada' }, 'FIELD_INVALID', 'senderName'],
  [{ purpose: 'RESERVE_FEE' }, 'FIELD_REQUIRED', 'id'],
  [{ purpose: 'REPAYMENT', by: 'BANK' }, 'FIELD_REQUIRED', 'id'],
  [{ purpose: 'GIFT', amount: 5 }, 'FIELD_INVALID', 'purpose'],
  [{ amount: 5 }, 'FIELD_REQUIRED', 'purpose'],
])('400: %j is %s', async (body, code, path) => {
  const refused = await post(body)
  expect(codeOf(refused)).toEqual([400, code])
  expect(refused.body.error.details[0].path).toBe(path)
})
