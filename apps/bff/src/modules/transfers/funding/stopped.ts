import { inBatch } from '../../../db/batch.ts'
import type { TransferRow } from '../../../db/schema/rows.ts'
import type { TransferKey } from '../../../ports/jobs.ts'
import { eachInTransaction } from '../../../records/transfers/each-in-transaction.ts'
import { isRefundFailed, reviewOf } from '../../../records/transfers/review.ts'
import { lockTransfer } from '../../../records/transfers/store.ts'
import { byScheduler } from '../../../records/transfers/transition.ts'
import { type Checked, type CheckParts, orderProblem } from '../payouts/order-check.ts'
import type { SweepParts } from './expiry.ts'
import { decideReview } from './review.ts'
import { batchMax, findStopped } from './store.ts'

type Parts = SweepParts & CheckParts

/**
 * Continues transfers whose order was not written, or not sent, as soon as nothing keeps it any more:
 * the account is enabled, payouts go on, there is cover. Each pass looks at the next of them, so that
 * none waits behind others.
 */
export function createStoppedSweep(deps: Parts): () => Promise<TransferKey[]> {
  let after = ''
  return async () => {
    const rows = await deps.db.readingAll((tx) => findStopped(tx, after))
    after = rows.length < batchMax ? '' : (rows.at(-1)?.id ?? '')
    if (rows.length === 0) return []
    const problems = await deps.db.asWorker((tx) =>
      inBatch(tx, rows, (batchTx, row) => orderProblem(batchTx, deps, row, orderOf(row))),
    )
    const free = rows.filter((_, at) => problems[at] === undefined)
    const keys = free.map(({ partner_id: partnerId, id: transferId, review }) => ({
      partnerId,
      transferId,
      reason: reviewOf({ review }).reason,
    }))
    return eachInTransaction(deps, keys, async (tx, { partnerId, transferId, reason }) => {
      const held = await lockTransfer(tx, partnerId, transferId)
      if (held?.status !== 'IN_REVIEW' || reviewOf(held).reason !== reason) return false
      const by = byScheduler(partnerId, 'sweeper')
      return (await decideReview(tx, deps, by, held, { decision: 'APPROVED' })).ok
    })
  }
}

/** What it would pay; an order of a held transfer is not counted among those that are open. */
const orderOf = (row: TransferRow): Checked =>
  isRefundFailed(row)
    ? { kind: 'refund', amount: row.received, account_id: null, isWritten: false }
    : { kind: 'payout', amount: row.amount_out, account_id: row.to_account_id, isWritten: false }
