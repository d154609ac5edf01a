import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { expectEventsPublished } from '../../../test/support/events/published.ts'
import { devChainOf } from '../../../test/support/money/chain-rpc.ts'
import { codeOf } from '../../../test/support/money/funding.ts'
import { expectConsistent } from '../../../test/support/money/invariants.ts'
import {
  acceptedFrame,
  advance,
  detailOf,
  draw,
  drawBody,
  drawn,
  eventsOf,
  frameOf,
  partnerMe,
  problemOf,
  quoteFrame,
  serviceNow,
  transactions,
  units,
  until,
} from '../../../test/support/money/liquidity.ts'
import { makeKey, makePayer, type Payer } from '../../../test/support/money/payments.ts'
import { type AnyBody, type Partner, ownBff } from '../../../test/support/process/bff.ts'

const bff = ownBff()
let payer: Payer
beforeAll(async () => {
  payer = await makePayer(bff, 100_000)
})
afterEach(() => expectConsistent(bff))

const hourMs = 3_600_000
const send = (body: object, partner?: Partner) =>
  bff.post(`${transactions}/initiate`, body, {}, partner)
const ended = (ltxId: string, status: string, partner?: Partner): Promise<AnyBody> =>
  until(async () => {
    const drawing = await detailOf(bff, ltxId, partner)
    return drawing.status === status ? drawing : undefined
  })

