import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { expectEventsPublished } from '../../../test/support/events/published.ts'
import { codeOf } from '../../../test/support/money/funding.ts'
import { expectConsistent } from '../../../test/support/money/invariants.ts'
import {
  accept,
  acceptedFrame,
  advance,
  drawn,
  eventsOf,
  frameOf,
  fundOperational,
  partnerMe,
  payFee,
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
import { tokens } from '../../../test/support/money/wallets.ts'
import { type AnyBody, type Partner, ownBff } from '../../../test/support/process/bff.ts'

const bff = ownBff()
let payer: Payer
beforeAll(async () => {
  payer = await makePayer(bff, 100_000)
})
afterEach(() => expectConsistent(bff))

const minuteMs = 60_000
const dayMs = 86_400_000
const cancel = (reserveFrameId: unknown, headers = {}, partner?: Partner, reason?: string) =>
  bff.post(`${transactions}/reserve/cancel`, { reserveFrameId, reason }, headers, partner)
const listed = async (query: string, partner?: Partner): Promise<string[]> =>
  (await bff.get(`${transactions}/reserve/${query}`, partner)).body.data.map(
    ({ id }: AnyBody) => id,
  )

describe('liquidity.quoteReserve', () => {
  test('200: the frame with its fee and how to pay it', async () => {
    const span = { inHours: 2, hours: 24 }
    const { status, body } = await quoteFrame(bff, { ...span, amount: 10_000, reference: 'r-1' })
    expect([status, Object.keys(body)]).toEqual([200, ['success', 'message', 'data']])
    const [token] = await tokens(bff)
    const me = await partnerMe(bff)
    const feePayment = {
      networkName: 'Corridor Dev Chain',
      chainId: '31337',
      tokenAddress: token?.tokenAddress,
      toWalletAddress: me.partnerDepositWallet,
      amount: 8.64,
    }
    const { createdAt } = body.data
    expect(body.data).toEqual({
      id: expect.stringMatching(/^rsv_[0-9a-hjkmnp-tv-z]{26}$/),
      svcPartnerId: bff.first.svcPartnerId,
      startTimestamp: expect.stringMatching(/Z$/),
      endTimestamp: new Date(Date.parse(body.data.startTimestamp) + dayMs).toISOString(),
      amount: 10_000,
      status: 'QUOTED',
      fees: { hourlyFeeRateInBps: 0.36, totalFeeBps: 8.64, feeAmount: 8.64 },
      feeTxnHash: '',
      transactionId: 'r-1',
      misc: {
        quotedAt: createdAt,
        utilisation: { drawn: 0, remaining: 10_000, peak: 0 },
        feePayment,
      },
      createdAt,
      updatedAt: createdAt,
      asset: 'USDC',
      hours: 24,
      feePayment,
      validUntil: expect.stringMatching(/Z$/),
      allowedActions: ['accept', 'cancel'],
      version: 1,
    })
    const validMs = Date.parse(body.data.validUntil) - Date.parse(createdAt)
    expect(Math.round(validMs / minuteMs)).toBe(30)
    const unnamed = await quoteFrame(bff)
    expect(unnamed.body.data.transactionId).toBe(unnamed.body.data.id)
  })

  test.each([
    ['six minutes ago', { inMs: -6 * minuteMs }, 'startTimestamp'],
    ['without a length', { lengthMs: 0 }, 'endTimestamp'],
    ['that ends before it begins', { lengthMs: -1 }, 'endTimestamp'],
    ['a millisecond longer than 30 days', { lengthMs: 30 * dayMs + 1 }, 'endTimestamp'],
    ['of nothing', { amount: 0 }, 'amount'],
    ['of less than nothing', { amount: -5 }, 'amount'],
    ['of words', { amount: '5' }, 'amount'],
  ])('400 FIELD_INVALID: a frame %s', async (_, of, path) => {
    expect(problemOf(await quoteFrame(bff, of))).toMatchObject({
      status: 400,
      code: 'FIELD_INVALID',
      path,
    })
  })

  test('400: what is missing, another asset, too many digits', async () => {
    const span = { startTimestamp: '2027-01-01T00:00:00Z', endTimestamp: '2027-01-02T00:00:00Z' }
    const missing = await bff.post(`${transactions}/reserve/quote`, span)
    expect(problemOf(missing)).toMatchObject({
      status: 400,
      code: 'FIELD_REQUIRED',
      path: 'amount',
    })
    expect(problemOf(await quoteFrame(bff, { asset: 'EURC' }))).toMatchObject({
      status: 400,
      code: 'FIELD_INVALID',
      path: 'asset',
      allowed: ['USDC'],
    })
    for (const amount of [0.0000001, 1.2345678])
      expect(codeOf(await quoteFrame(bff, { amount }))).toEqual([400, 'AMOUNT_PRECISION'])
  })

  test.each([
    ['that began almost five minutes ago', { inMs: -5 * minuteMs + 5_000, hours: 1 }, 1],
    ['of 30 days', { hours: 720 }, 720],
    ['of 90 minutes', { lengthMs: 90 * minuteMs }, 2],
    ['of a day and a millisecond', { lengthMs: dayMs + 1 }, 25],
    ['in the asset’s name in lower case', { hours: 1, asset: 'usdc' }, 1],
  ])('200: a frame %s is counted in started hours', async (_, of, hours) => {
    const { body } = await quoteFrame(bff, { ...of, amount: 100 })
    expect(body.data).toMatchObject({
      hours,
      fees: {
        totalFeeBps: Math.round(36 * hours) / 100,
        feeAmount: Math.round(((100 * 36 * hours) / 10_000 / 100) * 1e6) / 1e6,
      },
    })
  })

  test('422 CREDIT_LIMIT_EXCEEDED: frames that overlap share the limit, others do not', async () => {
    const partner = await bff.makePartner('Overlapping')
    const quote = (amount: number, inHours: number, hours: number) =>
      quoteFrame(bff, { amount, inHours, hours, partner })
    expect((await quote(600_000, 1, 9)).status).toBe(200)
    expect(problemOf(await quote(500_000, 5, 10))).toMatchObject({
      status: 422,
      code: 'CREDIT_LIMIT_EXCEEDED',
      path: 'amount',
      remaining: 400_000,
    })
    expect((await quote(400_000, 5, 10)).status).toBe(200)
    expect((await quote(600_000, 11, 9)).status).toBe(200)
    expect(codeOf(await quote(1, 6, 10))).toEqual([422, 'CREDIT_LIMIT_EXCEEDED'])
    expect((await quote(1_000_000, 24, 9)).status).toBe(200)
    // Quotes hold credit until they expire or are cancelled.
    expect((await partnerMe(bff, partner)).limits).toMatchObject({ remainingCredit: 0 })
    const [newest = ''] = await listed('all?limit=1', partner)
    await cancel(newest, {}, partner)
    expect((await quote(1_000_000, 24, 9)).status).toBe(200)
    await advance(bff, 30 * 60)
    expect((await partnerMe(bff, partner)).limits).toMatchObject({ remainingCredit: 1_000_000 })
    const held = { creditLimit: 1_000_000, borrowedAmount: 0 }
    expect((await partnerMe(bff, partner)).limits).toMatchObject(held)
  })

  test('422: what is borrowed outside of frames counts, what frames have drawn is theirs', async () => {
    const partner = await bff.makePartner('Borrowing')
    await setLiquidity(bff, partner, { creditLimit: 1_000 })
    const frame = await acceptedFrame(bff, payer, { amount: 500, partner })
    await drawn(bff, { amount: 300, reserveFrameId: frame.id }, partner)
    await drawn(bff, { amount: 100 }, partner)
    expect((await partnerMe(bff, partner)).limits).toMatchObject({
      borrowedAmount: 400,
      remainingCredit: 400,
    })
    const beside = await quoteFrame(bff, { amount: 401, partner })
    expect(problemOf(beside)).toMatchObject({ code: 'CREDIT_LIMIT_EXCEEDED', remaining: 400 })
    const later = await quoteFrame(bff, { amount: 901, inHours: 30, partner })
    expect(problemOf(later)).toMatchObject({ code: 'CREDIT_LIMIT_EXCEEDED', remaining: 900 })
    expect((await quoteFrame(bff, { amount: 900, inHours: 30, partner })).status).toBe(200)
  })

  test('422: a partner has at most 100 open quotes', async () => {
    const partner = await bff.makePartner('Asking')
    const quote = () => quoteFrame(bff, { amount: 1, partner })
    for (let made = 0; made < 100; made += 10) {
      const ten = await Promise.all(Array.from({ length: 10 }, quote))
      expect(ten.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200))
    }
    expect(codeOf(await quote())).toEqual([422, 'CREDIT_LIMIT_EXCEEDED'])
    const [open = ''] = await listed('all?status=QUOTED&limit=1', partner)
    expect((await cancel(open, {}, partner)).status).toBe(200)
    expect((await quote()).status).toBe(200)
  })
})

