import { reserveFeeEarnedLegs, drawingLifecycle } from '@corridor/domain'
import { now, type Tx } from '../../../db/open.ts'
import type { Deps } from '../../../ports/deps.ts'
import * as drawings from '../../../records/liquidity/drawing-store.ts'
import { moveDrawing } from '../../../records/liquidity/drawings.ts'
import * as frames from '../../../records/liquidity/frame-store.ts'
import { moveFrame, phaseOf, publishEnd, publishPhase } from '../../../records/liquidity/frames.ts'
import { findLine, lockLine } from '../../../records/liquidity/line-store.ts'
import { findPaymentsByHash } from '../../../records/liquidity/payment-store.ts'
import {
  expiredMonitors,
  lockReplenishment,
} from '../../../records/liquidity/replenishment-store.ts'
import { moveReplenishment } from '../../../records/liquidity/replenishments.ts'
import { postGroup } from '../../../records/ledger/service.ts'
import { releasePayment } from '../../partners/claim-store.ts'
import { orderScheduled } from '../drawings/scheduled.ts'
import { byService, chainOf, hexOf, ledgerAsset } from '../line/line.ts'
import { lockConfirming } from '../payments/fee.ts'
import { feeProblem, lookAt } from '../reserves/fee-transaction.ts'

type Parts = Pick<Deps, 'db' | 'chains' | 'ids' | 'log'>
type Key = { partner_id: string; id: string }

const batchMax = 200

/** What is due because of time alone, each in a transaction of its own. Returns how many there were. */
export async function sweepDue(deps: Parts): Promise<number> {
  const { db } = deps
  const works: [(tx: Tx, limit: number) => Promise<Key[]>, (tx: Tx, key: Key) => Promise<void>][] =
    [
      [frames.expiredQuotes, expireQuote],
      [frames.unpublished, publishNewPhase],
      [drawings.dueScheduled, (tx, key) => orderScheduled(tx, deps, key)],
      [drawings.newlyOverdue, fallDue],
      [expiredMonitors, expireMonitor],
    ]
  let count = 0
  for (const [find, work] of works) {
    const due = await db.readingAll((tx) => find(tx, batchMax))
    for (const key of due) {
      // One that fails holds up none of the others.
      try {
        await db.asWorker((tx) => work(tx, key))
      } catch (error) {
        deps.log.error({ err: error, id: key.id }, 'something due on a credit line failed')
      }
    }
    count += due.length
  }
  return count
}

async function expireQuote(tx: Tx, { partner_id, id }: Key): Promise<void> {
  const line = await lockLine(tx, partner_id)
  const frame = await frames.lockFrame(tx, partner_id, id)
  if (frame?.status !== 'QUOTED' || frame.valid_until > line.at) return
  await moveFrame(tx, byService(partner_id), frame, 'expire')
}

/** A frame has begun, is exhausted or has ended; with its end its fee is earned. */
async function publishNewPhase(tx: Tx, { partner_id, id }: Key): Promise<void> {
  const line = await lockLine(tx, partner_id)
  const frame = await frames.lockFrame(tx, partner_id, id)
  if (frame?.status !== 'ACCEPTED' || frame.published_phase === 'ENDED') return
  if (phaseOf(frame, line.at) !== 'ENDED') {
    await publishPhase(tx, frame, line.at)
    return
  }
  await publishEnd(tx, frame)
  await postGroup(tx, {
    partnerId: partner_id,
    transferId: id,
    step: 'ended',
    legs: reserveFeeEarnedLegs({ ...ledgerAsset(frame), amount: frame.fee, frameId: id }),
  })
}

async function fallDue(tx: Tx, { partner_id, id }: Key): Promise<void> {
  const line = await lockLine(tx, partner_id)
  const row = await drawings.lockDrawing(tx, partner_id, id)
  if (!row || !drawingLifecycle.next(row.status, 'fallDue')) return
  if (row.overdue_from > line.at) return
  await moveDrawing(tx, byService(partner_id), row, 'fallDue')
}

async function expireMonitor(tx: Tx, { partner_id, id }: Key): Promise<void> {
  await lockLine(tx, partner_id)
  const row = await lockReplenishment(tx, partner_id, id)
  if (row?.status !== 'PENDING') return
  await moveReplenishment(tx, byService(partner_id), row, 'expire')
}

/**
 * Frames whose fee is under way: one whose transaction is final and pays something else is rejected,
 * as is one whose time is up. The hash is free again then.
 */
export async function checkFees(deps: Parts): Promise<void> {
  const open = await deps.db.asWorker((tx) => frames.confirming(tx, batchMax))
  for (const { partner_id: partnerId, id } of open) {
    const reason = await whyRejected(deps, partnerId, id)
    if (reason === undefined) continue
    await deps.db.asWorker(async (tx) => {
      await lockLine(tx, partnerId)
      const frame = await lockConfirming(tx, partnerId, id)
      if (!frame) return
      await moveFrame(tx, byService(partnerId), frame, 'reject', { reason, confirm_until: null })
      const { chain_id: chainId, fee_hash: hash } = frame
      await releasePayment(tx, { chainId, hash, subjectId: id })
    })
  }
}

async function whyRejected(deps: Parts, partnerId: string, id: string) {
  const found = await deps.db.asWorker(async (tx) => {
    const frame = await frames.findFrame(tx, partnerId, id)
    const line = await findLine(tx, partnerId)
    const payments = frame ? await findPaymentsByHash(tx, partnerId, frame.fee_hash) : []
    return frame && line && { frame, line, payments, at: await now(tx) }
  })
  if (!found) return undefined
  const { frame, line, at } = found
  const look = await lookAt(chainOf(deps, frame.chain_id), hexOf(frame.fee_hash))
  if (look.kind === 'FINAL') {
    // What pays is on its way through the watcher.
    return feeProblem(frame, line, look.receipt) === undefined ? undefined : 'FEE_TXN_MISMATCH'
  }
  const isLate = frame.confirm_until !== null && frame.confirm_until <= at
  return isLate ? 'FEE_NOT_FINAL' : undefined
}
