import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { expectEventsPublished } from '../../../test/support/events/published.ts'
import { devChainOf } from '../../../test/support/money/chain-rpc.ts'
import { codeOf } from '../../../test/support/money/funding.ts'
import { expectConsistent } from '../../../test/support/money/invariants.ts'
import {
  accept,
  acceptedFrame,
  eventsOf,
  frameOf,
  partnerMe,
  problemOf,
  quoteFrame,
  transactions,
  units,
  until,
} from '../../../test/support/money/liquidity.ts'
import { balanceOf, makePayer, type Payer } from '../../../test/support/money/payments.ts'
import { tokens } from '../../../test/support/money/wallets.ts'
import { type AnyBody, type Partner, ownBff } from '../../../test/support/process/bff.ts'

const bff = ownBff()
let payer: Payer
beforeAll(async () => {
  payer = await makePayer(bff, 100_000)
})
afterEach(() => expectConsistent(bff))

const cancel = (reserveFrameId: unknown, headers = {}, partner?: Partner, reason?: string) =>
  bff.post(`${transactions}/reserve/cancel`, { reserveFrameId, reason }, headers, partner)
const listed = async (query: string): Promise<string[]> =>
  (await bff.get(`${transactions}/reserve/${query}`)).body.data.map(({ id }: AnyBody) => id)

describe('liquidity.cancelReserve', () => {
  /** What a payment of the service moved, as the chain's log says. */
  async function moved(hash: `0x${string}`) {
    const receipt = await devChainOf(bff.deps).adapter.receipt(hash)
    return receipt.ok ? receipt.value?.transfers : undefined
  }

  test('200: a quote is free, and gives its credit back', async () => {
    const quoted = (await quoteFrame(bff)).body.data
    const before = (await partnerMe(bff)).limits.remainingCredit
    const { status, body } = await cancel(quoted.id, {}, undefined, 'no need')
    expect([status, body.data]).toMatchObject([
      200,
      { status: 'CANCELLED', allowedActions: [], misc: { cancelledReason: 'no need' } },
    ])
    expect(body.data.misc).not.toHaveProperty('refund')
    expect((await partnerMe(bff)).limits.remainingCredit).toBe(before + 10_000)
    expect(codeOf(await accept(bff, quoted.id, `0x${'ab'.repeat(32)}`))).toEqual([
      400,
      'RESERVE_NOT_QUOTED',
    ])
    const events = ['created quoted >QUOTED', 'transitioned cancelled QUOTED>CANCELLED']
    expect(await eventsOf(bff, 'reserve', quoted.id, { upTo: 'cancelled' })).toEqual(events)
  })

  test.each([
    ['a day and more before it begins: all of the fee', 24.1, 100, 8.64],
    ['less than a day before: half of it', 23.9, 50, 4.32],
  ])('200: %s goes back to who paid it', async (_, inHours, rate, amount) => {
    const frame = await acceptedFrame(bff, payer, { inHours })
    const { body } = await cancel(frame.id)
    const toWalletAddress = payer.address
    expect(body.data).toMatchObject({
      status: 'CANCELLED',
      misc: { refund: { rate, amount, toWalletAddress, status: 'PENDING', transactionHash: '' } },
    })
    expect(body.data).not.toHaveProperty('phase')
    const paid = await until(async () => {
      const { misc } = await frameOf(bff, frame.id)
      return misc.refund.status === 'PAID' ? misc.refund : undefined
    })
    expect(paid).toMatchObject({ rate, amount, toWalletAddress })
    expect(await moved(paid.transactionHash)).toMatchObject([
      { to: payer.address.toLowerCase(), amount: units(amount) },
    ])
    expect(await listed('active')).not.toContain(frame.id)
  })

  test('200: where the token refuses who paid, it goes to the payments account', async () => {
    const poor = await makePayer(bff, 100)
    const [token] = await tokens(bff)
    const frame = await acceptedFrame(bff, poor, { inHours: 30 })
    const blocked = { token: token?.tokenAddress as `0x${string}`, address: poor.address }
    await devChainOf(bff.deps).dev.setBlocked({ ...blocked, blocked: true })
    const before = (await balanceOf(bff)).balances[0].available
    await cancel(frame.id)
    const refund = await until(async () => {
      const { misc } = await frameOf(bff, frame.id)
      return misc.refund.status === 'FAILED' ? misc.refund : undefined
    })
    expect(refund).toMatchObject({ rate: 100, amount: 8.64, transactionHash: '' })
    const { balances, entries } = await balanceOf(bff)
    expect(balances[0].available).toBeCloseTo(before + 8.64, 6)
    expect(entries[0]).toMatchObject({
      amount: 8.64,
      description: expect.stringContaining(frame.id),
    })
  })

  test('404, 409, 422: what is not the partner’s, changed, begun or cancelled already', async () => {
    const quoted = (await quoteFrame(bff)).body.data
    expect(codeOf(await cancel('rsv_00000000000000000000000000'))).toEqual([
      404,
      'RESERVE_NOT_FOUND',
    ])
    expect(codeOf(await cancel('x'))).toEqual([404, 'RESERVE_NOT_FOUND'])
    expect(codeOf(await cancel(quoted.id, {}, bff.second))).toEqual([404, 'RESERVE_NOT_FOUND'])
    expect(codeOf(await cancel(undefined))).toEqual([400, 'FIELD_REQUIRED'])
    const stale = await cancel(quoted.id, { 'if-match': '"7"' })
    expect(codeOf(stale)).toEqual([409, 'VERSION_CONFLICT'])
    expect((await cancel(quoted.id, { 'if-match': '"1"' })).status).toBe(200)
    const again = problemOf(await cancel(quoted.id))
    expect(again).toMatchObject({ status: 422, code: 'ILLEGAL_TRANSITION', from: 'CANCELLED' })
    expect(again).toMatchObject({ to: 'CANCELLED', allowed: [] })
    const begun = await acceptedFrame(bff, payer)
    const refused = problemOf(await cancel(begun.id))
    expect(refused).toMatchObject({ status: 422, code: 'ILLEGAL_TRANSITION', from: 'ACCEPTED' })
  })
})

test('all published events are in the catalogue, without a gap, each state following the previous one', async () => {
  await expectEventsPublished(bff, {
    'reserve.created': 'quoted',
    'reserve.transitioned': 'accepted started cancelled',
    'payments_account.updated': 'credited',
  })
})
