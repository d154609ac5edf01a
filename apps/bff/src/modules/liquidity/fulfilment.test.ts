import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { expectEventsPublished } from '../../../test/support/events/published.ts'
import { codeOf } from '../../../test/support/money/funding.ts'
import { expectConsistent } from '../../../test/support/money/invariants.ts'
import {
  acceptedFrame,
  advance,
  detailOf,
  drawn,
  eventsOf,
  fundOperational,
  partnerMe,
  problemOf,
  quoteReplenish,
  replenish,
  transactions,
  units,
  until,
} from '../../../test/support/money/liquidity.ts'
import { balanceOf, makePayer, pay, type Payer } from '../../../test/support/money/payments.ts'
import { type AnyBody, type Got, type Partner, ownBff } from '../../../test/support/process/bff.ts'

const bff = ownBff()
let payer: Payer
beforeAll(async () => {
  payer = await makePayer(bff, 100_000)
  await fundOperational(bff, 10_000)
})
afterEach(() => expectConsistent(bff))

let hashes = 0
const newHash = () => `0x${String(++hashes).padStart(64, '0')}`
const bank = { accountNumber: '123456', accountName: 'Meridian Imports' }
const monitored = 'The quote is fully fulfilled. Deposit monitoring has started.'

async function quoteOf({ originalTxnHash }: AnyBody, partner?: Partner): Promise<AnyBody> {
  return (await quoteReplenish(bff, originalTxnHash, {}, partner)).body.data
}
/** A quote of a new drawing. */
const quoted = async (amount = 100): Promise<AnyBody> => quoteOf(await drawn(bff, { amount }))
const fulfil = (body: object, partner?: Partner): Promise<Got> =>
  bff.post(
    `${transactions}/quote/fulfilled`,
    { fulfillmentType: 'PRINCIPAL_AND_FEE', transactionReference: bank, ...body },
    {},
    partner,
  )
const state = ({ quoteId }: AnyBody, amount: number, transactionReference: object = bank) =>
  fulfil({ quoteId, amount, transactionReference })
const payDeposit = ({ replenishTo }: AnyBody, amount: number) =>
  pay(bff, payer, { to: replenishTo.walletAddress, amount: units(amount) })
const drawingIn = (ltxId: string, status: string): Promise<AnyBody> =>
  until(async () => {
    const drawing = await detailOf(bff, ltxId)
    return drawing.status === status ? drawing : undefined
  })
const initiate = ({ originalTxnHash, totalReplenishAmount }: AnyBody) =>
  bff.post(`${replenish}/transaction/initiate`, {
    originalTxnHash,
    totalReplenishAmount,
    asset: 'USDC',
  })
const paymentOf = async (hash: string): Promise<AnyBody> =>
  (await bff.get(`${transactions}/payments?limit=200`)).body.data.find(
    ({ transactionHash }: AnyBody) => transactionHash === hash,
  )

