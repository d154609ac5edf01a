import { setTimeout as sleep } from 'node:timers/promises'
import { formatId, readRate } from '@corridor/domain'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codeOf } from '../../../test/support/money/funding.ts'
import { expectConsistent } from '../../../test/support/money/invariants.ts'
import {
  accountIn,
  aParty,
  aQuote,
  quote,
  setTerms,
  type Side,
} from '../../../test/support/money/ordinary.ts'
import { payTo, routeDeposits } from '../../../test/support/money/payin-deposits.ts'
import { aRoute } from '../../../test/support/money/payin-routes.ts'
import {
  act,
  advanceClock,
  aQuoteOf,
  eventTypesOf,
  moveEuro as moveEuroOf,
  paidIn,
  readTransfer,
  started,
  takeUp,
} from '../../../test/support/money/ordinary-flow.ts'
import { tokens, transferPath, until } from '../../../test/support/money/wallets.ts'
import { type AnyBody, ownBff } from '../../../test/support/process/bff.ts'

const bff = ownBff()
let germany: Side
let states: Side
let usdc: Side
beforeAll(async () => {
  const [token] = await tokens(bff)
  const [a, b, c] = await Promise.all(
    ['DE', 'US', token?.id ?? ''].map((place) => aParty(bff, place)),
  )
  if (!a || !b || !c) throw new Error('no parties')
  ;[germany, states, usdc] = [a, b, c]
})
afterAll(() => expectConsistent(bff))

const minutes = (count: number) => count * 60
const settled = (executionId: string, status: string) => until(bff, executionId, status)

const moveEuro = (basisPoints: number) => moveEuroOf(bff, basisPoints)

/** What is booked for a transfer on accounts of a kind, credits less debits, by currency. */
async function booked(executionId: string, kind: string): Promise<Record<string, number>> {
  const { body } = await bff.get(`${transferPath}/${executionId}/timeline`)
  const sums: Record<string, number> = {}
  for (const { account, currency, debit, credit } of body.data.ledger)
    if (String(account).split(':')[0] === kind)
      sums[currency] = Math.round(((sums[currency] ?? 0) + credit - debit) * 1e6) / 1e6
  return sums
}

