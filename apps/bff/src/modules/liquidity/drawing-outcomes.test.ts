import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { expectEventsPublished } from '../../../test/support/events/published.ts'
import { devChainOf, rpc } from '../../../test/support/money/chain-rpc.ts'
import { expectConsistent } from '../../../test/support/money/invariants.ts'
import {
  acceptedFrame,
  advance,
  detailOf,
  draw,
  drawn,
  eventsOf,
  frameOf,
  partnerMe,
  problemOf,
  quoteReplenish,
  serviceNow,
  setLiquidity,
  transactions,
  until,
} from '../../../test/support/money/liquidity.ts'
import { makeKey, makePayer, type Payer } from '../../../test/support/money/payments.ts'
import { tokens } from '../../../test/support/money/wallets.ts'
import { type AnyBody, type Partner, ownBff } from '../../../test/support/process/bff.ts'
import { writeOff } from './drawings/write-off.ts'

const bff = ownBff()
let payer: Payer
beforeAll(async () => {
  payer = await makePayer(bff, 100_000)
})
afterEach(() => expectConsistent(bff))

const partners: Partner[] = []
async function another(name: string): Promise<Partner> {
  const partner = await bff.makePartner(name)
  partners.push(partner)
  return partner
}

const hourMs = 3_600_000
const ended = (ltxId: string, status: string, partner?: Partner): Promise<AnyBody> =>
  until(async () => {
    const drawing = await detailOf(bff, ltxId, partner)
    return drawing.status === status ? drawing : undefined
  })

describe('a scheduled drawing', () => {
  test('is held on its frame, and paid when the frame begins', async () => {
    const partner = await another('Scheduling')
    const frame = await acceptedFrame(bff, payer, { amount: 500, inHours: 3, partner })
    const of = { transferMode: 'SCHEDULED', reserveFrameId: frame.id }
    const made = await draw(bff, { ...of, amount: 300 }, partner)
    const scheduledFor = frame.startTimestamp
    expect(made.body.data).toMatchObject({
      status: 'INITIATED',
      transferMode: 'SCHEDULED',
      scheduledFor,
      dueAt: new Date(Date.parse(scheduledFor) + 168 * hourMs).toISOString(),
    })
    expect((await frameOf(bff, frame.id, partner)).misc.utilisation).toEqual({
      drawn: 0,
      remaining: 200,
      peak: 0,
    })
    // It is a transaction from now on, though nothing is borrowed yet.
    expect((await partnerMe(bff, partner)).limits).toMatchObject({
      borrowedAmount: 0,
      dailyUsage: 0,
      transactionsOpen: 1,
      totalTransactions: 1,
    })
    expect(problemOf(await draw(bff, { ...of, amount: 201 }, partner))).toMatchObject({
      code: 'CREDIT_LIMIT_EXCEEDED',
      remaining: 200,
    })
    await advance(bff, 3 * 3_600)
    await ended(made.body.data.ltxId, 'DISBURSED', partner)
    expect((await partnerMe(bff, partner)).limits).toMatchObject({
      borrowedAmount: 300,
      dailyUsage: 300,
      transactionsOpen: 1,
      totalTransactions: 1,
    })
    const late = await draw(bff, { ...of, amount: 1 }, partner)
    expect(problemOf(late)).toMatchObject({
      status: 400,
      code: 'FIELD_INVALID',
      path: 'transferMode',
      allowed: ['IMMEDIATE'],
    })
  })

  test('is rejected where its limits do not hold then, or its frame was cancelled', async () => {
    const partner = await another('Rejected')
    const frame = await acceptedFrame(bff, payer, { amount: 500, inHours: 2, partner })
    const gone = await acceptedFrame(bff, payer, { amount: 500, inHours: 2, partner })
    const on = async (reserveFrameId: string, amount: number) => {
      const of = { transferMode: 'SCHEDULED', reserveFrameId, amount }
      return (await draw(bff, of, partner)).body.data.ltxId
    }
    const [large, small, other] = [
      await on(frame.id, 300),
      await on(frame.id, 100),
      await on(gone.id, 50),
    ]
    await bff.post(`${transactions}/reserve/cancel`, { reserveFrameId: gone.id }, {}, partner)
    expect((await ended(other, 'REJECTED', partner)).failure).toMatchObject({
      code: 'RESERVE_EXPIRED',
    })
    await setLiquidity(bff, partner, { txnLimit: 200 })
    await advance(bff, 2 * 3_600)
    await ended(small, 'DISBURSED', partner)
    expect((await ended(large, 'REJECTED', partner)).failure).toEqual({
      code: 'LIMIT_TXN',
      message: expect.stringMatching(/./),
      at: expect.stringMatching(/Z$/),
    })
    expect((await frameOf(bff, frame.id, partner)).misc.utilisation).toMatchObject({
      drawn: 100,
      remaining: 400,
    })
    const events = await eventsOf(bff, 'liquidity_transaction', large, {
      upTo: 'rejected',
      partner,
    })
    expect(events).toEqual([
      'initiated initiated >INITIATED',
      'transitioned rejected INITIATED>REJECTED',
    ])
  })
})

