import { scheduleOf, systems } from '@corridor/domain/calendars'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { expectEventsPublished } from '../../../test/support/events/published.ts'
import { devChainOf } from '../../../test/support/money/chain-rpc.ts'
import { codeOf } from '../../../test/support/money/funding.ts'
import { expectConsistent } from '../../../test/support/money/invariants.ts'
import {
  advance,
  detailOf,
  drawn,
  eventsOf,
  fundOperational,
  partnerMe,
  problemOf,
  quoteReplenish,
  replenish,
  serviceNow,
  units,
  until,
} from '../../../test/support/money/liquidity.ts'
import { balanceOf } from '../../../test/support/money/payments.ts'
import { tokens } from '../../../test/support/money/wallets.ts'
import { type AnyBody, type Got, type Partner, ownBff } from '../../../test/support/process/bff.ts'

const bff = ownBff()
beforeAll(() => fundOperational(bff, 100_000))
afterEach(() => expectConsistent(bff))

const unknownHash = `0x${'1'.repeat(64)}`
const hourMs = 3_600_000
const quoteOf = async (drawing: AnyBody, more: object = {}): Promise<AnyBody> =>
  (await quoteReplenish(bff, drawing.originalTxnHash, more)).body.data
const initiate = (body: object, headers = {}, partner?: Partner): Promise<Got> =>
  bff.post(`${replenish}/transaction/initiate`, { asset: 'USDC', ...body }, headers, partner)
/** Repays what a quote asks for, or another amount. */
const repay = (
  { originalTxnHash, totalReplenishAmount }: AnyBody,
  change: object = {},
  headers: Record<string, string> = {},
) => initiate({ originalTxnHash, totalReplenishAmount, ...change }, headers)
const read = async (id: string, partner?: Partner) =>
  bff.get(`${replenish}/transaction/${id}`, partner)
const reached = (id: string, txnStatus: string): Promise<AnyBody> =>
  until(async () => {
    const { body } = await read(id)
    return body.data?.txnStatus === txnStatus ? body.data : undefined
  })
const operational = async () => (await partnerMe(bff)).tokenBalance

