import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { expectEventsPublished } from '../../../test/support/events/published.ts'
import { codeOf } from '../../../test/support/money/funding.ts'
import { expectConsistent } from '../../../test/support/money/invariants.ts'
import {
  acceptedFrame,
  advance,
  draw,
  drawBody,
  drawn,
  fundOperational,
  partnerMe,
  problemOf,
  quoteFrame,
  quoteReplenish,
  replenish,
  serviceNow,
  setLiquidity,
  transactions,
  until,
} from '../../../test/support/money/liquidity.ts'
import { makePayer, type Payer } from '../../../test/support/money/payments.ts'
import { type AnyBody, type Partner, ownBff } from '../../../test/support/process/bff.ts'

const bff = ownBff()
let payer: Payer
beforeAll(async () => {
  payer = await makePayer(bff, 100_000)
})
afterEach(() => expectConsistent(bff))

const daySeconds = 86_400
const limitsOf = async (partner: Partner): Promise<AnyBody> =>
  (await bff.get(`${transactions}/limits`, partner)).body.data

/** Some seconds after the next midnight, so that no test's day ends under it. */
async function toNewDay(seconds = 60): Promise<void> {
  const now = (await serviceNow(bff)).getTime() / 1_000
  await advance(bff, daySeconds - (Math.floor(now) % daySeconds) + seconds)
}

const partners: Partner[] = []
/** A partner with limits of its own, on a new day. */
async function limited(name: string, of: Record<string, number>): Promise<Partner> {
  const partner = await bff.makePartner(name)
  partners.push(partner)
  await setLiquidity(bff, partner, of)
  await toNewDay()
  return partner
}

describe('limits of drawings', () => {
  test('422 LIMIT_TXN, then LIMIT_DAILY, then CREDIT_LIMIT_EXCEEDED; nothing is recorded', async () => {
    const limits = { txnLimit: 100, dailyLimit: 150, creditLimit: 120 }
    const partner = await limited('In order', limits)
    const refused = async (amount: number) => {
      const body = drawBody({ amount })
      const answer = await bff.post(`${transactions}/initiate`, body, {}, partner)
      const kept = await bff.get(`${transactions}/detail/${body.transactionId}`, partner)
      expect(kept.status).toBe(404)
      return problemOf(answer)
    }
    expect(await refused(100.000001)).toMatchObject({
      status: 422,
      code: 'LIMIT_TXN',
      path: 'amount',
      limit: 100,
    })
    await drawn(bff, { amount: 100 }, partner)
    expect(await refused(101)).toMatchObject({ code: 'LIMIT_TXN' })
    expect(await refused(51)).toMatchObject({
      status: 422,
      code: 'LIMIT_DAILY',
      path: 'amount',
      limit: 150,
      remaining: 50,
    })
    expect(await refused(50)).toMatchObject({
      status: 422,
      code: 'CREDIT_LIMIT_EXCEEDED',
      path: 'amount',
      remaining: 20,
    })
    expect((await draw(bff, { amount: 20 }, partner)).status).toBe(200)
    expect((await partnerMe(bff, partner)).limits).toMatchObject({
      ...limits,
      remainingCredit: 0,
      dailyUsage: 120,
      borrowedAmount: 120,
      transactionsOpen: 2,
      totalTransactions: 2,
    })
  })

  test('the day’s use begins anew at 00:00 UTC', async () => {
    const partner = await limited('Daily', { dailyLimit: 100 })
    await drawn(bff, { amount: 100 }, partner)
    const { daily } = await limitsOf(partner)
    expect(daily).toMatchObject({ limit: 100, used: 100, remaining: 0 })
    expect(daily.resetsAt).toMatch(/T00:00:00.000Z$/)
    const leftMs = Date.parse(daily.resetsAt) - (await serviceNow(bff)).getTime()
    await advance(bff, Math.floor(leftMs / 1_000) - 30)
    expect(codeOf(await draw(bff, { amount: 1 }, partner))).toEqual([422, 'LIMIT_DAILY'])
    await advance(bff, 31)
    expect((await limitsOf(partner)).daily).toMatchObject({ used: 0, remaining: 100, hours: [] })
    expect((await draw(bff, { amount: 100 }, partner)).status).toBe(200)
    expect((await partnerMe(bff, partner)).limits.dailyUsage).toBe(100)
  })

  test('frames hold credit from drawings beside them, until these are due', async () => {
    const partner = await limited('Beside', { creditLimit: 1_000 })
    expect((await quoteFrame(bff, { amount: 700, inHours: 48, partner })).status).toBe(200)
    const dueIn = async (hours: number) => ({
      expectedRepaymentAt: new Date(
        (await serviceNow(bff)).getTime() + hours * 3_600_000,
      ).toISOString(),
    })
    const overlapping = await draw(bff, { amount: 301, ...(await dueIn(49)) }, partner)
    expect(problemOf(overlapping)).toMatchObject({ code: 'CREDIT_LIMIT_EXCEEDED', remaining: 300 })
    expect((await draw(bff, { amount: 1_000, ...(await dueIn(47)) }, partner)).status).toBe(200)
    // What is left is never below nothing, though the frame is held too.
    expect((await partnerMe(bff, partner)).limits).toMatchObject({ remainingCredit: 0 })
  })

  test('a drawing on a frame stays within a limit that was lowered', async () => {
    const partner = await limited('Lowered', { creditLimit: 1_000 })
    const frame = await acceptedFrame(bff, payer, { amount: 1_000, partner })
    await setLiquidity(bff, partner, { creditLimit: 500 })
    const of = { amount: 600, reserveFrameId: frame.id }
    expect(problemOf(await draw(bff, of, partner))).toMatchObject({
      code: 'CREDIT_LIMIT_EXCEEDED',
      path: 'reserveFrameId',
      remaining: 500,
    })
  })
})