describe('a drawing that cannot be paid', () => {
  test('because the token refuses the recipient: FAILED, and its credit is free again', async () => {
    const partner = await another('Refused')
    const frame = await acceptedFrame(bff, payer, { amount: 500, partner })
    const [token] = await tokens(bff)
    const { address } = makeKey()
    const blocked = { token: token?.tokenAddress as `0x${string}`, address, blocked: true }
    await devChainOf(bff.deps).dev.setBlocked(blocked)
    for (const on of [{}, { reserveFrameId: frame.id }]) {
      const made = await draw(bff, { ...on, amount: 400, recipientWallet: address }, partner)
      const failed = await ended(made.body.data.ltxId, 'FAILED', partner)
      expect(failed.failure).toMatchObject({ code: 'RECIPIENT_REFUSED' })
    }
    expect((await partnerMe(bff, partner)).limits).toMatchObject({
      borrowedAmount: 0,
      dailyUsage: 0,
      transactionsOpen: 0,
      totalTransactions: 2,
    })
    expect((await frameOf(bff, frame.id, partner)).misc.utilisation).toEqual({
      drawn: 0,
      remaining: 500,
      peak: 400,
    })
  })

  test('because its transaction reverts: FAILED with its hash', async () => {
    const partner = await another('Reverted')
    const [token] = await tokens(bff)
    const { address } = makeKey()
    const { dev } = devChainOf(bff.deps)
    const block = { token: token?.tokenAddress as `0x${string}`, address, blocked: true }
    // Ordered while the token takes the recipient, mined after it was blocked.
    await rpc(bff.deps, 'evm_setAutomine', true)
    await rpc(bff.deps, 'evm_setAutomine', false)
    const made = await draw(bff, { amount: 400, recipientWallet: address }, partner)
    const { ltxId } = made.body.data
    const sent = await ended(ltxId, 'BROADCAST', partner)
    expect(sent.originalTxnHash).toMatch(/^0x/)
    const code = await rpc(bff.deps, 'eth_getCode', block.token, 'latest')
    await rpc(bff.deps, 'anvil_setCode', block.token, '0x60006000fd')
    await dev.mine(1)
    await rpc(bff.deps, 'anvil_setCode', block.token, code)
    await rpc(bff.deps, 'evm_setAutomine', true)
    expect(await ended(ltxId, 'FAILED', partner)).toMatchObject({
      originalTxnHash: sent.originalTxnHash,
      principalOutstanding: 0,
      failure: { code: 'CHAIN_REVERTED' },
    })
    expect((await partnerMe(bff, partner)).limits.borrowedAmount).toBe(0)
  })
})

const dueIn = async (hours: number) => ({
  expectedRepaymentAt: new Date((await serviceNow(bff)).getTime() + hours * hourMs).toISOString(),
})