describe('liquidity.activeReserves, liquidity.listReserves', () => {
  test('frames by status and phase, and what becomes of them by the clock', async () => {
    const partner = await bff.makePartner('Listing')
    const expiring = (await quoteFrame(bff, { partner })).body.data
    await advance(bff, 31 * 60)
    // Read and listed as expired before any sweep.
    expect(await listed('all?status=EXPIRED', partner)).toEqual([expiring.id])
    const now = { amount: 500, hours: 2, partner }
    const running = await acceptedFrame(bff, payer, now)
    const coming = await acceptedFrame(bff, payer, { ...now, inHours: 10 })
    const quoted = (await quoteFrame(bff, { ...now, inHours: 20 })).body.data
    const gone = (await quoteFrame(bff, now)).body.data
    await cancel(gone.id, {}, partner)
    expect([running.phase, coming.phase]).toEqual(['ACTIVE', 'UPCOMING'])
    expect([running.allowedActions, coming.allowedActions]).toEqual([['draw'], ['cancel']])
    for (const [status, ids] of [
      ['QUOTED', [quoted.id]],
      ['ACCEPTED', [coming.id, running.id]],
      ['ACTIVE', [running.id]],
      ['UPCOMING', [coming.id]],
      ['CANCELLED', [gone.id]],
      ['REJECTED', []],
      ['ENDED', []],
    ] as const)
      expect([status, await listed(`all?status=${status}`, partner)]).toEqual([status, ids])
    expect(await listed('active', partner)).toEqual([running.id, coming.id])

    const drawing = await drawn(bff, { amount: 500, reserveFrameId: running.id }, partner)
    expect(await listed('all?status=EXHAUSTED', partner)).toEqual([running.id])
    expect(await listed('all?status=ACTIVE', partner)).toEqual([])
    expect(await frameOf(bff, running.id, partner)).toMatchObject({
      status: 'ACCEPTED',
      phase: 'EXHAUSTED',
      allowedActions: [],
      misc: { utilisation: { drawn: 500, remaining: 0, peak: 500 } },
    })
    await repaidFromWallet(drawing, partner)
    expect(await frameOf(bff, running.id, partner)).toMatchObject({
      phase: 'ACTIVE',
      misc: { utilisation: { drawn: 0, remaining: 500, peak: 500 } },
    })

    const [from, to] = [coming.startTimestamp, coming.endTimestamp]
    expect(await listed(`all?from=${from}&to=${to}&status=ACCEPTED`, partner)).toEqual([coming.id])
    expect(await listed(`all?to=${from}`, partner)).not.toContain(coming.id)
    expect(await listed(`all?from=${to}&status=QUOTED`, partner)).toEqual([quoted.id])
    expect(await listed('all?sort=startTimestamp&limit=2', partner)).toEqual([
      expiring.id,
      running.id,
    ])

    await advance(bff, 2 * 3_600)
    expect(await listed('active', partner)).toEqual([coming.id])
    expect(await listed('all?status=ENDED', partner)).toEqual([running.id])
    expect(await eventsOf(bff, 'reserve', running.id, { upTo: 'ended', partner })).toEqual([
      'created quoted >QUOTED',
      'transitioned accepted QUOTED>ACCEPTED',
      'transitioned started ACCEPTED>ACCEPTED',
      'transitioned exhausted ACCEPTED>ACCEPTED',
      'transitioned ended ACCEPTED>ACCEPTED',
    ])
    await advance(bff, 8 * 3_600)
    expect((await frameOf(bff, coming.id, partner)).phase).toBe('ACTIVE')
    await eventsOf(bff, 'reserve', coming.id, { upTo: 'started', partner })
  })

  test('400: unknown words, bad pages', async () => {
    for (const query of ['status=RUNNING', 'from=yesterday', 'limit=0', 'limit=201', 'sort=amount'])
      expect([query, ...codeOf(await bff.get(`${transactions}/reserve/all?${query}`))]).toEqual([
        query,
        400,
        'FIELD_INVALID',
      ])
    for (const list of ['all', 'active'])
      expect(codeOf(await bff.get(`${transactions}/reserve/${list}?cursor=x`))).toEqual([
        400,
        'CURSOR_INVALID',
      ])
  })

  test('pages follow each other, and the active list has all of them without a limit', async () => {
    const all = await listed('all?limit=200')
    const first = await bff.get(`${transactions}/reserve/all?limit=3`)
    expect(first.body.pagination).toMatchObject({ limit: 3, hasMore: true })
    const { nextCursor } = first.body.pagination
    const second = await listed(`all?limit=3&cursor=${nextCursor}`)
    expect([...first.body.data.map(({ id }: AnyBody) => id), ...second]).toEqual(all.slice(0, 6))
    const active = await bff.get(`${transactions}/reserve/active`)
    expect(Object.keys(active.body)).toEqual(['success', 'message', 'data', 'pagination'])
    expect((await bff.send(`${transactions}/reserve/active`, { token: '' })).status).toBe(401)
  })

  async function repaidFromWallet(drawing: AnyBody, partner: Partner): Promise<void> {
    await fundOperational(bff, 600, partner)
    const { body } = await quoteReplenish(bff, drawing.originalTxnHash, {}, partner)
    const { originalTxnHash, totalReplenishAmount } = body.data
    const asked = { originalTxnHash, totalReplenishAmount, asset: 'USDC' }
    await bff.post(`${replenish}/transaction/initiate`, asked, {}, partner)
    await until(async () => {
      const read = await bff.get(`${transactions}/detail/${drawing.ltxId}`, partner)
      return read.body.data.status === 'REPLENISHED' ? true : undefined
    })
  }
})

test('a fee that is paid late in its half hour is taken, also after the frame has begun', async () => {
  const quoted = (await quoteFrame(bff, { inMs: 10 * minuteMs, hours: 2 })).body.data
  const hash = await payFee(bff, payer, quoted)
  await advance(bff, 29 * 60)
  expect((await serviceNow(bff)) > new Date(quoted.startTimestamp)).toBe(true)
  expect((await accept(bff, quoted.id, hash)).body).toEqual({
    success: true,
    message: 'Reserve frame accepted.',
  })
  expect(await frameOf(bff, quoted.id)).toMatchObject({ status: 'ACCEPTED', phase: 'ACTIVE' })
})

test('all published events are in the catalogue, without a gap, each state following the previous one', async () => {
  await expectEventsPublished(bff, {
    'reserve.created': 'quoted',
    'reserve.transitioned': 'accepted started',
  })
})