describe('liquidity.limits', () => {
  test('200: a new partner has used nothing', async () => {
    const partner = await bff.makePartner('New')
    const { body } = await bff.get(`${transactions}/limits`, partner)
    expect(body.data).toEqual({
      asset: 'USDC',
      credit: {
        limit: 1_000_000,
        borrowed: 0,
        unusedAcceptedReserves: 0,
        remaining: 1_000_000,
      },
      daily: {
        limit: 500_000,
        used: 0,
        remaining: 500_000,
        resetsAt: expect.stringMatching(/T00:00:00.000Z$/),
        hours: [],
        projected: 0,
      },
      transaction: { limit: 100_000, largestToday: 0 },
      transactionsOpen: 0,
      totalTransactions: 0,
      partialReplenished: 0,
      overdue: 0,
      totalRepaymentDue: 0,
      feesDue: 0,
      rates: {
        hourlyFeeRateInBps: 0.36,
        ratePerUnitTime: 0.25,
        customerReliabilityScoreRate: 0.5,
        affiliateFeeRate: 1,
        fixedBaseRate: 4,
        counterPartyRiskPremiumRate: 2.5,
      },
      tenorHours: 168,
    })
  })

  test('200: right after midnight, whatever the day would come to', async () => {
    const partner = await bff.makePartner('Midnight')
    await toNewDay(0)
    await draw(bff, { amount: 100_000 }, partner)
    const { daily } = await limitsOf(partner)
    expect(daily.projected).toBeGreaterThan(500_000)
    expect((await bff.get('/api/v1/partner/me', partner)).status).toBe(200)
  })

  test('200: the day by hours, where it leads, and what is owed', async () => {
    const partner = await limited('Counting', { dailyLimit: 1_000 })
    const midnight = Math.floor((await serviceNow(bff)).getTime() / 86_400_000) * 86_400_000
    const at = (hours: number) => new Date(midnight + hours * 3_600_000).toISOString()
    await advance(bff, 5 * 3_600)
    await drawn(bff, { amount: 100 }, partner)
    await drawn(bff, { amount: 200 }, partner)
    await advance(bff, 3_600)
    await drawn(bff, { amount: 50 }, partner)
    await until(async () => ((await limitsOf(partner)).feesDue > 0.25 ? true : undefined))
    const limits = await limitsOf(partner)
    // 350 in six hours are 1400 in a day, and 1000 after 17 hours and some.
    expect(limits.daily).toMatchObject({
      used: 350,
      remaining: 650,
      hours: [
        { hour: at(5), amount: 300, total: 300 },
        { hour: at(6), amount: 50, total: 350 },
      ],
    })
    expect(limits.daily.projected).toBeGreaterThan(1_380)
    expect(limits.daily.projected).toBeLessThan(1_400)
    expect(limits.daily.reachedAt > at(17)).toBe(true)
    expect(limits.daily.reachedAt < at(18)).toBe(true)
    expect(limits).toMatchObject({
      credit: { borrowed: 350, remaining: 999_650 },
      transaction: { largestToday: 200 },
      transactionsOpen: 3,
      totalTransactions: 3,
      partialReplenished: 0,
    })
    // 300 for two started hours, 50 for one: 300 × 7.5 and 50 × 7.25 basis points.
    expect(limits.feesDue).toBe(0.26125)
    expect(limits.totalRepaymentDue).toBe(350.26125)
    expect((await partnerMe(bff, partner)).limits.totalRepaymentDue).toBe(350.26125)
  })
})

