import { afterEach, describe, expect, test } from 'vitest'
import { type AnyBody, ownBff } from '../../../../test/support/process/bff.ts'
import { expectConsistent } from '../../../../test/support/money/invariants.ts'
import { setTerms } from '../../../../test/support/money/ordinary.ts'
import { advanceClock } from '../../../../test/support/money/ordinary-flow.ts'
import { findDeposit, payTo, untilDeposit } from '../../../../test/support/money/payin-deposits.ts'
import {
  aRoute,
  type MadeRoute,
  payinPath,
  readRoute,
  toggleRoute,
} from '../../../../test/support/money/payin-routes.ts'

const bff = ownBff()
afterEach(() => expectConsistent(bff))

const senderAccount = 'DE89370400440532013000'
const german = () => aRoute(bff, { from: 'DE', to: 'ES' })
const euros = async (route: MadeRoute, body: object = {}): Promise<string> =>
  (await payTo(bff, route.fundingAccountId, { currency: 'EUR', senderAccount, ...body })).depositId
const forward = (body: object, headers: Record<string, string> = {}, partner = bff.first) =>
  bff.post(`${payinPath}/deposit/forward`, body, headers, partner)

/** Deposits that the partner's limit of one transfer held, which is high again afterwards. */
async function atLimit(route: MadeRoute, count: number, body: object = {}): Promise<string[]> {
  await setTerms(bff, { txnLimit: 50 })
  const ids: string[] = []
  for (let at = 0; at < count; at += 1) ids.push(await euros(route, body))
  await setTerms(bff, {})
  return ids
}

const ample = { dailyLimit: 1e9, monthlyLimit: 1e9 }

/** Room of the partner's day for so many deposits more like this one, and a half. */
async function roomFor(count: number, depositId: string): Promise<void> {
  await setTerms(bff, { dailyLimit: 1, customerLimits: { NONE: ample, STANDARD: ample } })
  const { used, needed } = (await findDeposit(bff, depositId)).fit.limit
  await setTerms(bff, {
    dailyLimit: used + needed * (count + 0.5),
    customerLimits: { NONE: ample, STANDARD: ample },
  })
}

const outcomes = (results: AnyBody[]) =>
  results.map(({ outcome, code }) => (outcome === 'FORWARDED' ? outcome : code))

describe('a deposit that a limit holds', () => {
  test('200: says which, how much of it is used, when it begins anew, and whether it fits now', async () => {
    const route = await german()
    await setTerms(bff, { txnLimit: 50 })
    const single = await euros(route)
    const { limit, fit } = await findDeposit(bff, single)
    expect(limit).toEqual({
      kind: 'PARTNER_TRANSFER',
      limit: 50,
      used: 0,
      left: 50,
      needed: expect.any(Number),
      currency: 'USD',
    })
    expect(fit).toEqual({ fits: false, reason: 'LIMIT', limit })
    await setTerms(bff, {
      customerLimits: { NONE: { dailyLimit: 60 }, STANDARD: { dailyLimit: 60 } },
    })
    const day = await euros(route)
    const held = await findDeposit(bff, day)
    expect(held.limit).toMatchObject({ kind: 'CUSTOMER_DAY', limit: 60, used: 0, left: 60 })
    expect(held.limit.resetsAt).toMatch(/T00:00:00.000Z$/)
    await setTerms(bff, {})
    // What held it stays on record; that it has room now is shown beside it.
    expect(await findDeposit(bff, day)).toMatchObject({
      limit: { kind: 'CUSTOMER_DAY', used: 0 },
      fit: { fits: true, reason: '' },
    })
    await toggleRoute(bff, route.teleportId, 'inactive')
    expect((await findDeposit(bff, day)).fit).toEqual({ fits: false, reason: 'ROUTE_INACTIVE' })
  })
})

