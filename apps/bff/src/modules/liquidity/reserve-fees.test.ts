import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { expectEventsPublished } from '../../../test/support/events/published.ts'
import { devChainOf } from '../../../test/support/money/chain-rpc.ts'
import { codeOf } from '../../../test/support/money/funding.ts'
import { expectConsistent } from '../../../test/support/money/invariants.ts'
import {
  accept,
  advance,
  eventsOf,
  frameOf,
  partnerMe,
  payFee,
  quoteFrame,
  signFee,
  transactions,
  units,
  until,
} from '../../../test/support/money/liquidity.ts'
import {
  balanceOf,
  deposit,
  makeKey,
  makePayer,
  pay,
  type Payer,
  paymentsPath,
  proofOf,
} from '../../../test/support/money/payments.ts'
import { tokens } from '../../../test/support/money/wallets.ts'
import { type AnyBody, type Bff, type Partner, ownBff } from '../../../test/support/process/bff.ts'

const hashOf = (digit: string) => `0x${digit.repeat(64)}`
const notFinal = 'The fee transaction is not final yet. The frame is accepted as soon as it is.'

const quoted = async (bff: Bff, of: Parameters<typeof quoteFrame>[1] = {}): Promise<AnyBody> =>
  (await quoteFrame(bff, of)).body.data
const state = async (bff: Bff, id: string, partner?: Partner) =>
  (await frameOf(bff, id, partner)).status
const paymentOf = async (bff: Bff, hash: string, partner?: Partner): Promise<AnyBody> =>
  (await bff.get(`${transactions}/payments?limit=200`, partner)).body.data.find(
    ({ transactionHash }: AnyBody) => transactionHash === hash,
  )
const credit = (bff: Bff, paymentId: unknown, partner?: Partner) =>
  bff.post(`${transactions}/payments/credit`, { paymentId }, {}, partner)
const usdcOf = async (bff: Bff, partner?: Partner): Promise<number> =>
  (await balanceOf(bff, partner)).balances[0].available
const sum = (first: number, other: number) => Math.round((first + other) * 1e6) / 1e6