/** `credit 80`, in the order in which they were published. */
const alertsOf = async (partner: Partner): Promise<string[]> => {
  const path = '/api/v1/xfer/utility/webhook/events?limit=200'
  const { body } = await bff.get(path, partner)
  return body.data
    .filter(({ eventCategory }: AnyBody) => eventCategory === 'limits')
    .filter(({ eventType }: AnyBody) => eventType === 'action_required')
    .map(({ eventStatus, eventObject: it }: AnyBody) => {
      expect(eventStatus).toBe(`threshold_${it.sharePercent}`)
      return `${it.limit} ${it.sharePercent}: ${it.used} of ${it.of}`
    })
    .toReversed()
}

describe('thresholds of limits', () => {
  const drawOnce = (partner: Partner, amount: number) => drawn(bff, { amount }, partner)
  const repay = async (partner: Partner, drawing: AnyBody): Promise<void> => {
    const quote = await quoteReplenish(bff, drawing.originalTxnHash, {}, partner)
    const { originalTxnHash, totalReplenishAmount } = quote.body.data
    const asked = { originalTxnHash, totalReplenishAmount, asset: 'USDC' }
    const before = (await partnerMe(bff, partner)).limits.borrowedAmount
    await bff.post(`${replenish}/transaction/initiate`, asked, {}, partner)
    await until(async () =>
      (await partnerMe(bff, partner)).limits.borrowedAmount < before ? true : undefined,
    )
  }

  test('80 and 95 percent of credit and day are reported once for each crossing and day', async () => {
    const partner = await limited('Crossing', { creditLimit: 1_000, dailyLimit: 4_000 })
    await fundOperational(bff, 1_100, partner)
    await drawOnce(partner, 799)
    const crossing = await drawOnce(partner, 1)
    await drawOnce(partner, 100)
    expect(await alertsOf(partner)).toEqual(['credit 80: 800 of 1000'])
    await drawOnce(partner, 60)
    const first = ['credit 80: 800 of 1000', 'credit 95: 960 of 1000']
    await expect.poll(() => alertsOf(partner)).toEqual(first)
    await repay(partner, crossing)
    await drawOnce(partner, 10)
    expect(await alertsOf(partner)).toEqual(first)

    const other = await limited('Another day', { creditLimit: 10_000, dailyLimit: 100 })
    await drawOnce(other, 100)
    const both = ['daily 80: 100 of 100', 'daily 95: 100 of 100']
    await expect.poll(() => alertsOf(other)).toEqual(both)
    await toNewDay()
    await drawOnce(other, 79)
    await drawOnce(other, 2)
    await expect.poll(() => alertsOf(other)).toEqual([...both, 'daily 80: 81 of 100'])
  })
})

test('a reserve frame takes credit too, and reports it', async () => {
  const partner = await limited('Reserving', { creditLimit: 1_000 })
  expect((await quoteFrame(bff, { amount: 950, partner })).status).toBe(200)
  await expect
    .poll(() => alertsOf(partner))
    .toEqual(['credit 80: 950 of 1000', 'credit 95: 950 of 1000'])
})

test('all published events are in the catalogue, without a gap, each state following the previous one', async () => {
  const expected = {
    'liquidity_transaction.transitioned': 'disbursed replenished',
    'limits.action_required': 'threshold_80 threshold_95',
  }
  await expectEventsPublished(bff, expected, partners)
})