describe('a drawing that is not repaid in time', () => {
  const giveUp = (ltxId: string) =>
    bff.deps.db.asWorker((tx) => writeOff(tx, { type: 'service', id: 'operator' }, ltxId))

  test('is overdue by the clock, which the partner is asked to act upon; the operator may give it up', async () => {
    const partner = await another('Late')
    const frame = await acceptedFrame(bff, payer, { amount: 100, hours: 1, partner })
    const of = { amount: 100, reserveFrameId: frame.id }
    // A drawing may outlive its frame.
    const drawing = await drawn(bff, { ...of, ...(await dueIn(2)) }, partner)
    const early = await giveUp(drawing.ltxId)
    expect(early).toMatchObject({ ok: false, failure: { code: 'ILLEGAL_TRANSITION' } })
    await advance(bff, 2 * 3_600)
    const overdue = await ended(drawing.ltxId, 'OVERDUE', partner)
    expect(overdue).toMatchObject({
      principalOutstanding: 100,
      allowedActions: ['replenish', 'fulfil'],
    })
    const limits = await bff.get(`${transactions}/limits`, partner)
    expect(limits.body.data).toMatchObject({ overdue: 1, transactionsOpen: 1 })
    const about = { upTo: 'overdue', partner }
    expect((await eventsOf(bff, 'liquidity_transaction', drawing.ltxId, about)).slice(-2)).toEqual([
      'transitioned overdue DISBURSED>OVERDUE',
      'action_required overdue OVERDUE>OVERDUE',
    ])

    const done = await giveUp(drawing.ltxId)
    expect(done).toMatchObject({ ok: true, value: { status: 'WRITTEN_OFF' } })
    expect(await detailOf(bff, drawing.ltxId, partner)).toMatchObject({
      status: 'WRITTEN_OFF',
      principalOutstanding: 0,
      totalReplenishAmount: 0,
      allowedActions: [],
    })
    expect((await partnerMe(bff, partner)).limits).toMatchObject({
      borrowedAmount: 0,
      totalRepaymentDue: 0,
      transactionsOpen: 0,
      totalTransactions: 1,
    })
    expect(await giveUp(drawing.ltxId)).toMatchObject({ ok: false })
    for (const id of ['ltx_1', `ltx_${'0'.repeat(26)}`])
      expect(await giveUp(id)).toMatchObject({ failure: { code: 'LIQUIDITY_TXN_NOT_FOUND' } })
  })
})

describe('an overdue drawing that is repaid in part', () => {
  test('is overdue again a day later', async () => {
    const partner = await another('In parts')
    const drawing = await drawn(bff, { amount: 100, ...(await dueIn(1)) }, partner)
    // A minute more than it is due in, so that the fee is that of the next hour.
    await advance(bff, 3_660)
    await ended(drawing.ltxId, 'OVERDUE', partner)
    const quote = await quoteReplenish(bff, drawing.originalTxnHash, {}, partner)
    const { quoteId } = quote.body.data
    const asked = { purpose: 'REPAYMENT', id: quoteId, amount: 40, by: 'BANK' }
    await bff.post('/api/v1/sandbox/liquidity/pay', asked, {}, partner)
    const partly = await ended(drawing.ltxId, 'PARTIALLY_REPLENISHED', partner)
    expect(partly).toMatchObject({ principalOutstanding: 60.075, feePaid: 0.075 })
    await advance(bff, 86_400)
    await ended(drawing.ltxId, 'OVERDUE', partner)
    const about = { upTo: 'partially_replenished', partner }
    const newest = async () =>
      (await eventsOf(bff, 'liquidity_transaction', drawing.ltxId, about)).slice(-5)
    await expect
      .poll(newest)
      .toEqual([
        'transitioned overdue DISBURSED>OVERDUE',
        'action_required overdue OVERDUE>OVERDUE',
        'transitioned partially_replenished OVERDUE>PARTIALLY_REPLENISHED',
        'transitioned overdue PARTIALLY_REPLENISHED>OVERDUE',
        'action_required overdue OVERDUE>OVERDUE',
      ])
  })
})

test('all published events are in the catalogue, without a gap, each state following the previous one', async () => {
  const expected = {
    'liquidity_transaction.transitioned': 'disbursed rejected failed overdue written_off',
    'liquidity_transaction.action_required': 'overdue',
  }
  await expectEventsPublished(bff, expected, partners)
})
