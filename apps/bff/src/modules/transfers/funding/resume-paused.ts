import { eachInTransaction } from '../../../records/transfers/each-in-transaction.ts'
import type { SweepParts } from './expiry.ts'
import { findResumable } from './store.ts'
import { decideReview } from './review.ts'
import { lockTransfer } from '../../../records/transfers/store.ts'
import { byScheduler } from '../../../records/transfers/transition.ts'
import type { TransferKey } from '../../../ports/jobs.ts'
import { isPaused } from '../../../records/transfers/pausing.ts'

/** Resumes transfers that a pause had stopped, once it is over for both sides. */
export async function resumePaused(deps: SweepParts): Promise<TransferKey[]> {
  const rows = await deps.db.asWorker(findResumable)
  return eachInTransaction(deps, rows, async (tx, { partnerId, transferId }) => {
    const held = await lockTransfer(tx, partnerId, transferId)
    if (held?.status !== 'IN_REVIEW' || (await isPaused(tx, partnerId, transferId))) return false
    const by = byScheduler(partnerId, 'sweeper')
    return (await decideReview(tx, deps, by, held, { decision: 'APPROVED' })).ok
  })
}