describe('the rate holds for a time', () => {
  test('60 minutes by bank and 15 on a chain from the execution on, or as was agreed', async () => {
    const byBank = await aQuoteOf(bff, germany, states)
    const untilQuoted = Date.parse(byBank['rateHoldUntil'])
    expect(untilQuoted - Date.parse(byBank['validUntil'])).toBe(55 * 60_000)
    await advanceClock(bff, 30)
    await bff.post(transferPath, takeUp(byBank))
    const record = await readTransfer(bff, byBank['executionId'])
    const held = Date.parse(record['rateHoldUntil']) - Date.parse(record['startedAt'])
    expect(held).toBe(60 * 60_000)
    expect(Date.parse(record['rateHoldUntil'])).toBeGreaterThan(untilQuoted)

    const onChain = await started(bff, usdc, germany)
    const { rateHoldUntil, startedAt } = await readTransfer(bff, onChain['executionId'])
    expect(Date.parse(rateHoldUntil) - Date.parse(startedAt)).toBe(15 * 60_000)
    await setTerms(bff, { rateHoldMinutes: { BANK: 5 } })
    const shorter = await aQuoteOf(bff, germany, states)
    await setTerms(bff, {})
    expect(shorter['rateHoldUntil']).toBe(shorter['validUntil'])
  })

  test('money in time is exchanged as quoted, however the market moved', async () => {
    const { executionId } = await started(bff, germany, states)
    await moveEuro(500)
    await advanceClock(bff, minutes(59))
    await paidIn(bff, executionId)
    const done = await settled(executionId, 'COMPLETED')
    await moveEuro(0)
    expect(done['quotedRate']).toBeUndefined()
    expect(await eventTypesOf(bff, executionId)).not.toContainEqual(
      expect.stringContaining('rate_changed'),
    )
  })

  test('later money is exchanged at the present rate; event and record say both', async () => {
    const quoted = await started(bff, germany, states)
    const { executionId } = quoted
    const before = quoted['quote']
    await moveEuro(-500)
    await advanceClock(bff, minutes(61))
    await paidIn(bff, executionId)
    const done = await settled(executionId, 'COMPLETED')
    await moveEuro(0)
    const { rate } = before.exchangeRate
    expect(done['quotedRate']).toBe(rate)
    expect(done['exchangeRate']).toBeCloseTo(rate / 1.05, 9)
    expect(done['rateDetails'].midRate).toBeCloseTo(before.exchangeRate.midRate / 1.05, 9)
    expect(done['to'].amount).toBeLessThan(before.outAmount.amount)
    expect(await eventTypesOf(bff, executionId)).toContain(
      'updated rate_changed: PROCESSING → PROCESSING',
    )
    const { body } = await bff.get(`${transferPath}/${executionId}/timeline`)
    const changed = body.data.events.find((event: AnyBody) => event.eventStatus === 'rate_changed')
    expect(changed.exchangeRate).toEqual({ from: rate, to: done['exchangeRate'] })
  })

  test('on a chain, too: in time as quoted, later at the present rate or back to the sender', async () => {
    const [inTime, later, back] = await Promise.all([
      started(bff, usdc, germany),
      started(bff, usdc, germany),
      started(bff, usdc, germany, { onLate: 'RETURN' }),
    ])
    await moveEuro(500)
    await advanceClock(bff, minutes(14))
    await paidIn(bff, inTime['executionId'])
    const kept = await settled(inTime['executionId'], 'COMPLETED')
    expect(kept['quotedRate']).toBeUndefined()
    expect(kept['exchangeRate']).toBe(inTime['quote'].exchangeRate.rate)
    await advanceClock(bff, minutes(2))
    await paidIn(bff, later['executionId'])
    await paidIn(bff, back['executionId'])
    const changed = await settled(later['executionId'], 'COMPLETED')
    const { rate } = later['quote'].exchangeRate
    expect(changed['quotedRate']).toBe(rate)
    expect(changed['exchangeRate']).toBeCloseTo(rate * 0.95, 6)
    expect(await eventTypesOf(bff, later['executionId'])).toContain(
      'updated rate_changed: PROCESSING → PROCESSING',
    )
    const returned = await settled(back['executionId'], 'REFUNDED')
    await moveEuro(0)
    expect(returned['exchangeRate']).toBe(back['quote'].exchangeRate.rate)
  })

  test('or goes back, where the quote asked for it', async () => {
    const quoted = await started(bff, germany, states, { onLate: 'RETURN' })
    expect(quoted['onLate']).toBe('RETURN')
    await advanceClock(bff, minutes(61))
    await paidIn(bff, quoted['executionId'])
    const back = await settled(quoted['executionId'], 'REFUNDED')
    expect(back['exchangeRate']).toBe(quoted['quote'].exchangeRate.rate)
  })

  test('an approval begins the time anew', async () => {
    await setTerms(bff, { approvalAbove: 50 })
    const { executionId } = await started(bff, germany, states)
    await setTerms(bff, {})
    const waiting = await readTransfer(bff, executionId)
    expect(waiting['status']).toBe('AWAITING_APPROVAL')
    expect(waiting['rateHoldUntil']).toBeUndefined()
    await act(bff, 'cancel', { executionId, reason: 'tried' })
  })
})