describe('liquidity.quoteReplenish', () => {
  test('200: what it takes, term by term, and where to', async () => {
    const drawing = await drawn(bff, { amount: 1_000 })
    const { status, body } = await quoteReplenish(bff, drawing.originalTxnHash, { asset: 'usdc' })
    const [token] = await tokens(bff)
    expect([status, body.data]).toEqual([
      200,
      {
        quoteId: expect.stringMatching(/^rq_/),
        originalTxnHash: drawing.originalTxnHash,
        ltxId: drawing.ltxId,
        principal: 1_000,
        outstandingPrincipal: 1_000,
        // 1000 × (0.25 × 1 + 4 + 1 + 2.5 − 0.5) / 10000
        feeBreakdown: { ...drawing.feeBreakdown, feeAmount: 0.725 },
        totalReplenishAmount: 1_000.725,
        asset: 'USDC',
        asOf: expect.stringMatching(/Z$/),
        replenishTo: {
          walletAddress: (await partnerMe(bff)).partnerDepositWallet,
          networkName: 'Corridor Dev Chain',
          chainId: '31337',
          tokenAddress: token?.tokenAddress,
          bank: {
            accountNumber: expect.stringMatching(/./),
            bankName: expect.stringMatching(/./),
            bankRoutingNumber: expect.stringMatching(/./),
            accountHolderName: 'Corridor Payments',
            currency: 'USD',
            reference: expect.stringMatching(/./),
            arrivesBy: expect.stringMatching(/Z$/),
            bankTimeZone: 'America/New_York',
          },
        },
        heldForMinutes: 0,
        validUntil: expect.stringMatching(/Z$/),
        status: 'OPEN',
        totalFulfilledAmount: 0,
        remainingAmount: 1_000.725,
        isFullyFulfilled: false,
        replenishmentId: '',
        createdAt: expect.stringMatching(/Z$/),
      },
    ])
    const { asOf, createdAt, validUntil, replenishTo } = body.data
    const byBank = scheduleOf(systems.ACH, new Date(asOf)).arrivesBy
    expect(replenishTo.bank.arrivesBy).toBe(byBank.toISOString())
    expect(Date.parse(validUntil) - Date.parse(asOf)).toBe(10 * 60_000)
    expect(Math.abs(Date.parse(createdAt) - Date.parse(asOf))).toBeLessThan(60_000)
  })

  test('asOf: for a time within 30 days, in started hours', async () => {
    const drawing = await drawn(bff, { amount: 1_000 })
    const { disbursedAt, originalTxnHash } = drawing
    const at = (ms: number) => ({
      asOf: new Date(Date.parse(disbursedAt) + ms).toISOString(),
    })
    for (const [ms, fee, minutes] of [
      [5 * hourMs, 0.825, 300],
      [5 * hourMs + 1, 0.85, 300],
      [29 * 24 * hourMs, 18.1, 41_760],
    ] as const)
      expect(await quoteOf(drawing, at(ms))).toMatchObject({
        ...at(ms),
        heldForMinutes: minutes,
        totalReplenishAmount: 1_000 + fee,
        feeBreakdown: { feeAmount: fee },
      })
    const now = (await serviceNow(bff)).getTime() - Date.parse(disbursedAt)
    for (const ms of [now - 2 * 60_000, now + 30 * 24 * hourMs + 60_000])
      expect(problemOf(await quoteReplenish(bff, originalTxnHash, at(ms)))).toMatchObject({
        status: 400,
        code: 'FIELD_INVALID',
        path: 'asOf',
      })
    expect(codeOf(await quoteReplenish(bff, originalTxnHash, { asOf: 'soon' }))).toEqual([
      400,
      'FIELD_INVALID',
    ])
  })

  test('404, 400: an unknown or foreign hash, another asset, nothing asked for', async () => {
    const drawing = await drawn(bff)
    const { originalTxnHash } = drawing
    for (const hash of [unknownHash, '0x12', 'hash'])
      expect(codeOf(await quoteReplenish(bff, hash))).toEqual([404, 'LIQUIDITY_TXN_NOT_FOUND'])
    expect(codeOf(await quoteReplenish(bff, originalTxnHash, {}, bff.second))).toEqual([
      404,
      'LIQUIDITY_TXN_NOT_FOUND',
    ])
    expect(problemOf(await quoteReplenish(bff, originalTxnHash, { asset: 'EURC' }))).toMatchObject({
      code: 'FIELD_INVALID',
      path: 'asset',
      allowed: ['USDC'],
    })
    expect(codeOf(await bff.post(`${replenish}/quote`, {}))).toEqual([400, 'FIELD_REQUIRED'])
  })

  test('liquidity.listReplenishQuotes: a newer quote supersedes the one before; each expires in ten minutes', async () => {
    const drawing = await drawn(bff)
    const first = await quoteOf(drawing)
    const second = await quoteOf(drawing)
    const list = async (query = '') =>
      (await bff.get(`${replenish}/quote?ltxId=${drawing.ltxId}${query}`)).body.data.map(
        ({ quoteId, status }: AnyBody) => `${quoteId} ${status}`,
      )
    const [older, newer] = [`${first.quoteId} SUPERSEDED`, `${second.quoteId} OPEN`]
    expect(await list()).toEqual([newer, older])
    expect(await list('&status=OPEN')).toEqual([newer])
    expect(await list('&status=SUPERSEDED')).toEqual([older])
    expect(await list('&sort=createdAt&limit=1')).toEqual([older])
    await advance(bff, 10 * 60)
    expect(await list('&status=EXPIRED')).toEqual([`${second.quoteId} EXPIRED`])
    expect(codeOf(await repay(second))).toEqual([400, 'QUOTE_REQUIRED'])
    expect((await bff.get(`${replenish}/quote?ltxId=ltx_1`)).body.data).toEqual([])
    for (const query of ['status=NEW', 'sort=total', 'limit=0'])
      expect(codeOf(await bff.get(`${replenish}/quote?${query}`))).toEqual([400, 'FIELD_INVALID'])
    expect(codeOf(await bff.get(`${replenish}/quote?cursor=x`))).toEqual([400, 'CURSOR_INVALID'])
  })
})