describe('liquidity.fulfilQuote', () => {
  test('200: in parts, by bank and on the chain; the answer has the reference in its second form', async () => {
    const quote = await quoted(500)
    const { quoteId, totalReplenishAmount: total, originalTxnHash, ltxId } = quote
    const first = await fulfil({
      quoteId,
      amount: 200,
      transactionReference: bank,
      fulfillmentType: 'PRINCIPAL',
    })
    expect([first.status, first.body]).toEqual([
      200,
      {
        success: true,
        message: expect.not.stringContaining('monitoring'),
        data: {
          quoteId,
          amount: 200,
          transactionReference: {
            hash: '',
            id: expect.stringMatching(/^ful_/),
            type: 'BANK',
            timestamp: expect.stringMatching(/Z$/),
          },
          fulfillmentType: 'PRINCIPAL',
          totalFulfilledAmount: 200,
          totalReplenishAmount: total,
          originalTxnHash,
          lastFulfilledAt: expect.stringMatching(/Z$/),
          isFullyFulfilled: false,
          remainingAmount: 300.3625,
          fulfillmentId: expect.stringMatching(/^ful_/),
        },
      },
    ])
    const hash = newHash()
    const timestamp = '2026-11-21T12:00:00+02:00'
    const given = { hash: hash.slice(2).toUpperCase(), id: 'p-1', type: 'CHAIN', timestamp }
    const second = await state(quote, 300, { ...bank, ...given })
    expect(second.body.data).toMatchObject({
      transactionReference: {
        hash,
        id: 'p-1',
        type: 'CHAIN',
        timestamp: '2026-11-21T10:00:00.000Z',
      },
      totalFulfilledAmount: 500,
      remainingAmount: 0.3625,
      isFullyFulfilled: false,
    })
    const last = await fulfil({ quoteId, amount: 0.3625, fulfillmentType: 'FEE' })
    expect(last.body).toMatchObject({
      message: monitored,
      data: { fulfillmentType: 'FEE', isFullyFulfilled: true, remainingAmount: 0 },
    })
    // Statements move no money.
    expect(await detailOf(bff, ltxId)).toMatchObject({
      status: 'DISBURSED',
      principalOutstanding: 500,
      totalFulfilledAmount: 500.3625,
      replenishments: [{ txnStatus: 'PENDING', source: 'MONITORED_DEPOSIT', replenishTxnHash: '' }],
    })
    expect(await eventsOf(bff, 'fulfilment', quoteId, { upTo: 'monitoring_started' })).toEqual([
      'updated recorded >PARTIAL',
      'updated recorded PARTIAL>PARTIAL',
      'updated fulfilled PARTIAL>FULFILLED',
      'updated monitoring_started FULFILLED>FULFILLED',
    ])
    const more = await state(quote, 0.000001)
    expect(problemOf(more)).toMatchObject({ status: 400, code: 'OVER_FULFILLMENT', remaining: 0 })
    const list = await bff.get(`${replenish}/quote?status=FULFILLED&ltxId=${ltxId}`)
    expect(list.body.data).toMatchObject([
      {
        quoteId,
        isFullyFulfilled: true,
        remainingAmount: 0,
        lastFulfilledAt: expect.stringMatching(/Z$/),
        monitoringUntil: expect.stringMatching(/Z$/),
        replenishmentId: expect.stringMatching(/^rpl_/),
      },
    ])
  })

  test('400, 404: what is missing, malformed, unknown or too much; nothing is recorded', async () => {
    const quote = await quoted()
    const { quoteId } = quote
    const good = { quoteId, amount: 1 }
    for (const missing of ['quoteId', 'amount', 'transactionReference', 'fulfillmentType'])
      expect(problemOf(await fulfil({ ...good, [missing]: undefined }))).toMatchObject({
        status: 400,
        code: 'FIELD_REQUIRED',
        path: missing,
      })
    const reference = (transactionReference: object) => ({ ...good, transactionReference })
    const cases: [object, string, string][] = [
      [reference({}), 'FIELD_REQUIRED', 'transactionReference'],
      [reference({ accountName: 'Meridian' }), 'FIELD_REQUIRED', 'transactionReference'],
      [reference({ hash: '0x12' }), 'TRANSACTION_HASH_INVALID', 'transactionReference.hash'],
      [reference({ ...bank, type: 'CASH' }), 'FIELD_INVALID', 'transactionReference.type'],
      [reference({ ...bank, timestamp: 'now' }), 'FIELD_INVALID', 'transactionReference.timestamp'],
      [{ ...good, fulfillmentType: 'INTEREST' }, 'FIELD_INVALID', 'fulfillmentType'],
      [{ ...good, amount: 0 }, 'FIELD_INVALID', 'amount'],
      [{ ...good, amount: 0.0000001 }, 'AMOUNT_PRECISION', 'amount'],
      [{ ...good, amount: 100.072501 }, 'OVER_FULFILLMENT', 'amount'],
    ]
    for (const [body, code, path] of cases)
      expect(problemOf(await fulfil(body))).toMatchObject({ status: 400, code, path })
    for (const id of ['rq_1', `rq_${'0'.repeat(26)}`, 'quote'])
      expect(codeOf(await fulfil({ ...good, quoteId: id }))).toEqual([404, 'QUOTE_NOT_FOUND'])
    expect(codeOf(await fulfil(good, bff.second))).toEqual([404, 'QUOTE_NOT_FOUND'])
    const unauthorised = await bff.send(`${transactions}/quote/fulfilled`, {
      method: 'POST',
      body: good,
      token: '',
    })
    expect(unauthorised.status).toBe(401)
    expect((await quoteOf(quote)).totalFulfilledAmount).toBe(0)
    expect((await detailOf(bff, quote.ltxId)).totalFulfilledAmount).toBe(0)
  })

  test('400: a payment is stated once, by its hash among all partners, by its id for each', async () => {
    const quote = await quoted()
    const hash = newHash()
    expect((await state(quote, 10, { hash })).status).toBe(200)
    const [, second] = [bff.first, bff.second]
    const foreign = await quoteOf(await drawn(bff, {}, second), second)
    const { quoteId } = foreign
    const reused = [400, 'TRANSACTION_HASH_REUSED']
    expect(codeOf(await state(quote, 10, { hash: hash.slice(2) }))).toEqual(reused)
    const given = { quoteId, amount: 10, transactionReference: { hash, id: 'other' } }
    expect(codeOf(await fulfil(given, second))).toEqual(reused)

    expect((await state(quote, 10, { ...bank, id: 'b-1' })).status).toBe(200)
    const again = { ...bank, id: 'b-1', type: 'BANK' }
    expect(problemOf(await state(quote, 20, again))).toMatchObject({
      status: 400,
      code: 'FIELD_INVALID',
      path: 'transactionReference.id',
    })
    const own = { quoteId, amount: 10, transactionReference: again }
    expect((await fulfil(own, second)).status).toBe(200)
    // Without either, the amount and the key protect: the same account may pay twice.
    expect((await state(quote, 10)).status).toBe(200)
    const key = { 'idempotency-key': 'stated-1' }
    const body = {
      ...own,
      quoteId: quote.quoteId,
      transactionReference: bank,
      fulfillmentType: 'FEE',
    }
    const send = () => bff.post(`${transactions}/quote/fulfilled`, body, key)
    const answers = [await send(), await send()]
    expect(answers.map(({ body: { data } }) => data.totalFulfilledAmount)).toEqual([40, 40])
    // Nor does what pays a frame's fee repay anything.
    const { feeTxnHash } = await acceptedFrame(bff, payer, { amount: 100 })
    expect(codeOf(await state(quote, 10, { hash: feeTxnHash }))).toEqual(reused)
  })

  test('400 QUOTE_SUPERSEDED, QUOTE_EXPIRED; one that was initiated stays fulfillable', async () => {
    const drawing = await drawn(bff)
    const older = await quoteOf(drawing)
    const newer = await quoteOf(drawing)
    expect(codeOf(await state(older, 1))).toEqual([400, 'QUOTE_SUPERSEDED'])
    const initiated = await quoted(50)
    const { replenishTxnHash } = (await initiate(initiated)).body.data
    await drawingIn(initiated.ltxId, 'REPLENISHED')
    await advance(bff, 11 * 60)
    expect(codeOf(await state(newer, 1))).toEqual([400, 'QUOTE_EXPIRED'])
    const { totalReplenishAmount } = initiated
    const stated = await state(initiated, totalReplenishAmount, { hash: replenishTxnHash })
    expect(stated.body).toMatchObject({
      message: monitored,
      data: { isFullyFulfilled: true, transactionReference: { hash: replenishTxnHash } },
    })
    expect((await detailOf(bff, initiated.ltxId)).replenishments).toHaveLength(1)
  })
})