describe('the result is booked', () => {
  test('a conversion books mid against the client’s rate, and the partner its fee', async () => {
    await setTerms(bff, { partnerFeeBps: 100 })
    const quoted = await started(bff, germany, states, { exactAmountIn: 1_000 })
    await setTerms(bff, {})
    const { executionId, quote: priced } = quoted
    await paidIn(bff, executionId)
    await settled(executionId, 'COMPLETED')
    const net = 1_000 - priced.fees.totalFees.amount
    const { digits, scale } = readRate(String(priced.exchangeRate.midRate))
    const worth = Math.floor(net * 100 * (Number(digits) / 10 ** scale)) / 100
    const gain = Math.round((worth - priced.outAmount.amount) * 100) / 100
    expect(gain).toBeGreaterThan(4)
    expect(await booked(executionId, 'fx_gain')).toEqual({ USD: gain })
    expect(await booked(executionId, 'fx')).toEqual({ EUR: net, USD: -worth })
    expect(await booked(executionId, 'partner_fee_payable')).toEqual({ EUR: 10 })
  })

  test('partners.settleFees credits what the partner earned, once; 422: then there is nothing', async () => {
    const base = '/api/v1/xfer/utility/partner/payments'
    const earned = async () => (await bff.get(`${base}/balance`)).body.data
    expect((await earned()).partnerFees).toEqual([{ currency: 'EUR', amount: 10 }])
    const both = await Promise.all([
      bff.post(`${base}/settle-fees`, { currency: 'EUR' }),
      bff.post(`${base}/settle-fees`, { currency: 'EUR' }),
    ])
    expect(new Set(both.map((item) => codeOf(item).join(' ').trim()))).toEqual(
      new Set(['200', '422 INSUFFICIENT_BALANCE']),
    )
    const credited = both.find(({ status }) => status === 200)
    expect(credited?.body.data).toMatchObject({ currency: 'EUR', amount: 10, balanceAfter: 10 })
    const after = await earned()
    expect(after.partnerFees).toEqual([])
    expect(after.balances).toContainEqual(
      expect.objectContaining({ currency: 'EUR', available: 10 }),
    )
    expect(after.entries[0]).toMatchObject({ type: 'PARTNER_FEES', amount: 10, currency: 'EUR' })
  })

  test('what goes back before it was paid leaves no result and no position', async () => {
    const closed = await aParty(bff, 'US', {
      accountHolder: { name: 'FAIL RAIL_REJECTED', type: 'individual' },
      ownership: 'THIRD_PARTY',
    })
    const { executionId } = await started(bff, germany, closed, { exactAmountIn: 1_000 })
    await paidIn(bff, executionId)
    await settled(executionId, 'REFUNDED')
    expect(await booked(executionId, 'fx_gain')).toEqual({ USD: 0 })
    expect(await booked(executionId, 'fx')).toEqual({ EUR: 0, USD: 0 })
  })
})