describe('liquidity.initiate', () => {
  test('200: a drawing is paid out to the recipient, and what it costs is shown', async () => {
    const recipientWallet = makeKey().address
    const body = drawBody({ amount: 1_000, recipientWallet, metadata: { order: '7' } })
    const answer = await send(body)
    expect([answer.status, Object.keys(answer.body)]).toEqual([
      200,
      ['success', 'message', 'created', 'data'],
    ])
    expect(answer.body).toMatchObject({
      created: true,
      data: {
        transactionId: body.transactionId,
        ltxId: expect.stringMatching(/^ltx_/),
        status: 'INITIATED',
        amount: 1_000,
        asset: 'USDC',
        originalTxnHash: '',
        recipientWallet: body.recipientWallet,
        reserveFrameId: '',
        transferMode: 'IMMEDIATE',
        totalFulfilledAmount: 0,
        replenishments: [],
        allowedActions: [],
      },
    })
    const drawing = await ended(answer.body.data.ltxId, 'DISBURSED')
    const { disbursedAt, createdAt, dueAt, originalTxnHash } = drawing
    expect(Date.parse(dueAt) - Date.parse(createdAt)).toBeCloseTo(168 * hourMs, -3)
    expect(drawing).toEqual({
      ...answer.body.data,
      status: 'DISBURSED',
      originalTxnHash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
      principalOutstanding: 1_000,
      feeAccrued: 0.725,
      feeTomorrow: expect.any(Number),
      feePaid: 0,
      totalReplenishAmount: 1_000.725,
      feeBreakdown: {
        ratePerUnitTime: 0.25,
        customerReliabilityScoreRate: 0.5,
        affiliateFeeRate: 1,
        fixedBaseRate: 4,
        counterPartyRiskPremiumRate: 2.5,
        feeAmount: 0.725,
        feeAccrued: 0.725,
        feePaid: 0,
        terms: [
          { term: 'ratePerUnitTime', rateBps: 0.25, units: 1, base: 1_000, amount: 0.025 },
          { term: 'fixedBaseRate', rateBps: 4, units: 1, base: 1_000, amount: 0.4 },
          { term: 'affiliateFeeRate', rateBps: 1, units: 1, base: 1_000, amount: 0.1 },
          {
            term: 'counterPartyRiskPremiumRate',
            rateBps: 2.5,
            units: 1,
            base: 1_000,
            amount: 0.25,
          },
          {
            term: 'customerReliabilityScoreRate',
            rateBps: 0.5,
            units: 1,
            base: 1_000,
            amount: -0.05,
          },
        ],
      },
      metadata: { order: '7' },
      disbursedAt: expect.stringMatching(/Z$/),
      allowedActions: ['replenish', 'fulfil'],
      updatedAt: expect.stringMatching(/Z$/),
      version: expect.any(Number),
    })
    expect(Date.parse(disbursedAt)).toBeGreaterThan(Date.parse(createdAt) - 2_000)
    const receipt = await devChainOf(bff.deps).adapter.receipt(originalTxnHash)
    expect(receipt.ok && receipt.value?.transfers).toMatchObject([
      { to: body.recipientWallet.toLowerCase(), amount: units(1_000) },
    ])
    const events = await eventsOf(bff, 'liquidity_transaction', drawing.ltxId, {
      upTo: 'disbursed',
    })
    expect(events[0]).toBe('initiated initiated >INITIATED')
    expect(events.at(-1)).toMatch(/^transitioned disbursed (INITIATED|BROADCAST)>DISBURSED$/)
  })

  test.each(['ltx_1', 'dep_1', 'refund-1', 'rpl_1', 'cexec-1'])(
    '400: %s, a name as the service gives them',
    async (transactionId) => {
      const refused = await send({ ...drawBody(), transactionId })
      expect(codeOf(refused)).toEqual([400, 'FIELD_INVALID'])
    },
  )

  test('a repeated id: the same body finds the drawing, another is 409 TRANSACTION_ID_USED', async () => {
    const body = drawBody()
    const first = await send(body)
    const again = await send({ ...body, metadata: {} })
    expect(again.body).toMatchObject({ created: false, data: { ltxId: first.body.data.ltxId } })
    expect(again.body.message).toContain('already')
    for (const other of [{ amount: 101 }, { recipientWallet: makeKey().address }])
      expect(codeOf(await send({ ...body, ...other }))).toEqual([409, 'TRANSACTION_ID_USED'])
    // A namespace of each partner.
    const foreign = await send(body, bff.second)
    expect(foreign.body).toMatchObject({ created: true })
    expect(foreign.body.data.ltxId).not.toBe(first.body.data.ltxId)
  })

  test.each<[string, Record<string, unknown>, string, string]>([
    ['no id', { transactionId: undefined }, 'FIELD_REQUIRED', 'transactionId'],
    ['no asset', { asset: undefined }, 'FIELD_REQUIRED', 'asset'],
    ['no originator', { originator: undefined }, 'FIELD_REQUIRED', 'originator'],
    [
      'no beneficiary’s name',
      { beneficiary: { country: 'GB' } },
      'FIELD_REQUIRED',
      'beneficiary.name',
    ],
    [
      'a long country',
      { beneficiary: { name: 'Lumen', country: 'GBR' } },
      'FIELD_INVALID',
      'beneficiary.country',
    ],
    ['another asset', { asset: 'EURC' }, 'FIELD_INVALID', 'asset'],
    ['too many digits', { amount: 1.0000001 }, 'AMOUNT_PRECISION', 'amount'],
    ['nothing', { amount: 0 }, 'FIELD_INVALID', 'amount'],
    ['no address', { recipientWallet: '0x12' }, 'FIELD_INVALID', 'recipientWallet'],
    [
      'a bad checksum',
      { recipientWallet: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD'.replace('aA', 'Aa') },
      'FIELD_INVALID',
      'recipientWallet',
    ],
    ['nobody', { recipientWallet: `0x${'0'.repeat(40)}` }, 'FIELD_INVALID', 'recipientWallet'],
    ['another mode', { transferMode: 'LATER' }, 'FIELD_INVALID', 'transferMode'],
    ['no frame to schedule on', { transferMode: 'SCHEDULED' }, 'FIELD_INVALID', 'transferMode'],
  ])('400: %s', async (_, change, code, path) => {
    expect(problemOf(await draw(bff, change))).toMatchObject({ status: 400, code, path })
  })

  test('400: no address of the service’s own is paid, whoever’s', async () => {
    const { treasury, gasStation } = devChainOf(bff.deps)
    const mine = await partnerMe(bff)
    const other = await partnerMe(bff, bff.second)
    for (const recipientWallet of [
      treasury.address,
      gasStation.address,
      mine.partnerDepositWallet,
      mine.partnerOperationalWallet,
      other.partnerDepositWallet.toLowerCase(),
      other.partnerOperationalWallet,
    ])
      expect(problemOf(await draw(bff, { recipientWallet }))).toMatchObject({
        code: 'FIELD_INVALID',
        path: 'recipientWallet',
        message: expect.stringContaining('own'),
      })
  })

  test('when it is to be repaid: later than now, within 30 days', async () => {
    const now = (await serviceNow(bff)).getTime()
    const at = (ms: number) => ({ expectedRepaymentAt: new Date(now + ms).toISOString() })
    for (const ms of [-1, 30 * 24 * hourMs + 60_000])
      expect(problemOf(await draw(bff, at(ms)))).toMatchObject({
        code: 'FIELD_INVALID',
        path: 'expectedRepaymentAt',
      })
    const made = await draw(bff, at(30 * 24 * hourMs - 60_000))
    expect(made.body.data.dueAt).toBe(new Date(now + 30 * 24 * hourMs - 60_000).toISOString())
  })

  test('422 POLICY_BLOCKED: a party or wallet on a list; audited, and no drawing comes of it', async () => {
    const listed = { name: 'Usama bin Ladin', country: 'SA' }
    for (const change of [{ originator: listed }, { beneficiary: listed }]) {
      const body = drawBody(change)
      const refused = await send(body)
      expect(codeOf(refused)).toEqual([422, 'POLICY_BLOCKED'])
      expect(refused.body.error.details[0].path).toBe(Object.keys(change)[0])
      expect((await bff.get(`${transactions}/detail/${body.transactionId}`)).status).toBe(404)
      const audited = await bff.deps.db.asWorker((tx) =>
        tx
          .selectFrom('audit')
          .select(['action'])
          .where('object_id', '=', body.transactionId)
          .execute(),
      )
      expect(audited).toEqual([{ action: 'liquidity_transaction.blocked' }])
    }
  })

  test('503 PROVIDER_UNAVAILABLE: where the lists cannot be asked nobody is paid', async () => {
    const { screening } = bff.deps
    const asked = screening.screen.bind(screening)
    screening.screen = () => Promise.reject(new Error('no answer'))
    try {
      expect(codeOf(await draw(bff))).toEqual([503, 'PROVIDER_UNAVAILABLE'])
    } finally {
      screening.screen = asked
    }
  })
})

describe('a drawing on a frame', () => {
  test('takes what the frame has, and no credit beside it', async () => {
    const partner = await bff.makePartner('Framed')
    const frame = await acceptedFrame(bff, payer, { amount: 1_000, partner })
    const before = (await partnerMe(bff, partner)).limits.remainingCredit
    const drawing = await drawn(bff, { amount: 600, reserveFrameId: frame.id }, partner)
    expect(drawing.reserveFrameId).toBe(frame.id)
    const { limits } = await partnerMe(bff, partner)
    expect([limits.remainingCredit, limits.borrowedAmount]).toEqual([before, 600])
    const refused = await draw(bff, { amount: 500, reserveFrameId: frame.id }, partner)
    expect(problemOf(refused)).toMatchObject({
      status: 422,
      code: 'CREDIT_LIMIT_EXCEEDED',
      path: 'reserveFrameId',
      remaining: 400,
    })
    expect((await draw(bff, { amount: 400, reserveFrameId: frame.id }, partner)).status).toBe(200)
    expect((await frameOf(bff, frame.id, partner)).misc.utilisation).toEqual({
      drawn: 1_000,
      remaining: 0,
      peak: 1_000,
    })
  })

  test('404, 422: a frame that is unknown, foreign, not accepted, not begun, ended', async () => {
    const of = (reserveFrameId: string) => draw(bff, { amount: 1, reserveFrameId })
    const foreign = (await quoteFrame(bff, { partner: bff.second })).body.data
    for (const id of [`rsv_${'0'.repeat(26)}`, 'frame', foreign.id])
      expect(problemOf(await of(id))).toMatchObject({ status: 404, code: 'RESERVE_NOT_FOUND' })
    const quoted = (await quoteFrame(bff)).body.data
    expect(problemOf(await of(quoted.id))).toMatchObject({
      status: 422,
      code: 'ILLEGAL_TRANSITION',
      from: 'QUOTED',
    })
    const scheduled = { amount: 1, reserveFrameId: quoted.id, transferMode: 'SCHEDULED' }
    expect(problemOf(await draw(bff, scheduled))).toMatchObject({
      status: 400,
      code: 'FIELD_INVALID',
      allowed: ['IMMEDIATE'],
    })
    const coming = await acceptedFrame(bff, payer, { amount: 100, inHours: 5, hours: 1 })
    expect(problemOf(await of(coming.id))).toMatchObject({
      status: 422,
      code: 'ILLEGAL_TRANSITION',
      from: 'UPCOMING',
    })
    await advance(bff, 6 * 3_600)
    expect(codeOf(await of(coming.id))).toEqual([422, 'RESERVE_EXPIRED'])
  })
})

describe('liquidity.detail', () => {
  test('by its own id, by the hash of its payment, and by the partner’s id', async () => {
    const drawing = await drawn(bff)
    const { ltxId, originalTxnHash, transactionId } = drawing
    const upper = `0x${originalTxnHash.slice(2).toUpperCase()}`
    for (const id of [ltxId, originalTxnHash, upper, transactionId])
      expect([id, (await detailOf(bff, id)).ltxId]).toEqual([id, ltxId])
    for (const id of [ltxId, originalTxnHash, transactionId, 'x', `0x${'1'.repeat(64)}`])
      expect(codeOf(await bff.get(`${transactions}/detail/${id}`, bff.second))).toEqual([
        404,
        'LIQUIDITY_TXN_NOT_FOUND',
      ])
  })

  test('a partner’s id may look like anything; our own ids and hashes come first', async () => {
    const first = await drawn(bff)
    const hashLike = `0x${'2'.repeat(64)}`
    const spaced = 'order 7/ä?'
    for (const transactionId of [hashLike, spaced]) {
      const { body } = await draw(bff, { transactionId })
      const found = await detailOf(bff, encodeURIComponent(transactionId))
      expect(found.ltxId).toBe(body.data.ltxId)
    }
    const taken = first.originalTxnHash
    expect((await draw(bff, { transactionId: taken })).body.data.transactionId).toBe(taken)
    expect((await detailOf(bff, taken)).ltxId).toBe(first.ltxId)
    expect(codeOf(await draw(bff, { transactionId: first.ltxId }))).toEqual([400, 'FIELD_INVALID'])
  })
})

describe('liquidity.list', () => {
  test('drawings newest first, by status, asset, time, frame, and whether something is open', async () => {
    const partner = await bff.makePartner('Listing')
    const list = async (query = '') =>
      (await bff.get(`${transactions}/list?${query}`, partner)).body.data.map(
        ({ ltxId }: AnyBody) => ltxId,
      )
    expect(await list()).toEqual([])
    const frame = await acceptedFrame(bff, payer, { amount: 100, partner })
    const onFrame = await drawn(bff, { amount: 60, reserveFrameId: frame.id }, partner)
    await advance(bff, 60)
    const between = (await serviceNow(bff)).toISOString()
    const dueSoon = new Date(Date.parse(between) + 2 * hourMs).toISOString()
    const onLine = await drawn(bff, { expectedRepaymentAt: dueSoon }, partner)
    const [first, second] = [onFrame.ltxId, onLine.ltxId]
    for (const [query, ids] of [
      ['', [second, first]],
      ['status=DISBURSED', [second, first]],
      ['status=OVERDUE', []],
      ['asset=usdc', [second, first]],
      ['asset=EURC', []],
      ['open=true', [second, first]],
      ['open=false', []],
      [`from=${between}`, [second]],
      [`to=${between}`, [first]],
      [`reserveFrameId=${frame.id}`, [first]],
      ['reserveFrameId=rsv_1', []],
      ['sort=dueAt', [second, first]],
      ['sort=-dueAt', [first, second]],
      ['sort=createdAt&limit=1', [first]],
    ] as const)
      expect([query, await list(query)]).toEqual([query, ids])
    const page = await bff.get(`${transactions}/list?limit=1`, partner)
    expect(page.body.pagination).toMatchObject({ limit: 1, hasMore: true })
    expect(await list(`limit=1&cursor=${page.body.pagination.nextCursor}`)).toEqual([first])
  })

  test('400: unknown words, bad pages', async () => {
    for (const query of ['status=ACTIVE', 'open=yes', 'from=now', 'limit=x', 'sort=amount'])
      expect([query, ...codeOf(await bff.get(`${transactions}/list?${query}`))]).toEqual([
        query,
        400,
        'FIELD_INVALID',
      ])
    expect(codeOf(await bff.get(`${transactions}/list?cursor=x`))).toEqual([400, 'CURSOR_INVALID'])
  })
})

test('all published events are in the catalogue, without a gap, each state following the previous one', async () => {
  await expectEventsPublished(bff, {
    'liquidity_transaction.initiated': 'initiated',
    'liquidity_transaction.transitioned': 'broadcast disbursed',
  })
})
