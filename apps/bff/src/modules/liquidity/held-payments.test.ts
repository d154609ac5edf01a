import { parseId } from '@corridor/domain'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { expectConsistent } from '../../../test/support/money/invariants.ts'
import {
  acceptedFrame,
  advance,
  detailOf,
  draw,
  eventsOf,
  frameOf,
  partnerMe,
  transactions,
  units,
  until,
} from '../../../test/support/money/liquidity.ts'
import { makePayer, pay, type Payer } from '../../../test/support/money/payments.ts'
import { type AnyBody, ownBff } from '../../../test/support/process/bff.ts'
import { stateCover } from '../../records/ledger/cover-store.ts'
import { haltPayouts, resumePayouts } from '../../records/ledger/halts.ts'
import { findWithdrawal } from '../../records/liquidity/withdrawal-store.ts'
import { orderDecision } from '../../records/reviews/store.ts'

const bff = ownBff()
let payer: Payer
beforeAll(async () => {
  payer = await makePayer(bff, 100_000)
})
afterEach(() => expectConsistent(bff))
afterAll(() => treasuryMayPay(true))

/** The treasury's tokens are there, and are to be left alone. */
async function treasuryMayPay(may: boolean): Promise<string> {
  const asset = await usdc()
  const reserve = may ? 0n : 10n ** 40n
  await bff.deps.db.asWorker((tx) => stateCover(tx, { asset, scale: 6, reserve }))
  return asset
}
const usdc = () =>
  until(async () => {
    const rows = await bff.deps.db.asWorker((tx) =>
      tx.selectFrom('treasury_cover').select('asset').where('asset', 'like', 'USDC@%').execute(),
    )
    return rows[0]?.asset
  })

type Kind = 'ltx' | 'rsv' | 'wdr'
const reviewsOf = (kind: Kind, id: string) =>
  bff.deps.db.asWorker((tx) =>
    tx
      .selectFrom('review')
      .selectAll()
      .where('subject_id', '=', parseId(kind, id) ?? '')
      .orderBy('opened_at')
      .execute(),
  )
const heldFor = (kind: Kind, id: string, reason: string) =>
  until(async () => {
    const all = await reviewsOf(kind, id)
    return all.find((item) => item.status === 'OPEN' && item.reason === reason)
  })
const drawingIs = (ltxId: string, status: string): Promise<AnyBody> =>
  until(async () => {
    const drawing = await detailOf(bff, ltxId)
    return drawing.status === status ? drawing : undefined
  })
const reject = async (kind: Kind, id: string) => {
  const review = (await reviewsOf(kind, id)).find(({ status }) => status === 'OPEN')
  if (!review) throw new Error(`no review of ${id}`)
  const ordered = { decision: 'REJECTED', reason: 'not this week' } as const
  await bff.deps.db.asWorker((tx) => orderDecision(tx, review, ordered))
}
/** The background work has looked at it again since it was held. */
const anotherPass = async () => {
  await treasuryMayPay(true)
  const { ltxId } = (await draw(bff, { amount: 1 })).body.data
  await drawingIs(ltxId, 'DISBURSED')
}