describe('liquidity.initiateReplenish', () => {
  test('200: pays from the operational wallet, and the drawing is repaid', async () => {
    const drawing = await drawn(bff, { amount: 1_000 })
    const quote = await quoteOf(drawing)
    const before = await operational()
    const { status, body } = await repay(quote)
    expect([status, Object.keys(body)]).toEqual([200, ['success', 'message', 'data']])
    expect(body.data).toEqual({
      txnStatus: 'PENDING',
      replenishTxnHash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
      totalReplenishAmount: 1_000.725,
      createdAt: expect.stringMatching(/Z$/),
      url: '',
      replenishmentId: expect.stringMatching(/^rpl_/),
      batchId: '',
      ltxId: drawing.ltxId,
      originalTxnHash: drawing.originalTxnHash,
      quoteId: quote.quoteId,
      asset: 'USDC',
      source: 'OPERATIONAL_WALLET',
      received: { amount: 0, fee: 0, principal: 0, surplus: 0 },
      updatedAt: expect.stringMatching(/Z$/),
    })
    const { replenishTxnHash, replenishmentId } = body.data
    const done = await reached(replenishTxnHash, 'COMPLETED')
    expect(done.received).toEqual({ amount: 1_000.725, fee: 0.725, principal: 1_000, surplus: 0 })
    const receipt = await devChainOf(bff.deps).adapter.receipt(replenishTxnHash)
    const me = await partnerMe(bff)
    expect(receipt.ok && receipt.value?.transfers).toMatchObject([
      {
        from: me.partnerOperationalWallet.toLowerCase(),
        to: me.partnerDepositWallet.toLowerCase(),
        amount: units(1_000.725),
      },
    ])
    expect(me.tokenBalance).toBeCloseTo(before - 1_000.725, 6)
    expect(await detailOf(bff, drawing.ltxId)).toMatchObject({
      status: 'REPLENISHED',
      principalOutstanding: 0,
      feeAccrued: 0,
      feePaid: 0.725,
      totalReplenishAmount: 0,
      allowedActions: [],
      replenishments: [{ replenishmentId, txnStatus: 'COMPLETED' }],
    })
    expect(await eventsOf(bff, 'replenishment', replenishmentId, { upTo: 'completed' })).toEqual([
      'initiated pending >PENDING',
      'transitioned completed PENDING>COMPLETED',
    ])
    const of = { upTo: 'replenished' }
    expect((await eventsOf(bff, 'liquidity_transaction', drawing.ltxId, of)).at(-1)).toBe(
      'transitioned replenished DISBURSED>REPLENISHED',
    )
    // Nothing is owed any more.
    expect(codeOf(await repay(quote))).toEqual([400, 'ILLEGAL_TRANSITION'])
    expect(codeOf(await quoteReplenish(bff, drawing.originalTxnHash))).toEqual([
      422,
      'ILLEGAL_TRANSITION',
    ])
  })

  test('400, 404: each refusal of the specification’s list, and nothing is started', async () => {
    const drawing = await drawn(bff, { amount: 1_000 })
    const { originalTxnHash, ltxId } = drawing
    const body = { originalTxnHash, totalReplenishAmount: 1_000.725 }
    for (const missing of ['originalTxnHash', 'totalReplenishAmount', 'asset'])
      expect(problemOf(await initiate({ ...body, [missing]: undefined }))).toMatchObject({
        status: 400,
        code: 'FIELD_REQUIRED',
        path: missing,
      })
    expect(codeOf(await initiate(body))).toEqual([400, 'QUOTE_REQUIRED'])
    const quote = await quoteOf(drawing)
    for (const hash of [unknownHash, '0x12'])
      expect(codeOf(await initiate({ ...body, originalTxnHash: hash }))).toEqual([
        404,
        'LIQUIDITY_TXN_NOT_FOUND',
      ])
    expect(codeOf(await initiate(body, {}, bff.second))).toEqual([404, 'LIQUIDITY_TXN_NOT_FOUND'])
    expect(problemOf(await repay(quote, { asset: 'EURC' }))).toMatchObject({
      status: 400,
      code: 'FIELD_INVALID',
      path: 'asset',
    })
    for (const [totalReplenishAmount, code] of [
      [0, 'FIELD_INVALID'],
      [1_000.7250001, 'AMOUNT_PRECISION'],
      [1_000.724999, 'REPLENISH_AMOUNT_LOW'],
      [10_000_000, 'INSUFFICIENT_BALANCE'],
    ] as const)
      expect(problemOf(await repay(quote, { totalReplenishAmount }))).toMatchObject({
        status: 400,
        code,
        path: 'totalReplenishAmount',
      })
    const low = await repay(quote, { totalReplenishAmount: 1 })
    expect(low.body.error.details[0].required).toBe(1_000.725)
    const rich = await repay(quote, { totalReplenishAmount: 10_000_000 })
    expect(rich.body.error.details[0].available).toBe(await operational())
    const { data } = (await bff.get(`${replenish}/transaction?ltxId=${ltxId}`)).body
    expect(data).toEqual([])
  })

  test('400 ILLEGAL_TRANSITION: of two at once one is started, and the other names it', async () => {
    const quote = await quoteOf(await drawn(bff))
    const both = await Promise.all([repay(quote), repay(quote)])
    const started = both.find(({ status }) => status === 200)
    const refused = both.find(({ status }) => status !== 200)
    if (!started || !refused) throw new Error('both or neither')
    expect(problemOf(refused)).toMatchObject({
      status: 400,
      code: 'ILLEGAL_TRANSITION',
      path: 'originalTxnHash',
      from: 'PENDING',
      existingId: started.body.data.replenishmentId,
    })
    await reached(started.body.data.replenishmentId, 'COMPLETED')
  })

  test('a repeated Idempotency-Key pays once', async () => {
    const quote = await quoteOf(await drawn(bff))
    const before = await operational()
    const key = { 'idempotency-key': 'repay-1' }
    const first = await repay(quote, {}, key)
    const again = await repay(quote, {}, key)
    expect([again.status, again.body]).toEqual([200, first.body])
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect(codeOf(await repay(quote, { totalReplenishAmount: 200 }, key))).toEqual([
      422,
      'IDEMPOTENCY_MISMATCH',
    ])
    await reached(first.body.data.replenishmentId, 'COMPLETED')
    expect(await operational()).toBeCloseTo(before - quote.totalReplenishAmount, 6)
  })

  test('too much: what is left goes to the payments account', async () => {
    const [money] = (await balanceOf(bff)).balances
    const quote = await quoteOf(await drawn(bff, { amount: 1_000 }))
    const { body } = await repay(quote, { totalReplenishAmount: 1_003 })
    const done = await reached(body.data.replenishmentId, 'COMPLETED')
    expect(done.received).toEqual({
      amount: 1_003,
      fee: 0.725,
      principal: 1_000,
      surplus: 2.275,
    })
    const after = await balanceOf(bff)
    expect(after.balances[0].available).toBeCloseTo(money.available + 2.275, 6)
    expect(after.entries[0]).toMatchObject({
      amount: 2.275,
      transactionHash: done.replenishTxnHash,
    })
  })

  test('a quote is good for its ten minutes, whatever hour begins meanwhile', async () => {
    const drawing = await drawn(bff, { amount: 1_000 })
    const held = (await serviceNow(bff)).getTime() - Date.parse(drawing.disbursedAt)
    await advance(bff, 3_600 - Math.ceil(held / 1_000) - 60)
    const quote = await quoteOf(drawing)
    expect(quote.totalReplenishAmount).toBe(1_000.725)
    await advance(bff, 120)
    expect((await detailOf(bff, drawing.ltxId)).feeAccrued).toBe(0.75)
    const { body } = await repay(quote)
    const done = await reached(body.data.replenishmentId, 'COMPLETED')
    expect(done.received).toMatchObject({ fee: 0.725, principal: 1_000 })
    expect((await detailOf(bff, drawing.ltxId)).status).toBe('REPLENISHED')
  })

  test('503 PROVIDER_UNAVAILABLE: while the chain is away nothing is started', async () => {
    const quote = await quoteOf(await drawn(bff))
    const { dev } = devChainOf(bff.deps)
    await dev.down()
    try {
      expect(codeOf(await repay(quote))).toEqual([503, 'PROVIDER_UNAVAILABLE'])
      const me = await bff.get('/api/v1/partner/me')
      expect(codeOf(me)).toEqual([503, 'PROVIDER_UNAVAILABLE'])
      expect(me.headers.get('retry-after')).toBe('1')
    } finally {
      await dev.up()
    }
    const { body } = await repay(quote)
    await reached(body.data.replenishmentId, 'COMPLETED')
  })
})

test('all published events are in the catalogue, without a gap, each state following the previous one', async () => {
  await expectEventsPublished(bff, {
    'replenishment.initiated': 'pending',
    'replenishment.transitioned': 'completed',
    'liquidity_transaction.transitioned': 'replenished',
  })
})