describe('liquidity.acceptReserve', () => {
  const bff = ownBff()
  let payer: Payer
  beforeAll(async () => {
    payer = await makePayer(bff, 100_000)
  })
  afterEach(() => expectConsistent(bff))

  test('200: an answer without data, and an active frame that names its fee', async () => {
    const frame = await quoted(bff, { reference: 'r-2' })
    const hash = await payFee(bff, payer, frame)
    const answer = await accept(bff, frame.id, hash.toUpperCase().replace('0X', '0x'))
    expect([answer.status, answer.body]).toEqual([
      200,
      { success: true, message: 'Reserve frame accepted.' },
    ])
    const active = await bff.get(`${transactions}/reserve/active`)
    expect(active.body.data.find(({ id }: AnyBody) => id === frame.id)).toMatchObject({
      status: 'ACCEPTED',
      phase: 'ACTIVE',
      feeTxnHash: hash,
      transactionId: 'r-2',
      allowedActions: ['draw'],
      misc: { acceptedAt: expect.stringMatching(/Z$/), utilisation: { drawn: 0 } },
    })
    expect(await paymentOf(bff, hash)).toMatchObject({
      status: 'RESERVE_FEE',
      subjectId: frame.id,
      amount: frame.feePayment.amount,
      asset: 'USDC',
      source: 'CHAIN',
      fromWallet: payer.address,
    })
  })

  test.each<[string, (frame: AnyBody) => object, [number, string]]>([
    ['nothing', () => ({}), [422, 'FIELD_REQUIRED']],
    ['no hash', ({ id }) => ({ reserveFrameId: id }), [422, 'FIELD_REQUIRED']],
    ['no frame', () => ({ feeTxnHash: hashOf('1') }), [422, 'FIELD_REQUIRED']],
    ['an empty hash', ({ id }) => ({ reserveFrameId: id, feeTxnHash: '' }), [422, 'FIELD_INVALID']],
    [
      'a number as a hash',
      ({ id }) => ({ reserveFrameId: id, feeTxnHash: 12 }),
      [422, 'FIELD_INVALID'],
    ],
    [
      'no hash in hexadecimal',
      ({ id }) => ({ reserveFrameId: id, feeTxnHash: hashOf('g') }),
      [422, 'TRANSACTION_HASH_INVALID'],
    ],
    [
      'a short hash',
      ({ id }) => ({ reserveFrameId: id, feeTxnHash: '0x12' }),
      [422, 'TRANSACTION_HASH_INVALID'],
    ],
    [
      'an unknown frame',
      () => ({ reserveFrameId: `rsv_${'0'.repeat(26)}`, feeTxnHash: hashOf('1') }),
      [422, 'RESERVE_NOT_FOUND'],
    ],
    [
      'a malformed frame',
      () => ({ reserveFrameId: 'rsv_1', feeTxnHash: hashOf('1') }),
      [422, 'RESERVE_NOT_FOUND'],
    ],
  ])('422: %s', async (_, body, code) => {
    const frame = await quoted(bff)
    expect(codeOf(await bff.post(`${transactions}/reserve/accept`, body(frame)))).toEqual(code)
    expect(await state(bff, frame.id)).toBe('QUOTED')
  })

  test('422 RESERVE_NOT_FOUND: another partner’s frame, 400 what is no JSON, 401 without a key', async () => {
    const frame = await quoted(bff)
    const hash = await payFee(bff, payer, frame)
    expect(codeOf(await accept(bff, frame.id, hash, bff.second))).toEqual([
      422,
      'RESERVE_NOT_FOUND',
    ])
    expect(codeOf(await bff.post(`${transactions}/reserve/accept`, '{'))).toEqual([
      400,
      'BODY_INVALID_JSON',
    ])
    const path = `${transactions}/reserve/accept`
    expect((await bff.send(path, { method: 'POST', body: {}, token: '' })).status).toBe(401)
    // A parameter error leaves the key free.
    const send = (feeTxnHash: string) =>
      bff.post(path, { reserveFrameId: frame.id, feeTxnHash }, { 'idempotency-key': 'accept-1' })
    expect(codeOf(await send('0x12'))).toEqual([422, 'TRANSACTION_HASH_INVALID'])
    expect((await send(hash)).status).toBe(200)
    expect((await send(hash)).headers.get('idempotency-replayed')).toBe('true')
  })

  test('400: the state is looked at before the hash', async () => {
    const frame = await quoted(bff)
    const hash = await payFee(bff, payer, frame)
    expect((await accept(bff, frame.id, hash)).status).toBe(200)
    expect(codeOf(await accept(bff, frame.id, hash))).toEqual([400, 'RESERVE_NOT_QUOTED'])
    const cancelled = await quoted(bff)
    await bff.post(`${transactions}/reserve/cancel`, { reserveFrameId: cancelled.id })
    expect(codeOf(await accept(bff, cancelled.id, hash))).toEqual([400, 'RESERVE_NOT_QUOTED'])
    const expired = await quoted(bff)
    const paid = await payFee(bff, payer, expired)
    await advance(bff, 30 * 60)
    expect(codeOf(await accept(bff, expired.id, paid))).toEqual([400, 'RESERVE_EXPIRED'])
    expect(codeOf(await accept(bff, expired.id, hash))).toEqual([400, 'RESERVE_EXPIRED'])
    expect(await state(bff, expired.id)).toBe('EXPIRED')
    // The payment is the partner's all the same.
    expect(await paymentOf(bff, paid)).toMatchObject({ status: 'UNMATCHED', subjectId: '' })
  })

  test('400 TRANSACTION_HASH_REUSED: one payment, one use', async () => {
    const frame = await quoted(bff)
    const hash = await payFee(bff, payer, frame)
    expect((await accept(bff, frame.id, hash)).status).toBe(200)
    const next = await quoted(bff)
    const spelled = hash.slice(2).toUpperCase()
    for (const given of [hash, spelled])
      expect(codeOf(await accept(bff, next.id, given))).toEqual([400, 'TRANSACTION_HASH_REUSED'])
    const other = await quoted(bff, { partner: bff.second })
    expect(codeOf(await accept(bff, other.id, hash, bff.second))).toEqual([
      400,
      'TRANSACTION_HASH_REUSED',
    ])
    const { body } = await deposit(bff, payer, paymentsPath, 3)
    expect(body.data.status).toBe('CREDITED')
    const [{ transactionHash }] = (await balanceOf(bff)).entries
    expect(codeOf(await accept(bff, next.id, transactionHash))).toEqual([
      400,
      'TRANSACTION_HASH_REUSED',
    ])
    expect(await state(bff, next.id)).toBe('QUOTED')
  })

  test('400 FEE_TXN_MISMATCH: another token, receiver, amount, or a transaction that failed', async () => {
    const frame = await quoted(bff)
    const { amount, toWalletAddress } = frame.feePayment
    const less = await payFee(bff, payer, frame, { amount: units(amount) - 1n })
    const cases = {
      'The transaction pays less than the fee.': less,
      'another token than USDC': await payFee(bff, payer, frame, { token: 1, amount: 10n ** 20n }),
      'pays nothing to the deposit wallet': await payFee(bff, payer, frame, {
        to: makeKey().address,
      }),
      'failed on the chain': await payBlocked(toWalletAddress),
    }
    for (const [why, hash] of Object.entries(cases)) {
      const answer = await accept(bff, frame.id, hash)
      expect(codeOf(answer)).toEqual([400, 'FEE_TXN_MISMATCH'])
      expect(answer.body.error.details[0]).toMatchObject({
        path: 'feeTxnHash',
        message: expect.stringContaining(why),
      })
    }
    expect(await state(bff, frame.id)).toBe('QUOTED')
    // What paid too little for one frame is good for another.
    const cheaper = await quoted(bff, { amount: 5_000 })
    expect((await accept(bff, cheaper.id, less)).status).toBe(200)
    expect(await state(bff, cheaper.id)).toBe('ACCEPTED')
  })

  /** A payment that is mined and reverts. */
  async function payBlocked(to: string): Promise<string> {
    const [token] = await tokens(bff)
    const { dev } = devChainOf(bff.deps)
    const poor = await makePayer(bff, 100)
    const blocked = { token: token?.tokenAddress as `0x${string}`, address: poor.address }
    await dev.setBlocked({ ...blocked, blocked: true })
    return pay(bff, poor, { to, amount: units(10) })
  }

  test('overpaid: the surplus goes to the payments account, with an entry and an event', async () => {
    const before = await usdcOf(bff)
    const frame = await quoted(bff)
    const paid = units(frame.feePayment.amount) + 1_500_000n
    const hash = await payFee(bff, payer, frame, { amount: paid })
    expect((await accept(bff, frame.id, hash)).status).toBe(200)
    expect(await usdcOf(bff)).toBe(sum(before, 1.5))
    expect((await balanceOf(bff)).entries[0]).toMatchObject({
      type: 'DEPOSIT',
      amount: 1.5,
      balanceAfter: sum(before, 1.5),
      transactionHash: hash,
      description: expect.stringContaining(frame.id),
    })
    const { body } = await bff.get('/api/v1/xfer/utility/webhook/events?limit=20')
    const credited = body.data.find(({ eventStatus }: AnyBody) => eventStatus === 'credited')
    expect(credited.eventObject).toMatchObject({ amount: 1.5, balance: sum(before, 1.5) })
  })

  test('a hash that no chain knows waits a quarter of an hour, claimed; then it is free again', async () => {
    const frame = await quoted(bff)
    const hash = hashOf('7')
    expect((await accept(bff, frame.id, hash)).body).toEqual({ success: true, message: notFinal })
    expect(await frameOf(bff, frame.id)).toMatchObject({
      status: 'PENDING_CONFIRMATION',
      feeTxnHash: hash,
      allowedActions: [],
    })
    // It holds credit like an accepted one, is not active, and cannot be cancelled.
    const active = await bff.get(`${transactions}/reserve/active`)
    expect(active.body.data.map(({ id }: AnyBody) => id)).not.toContain(frame.id)
    const cancelled = await bff.post(`${transactions}/reserve/cancel`, { reserveFrameId: frame.id })
    expect(codeOf(cancelled)).toEqual([422, 'ILLEGAL_TRANSITION'])
    expect(codeOf(await accept(bff, frame.id, hash))).toEqual([400, 'RESERVE_NOT_QUOTED'])
    const next = await quoted(bff)
    const other = await quoted(bff, { partner: bff.second })
    expect(codeOf(await accept(bff, next.id, hash))).toEqual([400, 'TRANSACTION_HASH_REUSED'])
    expect(codeOf(await accept(bff, other.id, hash, bff.second))).toEqual([
      400,
      'TRANSACTION_HASH_REUSED',
    ])
    const { remainingCredit } = (await partnerMe(bff)).limits
    await advance(bff, 15 * 60)
    await until(async () => (await state(bff, frame.id)) === 'REJECTED' || undefined)
    expect((await frameOf(bff, frame.id)).misc.rejectedReason).toBe('FEE_NOT_FINAL')
    expect((await partnerMe(bff)).limits.remainingCredit).toBe(remainingCredit + frame.amount)
    expect(await eventsOf(bff, 'reserve', frame.id, { upTo: 'rejected' })).toEqual([
      'created quoted >QUOTED',
      'transitioned pending_confirmation QUOTED>PENDING_CONFIRMATION',
      'transitioned rejected PENDING_CONFIRMATION>REJECTED',
    ])
    expect((await accept(bff, next.id, hash)).body.message).toBe(notFinal)
  })

  test('liquidity.listPayments, liquidity.creditPayment: what came too late is credited once', async () => {
    const frame = await quoted(bff)
    const late = await signFee(bff, payer, frame)
    expect((await accept(bff, frame.id, late.hash)).body.message).toBe(notFinal)
    await advance(bff, 15 * 60)
    await until(async () => (await state(bff, frame.id)) === 'REJECTED' || undefined)
    await late.send()
    const payment = await until(() => paymentOf(bff, late.hash))
    const { paymentId } = payment
    expect(payment).toEqual({
      paymentId: expect.stringMatching(/^lpay_/),
      source: 'CHAIN',
      status: 'UNMATCHED',
      amount: frame.feePayment.amount,
      asset: 'USDC',
      fromWallet: payer.address,
      transactionHash: late.hash,
      bankReference: '',
      subjectId: '',
      receivedAt: expect.stringMatching(/Z$/),
      url: '',
    })
    const open = await bff.get(`${transactions}/payments?status=UNMATCHED`)
    expect(open.body.data.map((body: AnyBody) => body.paymentId)).toContain(paymentId)
    expect(await eventsOf(bff, 'payments_account', paymentId)).toEqual([
      'action_required unmatched >UNMATCHED',
    ])

    const before = await usdcOf(bff)
    expect(codeOf(await credit(bff, paymentId, bff.second))).toEqual([404, 'RECORD_NOT_FOUND'])
    expect(codeOf(await credit(bff, 'lpay_1'))).toEqual([404, 'RECORD_NOT_FOUND'])
    expect(codeOf(await credit(bff, undefined))).toEqual([400, 'FIELD_REQUIRED'])
    const done = await credit(bff, paymentId)
    expect([done.status, done.body.data]).toMatchObject([200, { paymentId, status: 'CREDITED' }])
    expect(await usdcOf(bff)).toBe(sum(before, frame.feePayment.amount))
    expect(codeOf(await credit(bff, paymentId))).toEqual([422, 'ILLEGAL_TRANSITION'])
    const next = await quoted(bff)
    expect(codeOf(await accept(bff, next.id, late.hash))).toEqual([400, 'TRANSACTION_HASH_REUSED'])
    const foreign = await bff.get(`${transactions}/payments`, bff.second)
    expect(foreign.body.data).toEqual([])
    expect(codeOf(await bff.get(`${transactions}/payments?status=LOST`))).toEqual([
      400,
      'FIELD_INVALID',
    ])
  })

  test('a payment that fits nothing can also be sent in to the payments account by who sent it', async () => {
    const frame = await quoted(bff)
    const less = await payFee(bff, payer, frame, { amount: 2_000_000n })
    expect(codeOf(await accept(bff, frame.id, less))).toEqual([400, 'FEE_TXN_MISMATCH'])
    await until(() => paymentOf(bff, less))
    const before = await usdcOf(bff)
    const sendIn = (by: Payer, partner?: Partner) =>
      bff.post(`${paymentsPath}/deposit`, proofOf(by, less), {}, partner)
    expect(codeOf(await sendIn(makeKey()))).toEqual([400, 'SIGNATURE_INVALID'])
    expect((await sendIn(payer, bff.second)).status).toBe(400)
    expect((await sendIn(payer)).body.data).toMatchObject({ status: 'CREDITED', amount: 2 })
    expect(await usdcOf(bff)).toBe(sum(before, 2))
    expect(await paymentOf(bff, less)).toMatchObject({ status: 'CREDITED' })
    expect(codeOf(await sendIn(payer))).toEqual([400, 'TRANSACTION_HASH_REUSED'])
  })

  test('all published events are in the catalogue, each state following the previous one', async () => {
    await expectEventsPublished(bff, {
      'reserve.transitioned': 'pending_confirmation accepted rejected started',
      'payments_account.action_required': 'unmatched',
      'payments_account.updated': 'credited',
    })
  })
})