describe('a drawing without cover', () => {
  test('is held at once and reported once, and is paid when there is cover', async () => {
    await treasuryMayPay(false)
    const { ltxId } = (await draw(bff, { amount: 100 })).body.data
    expect(await heldFor('ltx', ltxId, 'INTERNAL_NO_COVER')).toMatchObject({
      subject_kind: 'drawing',
      decider: 'operator',
    })
    expect((await detailOf(bff, ltxId)).status).toBe('INITIATED')
    await treasuryMayPay(true)
    await drawingIs(ltxId, 'DISBURSED')
    expect(await reviewsOf('ltx', ltxId)).toMatchObject([
      { status: 'DECIDED', decision: 'APPROVED' },
    ])
    const events = await eventsOf(bff, 'liquidity_transaction', ltxId, { upTo: 'disbursed' })
    expect(events).toEqual([
      'initiated initiated >INITIATED',
      'action_required initiated INITIATED>INITIATED',
      'transitioned broadcast INITIATED>BROADCAST',
      'transitioned disbursed BROADCAST>DISBURSED',
    ])
  })

  test('fails by the operator’s no, and its credit is free again', async () => {
    const before = (await partnerMe(bff)).limits.borrowedAmount
    await treasuryMayPay(false)
    const { ltxId } = (await draw(bff, { amount: 100 })).body.data
    await heldFor('ltx', ltxId, 'INTERNAL_NO_COVER')
    await reject('ltx', ltxId)
    expect((await drawingIs(ltxId, 'FAILED')).failure).toMatchObject({ code: 'INTERNAL_NO_COVER' })
    expect((await partnerMe(bff)).limits.borrowedAmount).toBe(before)
    expect(await reviewsOf('ltx', ltxId)).toMatchObject([
      { status: 'DECIDED', decision: 'REJECTED', decision_reason: 'not this week' },
    ])
    await anotherPass()
    expect((await detailOf(bff, ltxId)).status).toBe('FAILED')
  })

  test('that a halt stops is reported, is not rejected meanwhile, and goes on with the halt’s end', async () => {
    const asset = await treasuryMayPay(true)
    const halt = { asset, reason: 'a test', problems: [] }
    await bff.deps.db.asWorker((tx) => haltPayouts(tx, halt))
    const { ltxId } = (await draw(bff, { amount: 100 })).body.data
    await heldFor('ltx', ltxId, 'INTERNAL_PAYOUTS_HALTED')
    await reject('ltx', ltxId)
    await until(async () => {
      const [review] = await reviewsOf('ltx', ltxId)
      return review?.ordered === null ? review : undefined
    })
    expect((await detailOf(bff, ltxId)).status).toBe('INITIATED')
    await bff.deps.db.asWorker((tx) => resumePayouts(tx, asset))
    await drawingIs(ltxId, 'DISBURSED')
  })

  test('of a frame, scheduled, is held on its day', async () => {
    const frame = await acceptedFrame(bff, payer, { amount: 500, inHours: 3 })
    const of = { transferMode: 'SCHEDULED', reserveFrameId: frame.id, amount: 300 }
    const { ltxId } = (await draw(bff, of)).body.data
    await treasuryMayPay(false)
    await advance(bff, 3 * 3_600)
    await heldFor('ltx', ltxId, 'INTERNAL_NO_COVER')
    await treasuryMayPay(true)
    await drawingIs(ltxId, 'DISBURSED')
  })
})

describe('the fee of a cancelled frame without cover', () => {
  const cancelled = async () => {
    await treasuryMayPay(true)
    const frame = await acceptedFrame(bff, payer, { amount: 500, inHours: 100 })
    await treasuryMayPay(false)
    await bff.post(`${transactions}/reserve/cancel`, { reserveFrameId: frame.id })
    await heldFor('rsv', frame.id, 'INTERNAL_NO_COVER')
    return frame.id
  }
  const refundIs = (id: string, status: string) =>
    until(async () => {
      const frame = await frameOf(bff, id)
      return frame.misc.refund?.status === status ? frame : undefined
    })

  test('waits, is reported, and goes back when there is cover', async () => {
    const id = await cancelled()
    const events = await eventsOf(bff, 'reserve', id, { upTo: 'cancelled' })
    await treasuryMayPay(true)
    await refundIs(id, 'PAID')
    expect(events.filter((line) => line.startsWith('action_required'))).toEqual([
      'action_required cancelled CANCELLED>CANCELLED',
    ])
  })

  test('goes to the payments account by the operator’s no', async () => {
    const id = await cancelled()
    await reject('rsv', id)
    await refundIs(id, 'FAILED')
    expect(await reviewsOf('rsv', id)).toMatchObject([{ decision: 'REJECTED' }])
    await treasuryMayPay(true)
  })
})

describe('a withdrawal of the operational wallet', () => {
  test('that a halt stops is reported, and paid when the halt ends', async () => {
    const asset = await treasuryMayPay(true)
    const { partnerOperationalWallet: to } = await partnerMe(bff)
    await pay(bff, payer, { to, amount: units(40) })
    const of = { asset: 'USDC', amount: 30, toWalletAddress: payer.address }
    const halt = { asset, reason: 'a test', problems: [] }
    await bff.deps.db.asWorker((tx) => haltPayouts(tx, halt))
    // Its funding is seen a moment later.
    const id = await until(async () => {
      const made = await bff.post('/api/v1/partner/operational/withdraw', of)
      return made.status === 200 ? made.body.data.withdrawalId : undefined
    })
    expect(await heldFor('wdr', id, 'INTERNAL_PAYOUTS_HALTED')).toMatchObject({
      subject_kind: 'withdrawal',
      decider: 'operator',
    })
    await bff.deps.db.asWorker((tx) => resumePayouts(tx, asset))
    await until(async () => {
      const row = await bff.deps.db.asWorker((tx) =>
        findWithdrawal(tx, parseId('par', bff.first.svcPartnerId) ?? '', parseId('wdr', id) ?? ''),
      )
      return row?.status === 'COMPLETED' ? row : undefined
    })
    expect(await reviewsOf('wdr', id)).toMatchObject([{ decision: 'APPROVED' }])
  })
})