describe('limits of one customer', () => {
  const refusalOf = async (side: Side, change: object = {}) => {
    const answer = await quote(bff, aQuote(side, states, change as Record<string, unknown>))
    return { answer, detail: answer.body.error?.details[0] }
  }

  test('are those of its level, shown in quote and record, and name themselves', async () => {
    const side = await aParty(bff, 'DE')
    const limits = { STANDARD: { txnLimit: 500, dailyLimit: 600, monthlyLimit: 900 } }
    await setTerms(bff, { customerLimits: limits })
    const quoted = await aQuoteOf(bff, side, states, { exactAmountIn: 400 })
    expect(quoted['limits'].customer).toMatchObject({
      level: 'STANDARD',
      perTransfer: 500,
      daily: { limit: 600, used: 0 },
      monthly: { limit: 900, used: 0 },
    })
    expect(quoted['limits'].remainingDaily).toBeCloseTo(600 / 1.152, 2)
    const large = await refusalOf(side, { exactAmountIn: 450 })
    expect(codeOf(large.answer)).toEqual([422, 'LIMIT_TXN'])
    expect(large.detail).toMatchObject({ limit: 'CUSTOMER_TRANSFER', max: 500 })

    await bff.post(transferPath, takeUp(quoted))
    const { body } = await bff.get(`/api/v1/xfer/entity/kyc/${side.entityId}`)
    expect(body.data.limits).toMatchObject({ daily: { limit: 600, used: 460.8 } })
    const day = await refusalOf(side, { exactAmountIn: 200 })
    expect(codeOf(day.answer)).toEqual([422, 'LIMIT_DAILY'])
    expect(day.detail).toMatchObject({ limit: 'CUSTOMER_DAY', max: 600, used: 460.8 })
    const other = await aParty(bff, 'DE')
    expect((await refusalOf(other, { exactAmountIn: 200 })).answer.status).toBe(200)

    await advanceClock(bff, Math.ceil((Date.parse(day.detail.resetsAt) - (await nowMs())) / 1_000))
    const month = await refusalOf(side, { exactAmountIn: 420 })
    // On the last day of a month the month begins anew, too.
    if (body.data.limits.monthly.resetsAt !== day.detail.resetsAt) {
      expect(codeOf(month.answer)).toEqual([422, 'LIMIT_DAILY'])
      expect(month.detail).toMatchObject({ limit: 'CUSTOMER_MONTH', used: 460.8 })
    }
    await setTerms(bff, {})
  })

  test('hold when quotes are executed at once: together no more than the limit', async () => {
    const side = await aParty(bff, 'DE')
    await setTerms(bff, { customerLimits: { STANDARD: { dailyLimit: 500 } } })
    const quotes = await Promise.all(
      Array.from({ length: 8 }, () => aQuoteOf(bff, side, states, { exactAmountIn: 100 })),
    )
    const answers = await Promise.all(quotes.map((item) => bff.post(transferPath, takeUp(item))))
    await setTerms(bff, {})
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(4)
    const [refused] = answers.filter(({ status }) => status !== 200)
    expect(refused && codeOf(refused)).toEqual([422, 'LIMIT_DAILY'])
    expect(refused?.body.error.details[0]).toMatchObject({ limit: 'CUSTOMER_DAY', used: 460.8 })
    const [first] = quotes.filter((_, at) => answers[at]?.status === 200)
    await act(bff, 'cancel', { executionId: first?.['executionId'], reason: 'another day' })
    const { body } = await bff.get(`/api/v1/xfer/entity/kyc/${side.entityId}`)
    expect(body.data.limits.daily.used).toBeCloseTo(345.6, 6)
  })

  test('hold for ten transfers and ten deposits of a route at once: together no more than the limit', async () => {
    const route = await aRoute(bff, { from: 'DE', to: 'US' })
    const { entityId, fundingAccountId } = route
    const side = { entityId, accountId: await accountIn(bff, entityId, 'DE') }
    await setTerms(bff, { customerLimits: { STANDARD: { dailyLimit: 500 } } })
    const ten = Array.from({ length: 10 })
    const quotes = await Promise.all(ten.map(() => aQuoteOf(bff, side, states)))
    const [answers, deposits] = await Promise.all([
      Promise.all(quotes.map((item) => bff.post(transferPath, takeUp(item)))),
      Promise.all(ten.map(() => payTo(bff, fundingAccountId, { currency: 'EUR' }))),
    ])
    const judged = async () => {
      const all = await routeDeposits(bff, route.teleportId)
      return all.filter(({ status }) => !['SCHEDULED', 'RECEIVED'].includes(status))
    }
    while ((await judged()).length < deposits.length) await sleep(50)
    await setTerms(bff, {})
    const executed = answers.filter(({ status }) => status === 200).length
    const forwarded = (await judged()).filter(({ status }) => status !== 'HELD').length
    expect(executed + forwarded).toBe(4)
    const { body } = await bff.get(`/api/v1/xfer/entity/kyc/${entityId}`)
    expect(body.data.limits.daily.used).toBeCloseTo(460.8, 6)
  })

  test('may count transfers, too', async () => {
    const side = await aParty(bff, 'DE')
    await setTerms(bff, { customerLimits: { STANDARD: { dailyCount: 1 } } })
    const both = [await aQuoteOf(bff, side, states), await aQuoteOf(bff, side, states)]
    const answers = []
    for (const item of both) answers.push(await bff.post(transferPath, takeUp(item)))
    expect(answers.map(codeOf)).toEqual([
      [200, undefined],
      [422, 'LIMIT_DAILY'],
    ])
    expect((await refusalOf(side)).detail).toMatchObject({
      limit: 'CUSTOMER_DAY_COUNT',
      max: 1,
      used: 1,
    })
    await setTerms(bff, {})
  })

  const nowMs = async () => Date.parse((await bff.get('/api/v1/sandbox/clock')).body.data.now)
})

test('each step begins no earlier than the one before it ended, and ends no earlier than it began', async () => {
  const { rows } = await bff.deps.db.asWorker(async (tx) => ({
    rows: await tx
      .selectFrom('transfer_step')
      .select(['transfer_id', 'name', 'status', 'ordinal', 'started_at', 'completed_at'])
      .orderBy('transfer_id')
      .orderBy('ordinal')
      .execute(),
  }))
  const done = rows.filter(({ status }) => ['completed', 'skipped', 'failed'].includes(status))
  expect(done.length).toBeGreaterThan(40)
  const wrong = done.flatMap((step, at) => {
    const { transfer_id, name, started_at: began, completed_at: ended } = step
    const before = done[at - 1]
    const isLate = began !== null && ended !== null && ended < began
    const isEarly =
      before?.transfer_id === transfer_id &&
      before.completed_at !== null &&
      began !== null &&
      began < before.completed_at
    return isLate || isEarly ? [`${formatId('exec', transfer_id)} ${name}`] : []
  })
  expect(wrong).toEqual([])
})