describe('a deposit that is monitored', () => {
  test('repays by its amount, and completes the replenishment', async () => {
    const quote = await quoted(520)
    expect((await state(quote, quote.totalReplenishAmount)).body.message).toBe(monitored)
    const [{ replenishmentId }] = (await detailOf(bff, quote.ltxId)).replenishments
    // No second payment meanwhile.
    expect(problemOf(await initiate(quote))).toMatchObject({
      status: 400,
      code: 'ILLEGAL_TRANSITION',
      existingId: replenishmentId,
    })
    const other = await payDeposit(quote, 3)
    const hash = await payDeposit(quote, quote.totalReplenishAmount)
    const repaid = await drawingIn(quote.ltxId, 'REPLENISHED')
    expect(repaid.replenishments).toMatchObject([
      { replenishmentId, txnStatus: 'COMPLETED', replenishTxnHash: hash },
    ])
    const byHash = await bff.get(`${replenish}/transaction/${hash}`)
    expect(byHash.body.data).toMatchObject({ replenishmentId, source: 'MONITORED_DEPOSIT' })
    expect(await paymentOf(hash)).toMatchObject({ status: 'REPAYMENT', subjectId: replenishmentId })
    // What fits nothing is left for the partner.
    expect(await paymentOf(other)).toMatchObject({ status: 'UNMATCHED' })
  })

  test('repays at once where it had arrived before it was stated', async () => {
    const quote = await quoted(70)
    const hash = await payDeposit(quote, quote.totalReplenishAmount)
    await until(() => paymentOf(hash))
    const stated = await state(quote, quote.totalReplenishAmount, { hash })
    expect(stated.body.message).toBe(monitored)
    expect(await detailOf(bff, quote.ltxId)).toMatchObject({
      status: 'REPLENISHED',
      replenishments: [{ txnStatus: 'COMPLETED', replenishTxnHash: hash }],
    })
  })

  test('in parts: PARTIAL, then the rest with the fee of the hours since', async () => {
    const quote = await quoted(1_000)
    const { ltxId, originalTxnHash } = quote
    const part = await signedPart(quote, 400.725)
    await state(quote, 400.725, { hash: part })
    expect((await state(quote, 600)).body.message).toBe(monitored)
    const partly = await drawingIn(ltxId, 'PARTIALLY_REPLENISHED')
    expect(partly).toMatchObject({
      principalOutstanding: 600,
      feePaid: 0.725,
      feeAccrued: 0,
      replenishments: [
        { txnStatus: 'PARTIAL', received: { amount: 400.725, fee: 0.725, principal: 400 } },
      ],
    })
    expect((await partnerMe(bff)).limits.partialReplenished).toBe(1)
    await advance(bff, 2 * 3_600 + 60)
    // 1000 for an hour and 600 for two: 2200 × 0.25 basis points are 0.055, of which 0.025 are paid.
    expect(await detailOf(bff, ltxId)).toMatchObject({
      feeAccrued: 0.03,
      totalReplenishAmount: 600.03,
    })
    await payDeposit(quote, 600)
    const nearly = await until(async () => {
      const drawing = await detailOf(bff, ltxId)
      return drawing.principalOutstanding < 600 ? drawing : undefined
    })
    expect(nearly).toMatchObject({
      status: 'PARTIALLY_REPLENISHED',
      principalOutstanding: 0.03,
      feePaid: 0.755,
      replenishments: [{ txnStatus: 'COMPLETED', received: { fee: 0.755, principal: 999.97 } }],
    })
    const rest = await quoteOf({ originalTxnHash })
    expect(rest).toMatchObject({ outstandingPrincipal: 0.03, totalReplenishAmount: 0.03 })
    expect((await initiate(rest)).status).toBe(200)
    await drawingIn(ltxId, 'REPLENISHED')
    const [{ replenishmentId }] = nearly.replenishments
    expect(await eventsOf(bff, 'replenishment', replenishmentId, { upTo: 'completed' })).toEqual([
      'initiated pending >PENDING',
      'transitioned partial PENDING>PARTIAL',
      'transitioned completed PARTIAL>COMPLETED',
    ])
  })

  /** A part that is paid, and has arrived. */
  async function signedPart(quote: AnyBody, amount: number): Promise<string> {
    const hash = await payDeposit(quote, amount)
    await until(() => paymentOf(hash))
    return hash
  }

  test('is waited for seven days, then it is EXPIRED and the drawing may be repaid otherwise', async () => {
    const quote = await quoted(30)
    await state(quote, quote.totalReplenishAmount)
    const [{ replenishmentId }] = (await detailOf(bff, quote.ltxId)).replenishments
    await advance(bff, 7 * 86_400)
    const expired = await until(async () => {
      const { body } = await bff.get(`${replenish}/transaction/${replenishmentId}`)
      return body.data.txnStatus === 'EXPIRED' ? body.data : undefined
    })
    expect(expired.received.amount).toBe(0)
    expect((await initiate(await quoteOf(quote))).status).toBe(200)
    await drawingIn(quote.ltxId, 'REPLENISHED')
  })

  test('by bank: the reference names the quote; what is too much goes to the payments account', async () => {
    const quote = await quoted(100)
    const [money] = (await balanceOf(bff)).balances
    const paid = await bff.post('/api/v1/sandbox/liquidity/pay', {
      purpose: 'REPAYMENT',
      id: quote.quoteId,
      by: 'BANK',
    })
    expect(paid.body.data).toMatchObject({ amount: 100.08, currency: 'USD', transactionHash: '' })
    const repaid = await drawingIn(quote.ltxId, 'REPLENISHED')
    expect(repaid.replenishments).toMatchObject([
      { txnStatus: 'COMPLETED', received: { amount: 100.08, principal: 100, surplus: 0.0075 } },
    ])
    const list = await bff.get(`${transactions}/payments?limit=1`)
    expect(list.body.data).toMatchObject([
      {
        source: 'BANK',
        status: 'REPAYMENT',
        bankReference: quote.replenishTo.bank.reference,
        transactionHash: '',
        fromWallet: '',
      },
    ])
    const after = (await balanceOf(bff)).balances[0]
    expect(after.available).toBeCloseTo(money.available + 0.0075, 6)
  })

  test('a payment that was stated for a quote is not credited elsewhere', async () => {
    const quote = await quoted(100)
    const hash = await payDeposit(quote, 7)
    expect((await state(quote, 7, { hash })).status).toBe(200)
    const { paymentId } = await until(() => paymentOf(hash))
    const credited = await bff.post(`${transactions}/payments/credit`, { paymentId })
    expect(codeOf(credited)).toEqual([400, 'TRANSACTION_HASH_REUSED'])
  })
})

test('all published events are in the catalogue, without a gap, each state following the previous one', async () => {
  await expectEventsPublished(bff, {
    'fulfilment.updated': 'recorded fulfilled monitoring_started',
    'replenishment.transitioned': 'partial completed expired',
    'liquidity_transaction.transitioned': 'partially_replenished replenished',
  })
})