describe('payinRoutes.forwardHeld', () => {
  test('200: forwards what fits, oldest first, and says of each what became of it', async () => {
    const route = await german()
    const ids = await atLimit(route, 3)
    await roomFor(2, ids[0] ?? '')
    const key = { 'idempotency-key': 'bulk-1' }
    const answer = await forward({ depositIds: ids.toReversed() }, key)
    const { data, message } = answer.body.data
    expect([answer.status, message]).toEqual([200, '2 of 3 deposits are forwarded.'])
    expect(data).toMatchObject({
      forwarded: 2,
      excluded: 1,
      sums: [{ amount: 200, currency: 'EUR' }],
    })
    expect(data.results.map(({ depositId }: AnyBody) => depositId)).toEqual(ids)
    expect(data.results[0]).toEqual({
      depositId: ids[0],
      outcome: 'FORWARDED',
      status: 'FORWARDING',
      amountIn: { amount: 100, currency: 'EUR' },
      executionId: expect.stringMatching(/^exec_/),
      code: '',
      reason: '',
      message: 'The deposit is forwarded.',
    })
    expect(data.results[2]).toMatchObject({
      code: 'LIMIT_DAILY',
      reason: 'LIMIT',
      limit: { kind: 'PARTNER_DAY' },
      executionId: '',
    })
    expect((await forward({ depositIds: ids.toReversed() }, key)).body).toEqual(answer.body)
    await untilDeposit(bff, ids[0] ?? '', 'FORWARDED')
    await untilDeposit(bff, ids[1] ?? '', 'FORWARDED')
    await setTerms(bff, {})
  })

  test('200: calls at once never pass the limit, and no deposit goes twice', async () => {
    const route = await german()
    const ids = await atLimit(route, 6)
    await roomFor(4, ids[0] ?? '')
    const answers = await Promise.all(
      [ids, ids.slice(3), ids.slice(0, 4), ids.toReversed()].map((depositIds) =>
        forward({ depositIds }),
      ),
    )
    const all = answers.flatMap(({ body }) => body.data.data.results as AnyBody[])
    const gone = all
      .filter(({ outcome }) => outcome === 'FORWARDED')
      .map((deposit) => deposit.depositId)
    expect([gone.length, new Set(gone).size]).toEqual([4, 4])
    for (const id of gone) await untilDeposit(bff, id, 'FORWARDED')
    for (const id of ids.filter((item) => !gone.includes(item)))
      expect(await findDeposit(bff, id)).toMatchObject({ status: 'HELD', executionId: '' })
    await setTerms(bff, {})
  })

  test('200: without ids the oldest that fit; what a person has to look at stays', async () => {
    const route = await german()
    const [first = '', second = ''] = await atLimit(route, 2)
    const other = await german()
    await toggleRoute(bff, other.teleportId, 'inactive')
    const off = await euros(other)
    const dollars = await euros(route, { currency: 'USD' })
    const unknown = `dep_${'0'.repeat(26)}`
    const named = await forward({ depositIds: [off, dollars, unknown] })
    expect(named.body.data.data.results).toMatchObject([
      { depositId: unknown, code: 'RECORD_NOT_FOUND' },
      { depositId: off, code: 'CORRIDOR_UNAVAILABLE', reason: 'ROUTE_INACTIVE' },
      { depositId: dollars, code: 'ILLEGAL_TRANSITION', reason: 'NOT_ALLOWED' },
    ])
    const foreign = await forward({ depositIds: [first] }, {}, bff.second)
    expect(outcomes(foreign.body.data.data.results)).toEqual(['RECORD_NOT_FOUND'])
    const { results } = (await forward({})).body.data.data
    const gone = results.map(({ depositId }: AnyBody) => depositId)
    expect(gone).toEqual(expect.arrayContaining([first, second]))
    expect(gone).not.toContain(off)
    expect(new Set(outcomes(results))).toEqual(new Set(['FORWARDED']))
    expect((await forward({ depositIds: [first] })).body.data.data.results[0].code).toBe(
      'ILLEGAL_TRANSITION',
    )
  })

  test('422 APPROVAL_REQUIRED: the sum of all counts, not each alone', async () => {
    const route = await german()
    const ids = await atLimit(route, 2, { amount: 50_000 })
    const { needed } = (await findDeposit(bff, ids[0] ?? '')).limit
    await setTerms(bff, { approvalAbove: Math.ceil(needed * 1.5) })
    const both = await forward({ depositIds: ids })
    expect([both.status, both.body.error.code]).toEqual([422, 'APPROVAL_REQUIRED'])
    for (const id of ids) expect((await findDeposit(bff, id)).status).toBe('HELD')
    expect((await forward({ depositIds: ids.slice(1) })).status).toBe(200)
    await setTerms(bff, {})
  })
})

describe('the day of a funding account', () => {
  test('200: begins anew with the next, and counts what goes on then', async () => {
    const route = await german()
    const { limits } = await readRoute(bff, route.teleportId)
    const most = { txnLimit: 1e12, dailyLimit: 1e12 }
    await setTerms(bff, most)
    const above = await findDeposit(bff, await euros(route, { amount: limits.maxDeposit + 1 }))
    expect(above).toMatchObject({
      heldReason: 'ABOVE_MAXIMUM',
      limit: { kind: 'MAX_DEPOSIT', limit: limits.maxDeposit, currency: 'EUR' },
    })
    const deposit = async () => findDeposit(bff, await euros(route, { amount: limits.maxDeposit }))
    let held = await deposit()
    while (held.status !== 'HELD') held = await deposit()
    const left = held.limit.limit - held.limit.used
    expect(held.limit).toMatchObject({ kind: 'ACCOUNT_DAY', limit: limits.dailyLimit })
    expect(held.limit.left).toBeCloseTo(left)
    const { depositId } = held
    const early = await forward({ depositIds: [depositId] })
    expect(early.body.data.data.results[0]).toMatchObject({
      outcome: 'EXCLUDED',
      code: 'LIMIT_DAILY',
      limit: { kind: 'ACCOUNT_DAY' },
    })
    await advanceClock(bff, 86_400)
    const next = await forward({ depositIds: [depositId] })
    expect(outcomes(next.body.data.data.results)).toEqual(['FORWARDED'])
    let after = await deposit()
    while (after.status !== 'HELD') after = await deposit()
    expect(after.limit).toMatchObject({ kind: 'ACCOUNT_DAY', used: held.limit.used })
    await untilDeposit(bff, depositId, 'FORWARDED')
    await setTerms(bff, {})
  })
})
