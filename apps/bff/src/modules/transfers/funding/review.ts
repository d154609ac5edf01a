import { fail, ok, type Result } from '@corridor/domain'
import type { Tx } from '../../../db/open.ts'
import type { AuditedBy } from '../../../records/audit/audit.ts'
import { newArrival, recordNewArrival } from '../../../records/transfers/estimated-arrival.ts'
import { beginRefund, type RefundParts, requeue } from '../refunds/refund.ts'
import {
  beginSteps,
  closeDepositSteps,
  failSteps,
  failureNow,
} from '../../../records/transfers/steps/steps.ts'
import { requoted } from '../quotes/requote.ts'
import { illegalMove, type IllegalMove, mustMove } from '../../../records/transfers/transition.ts'
import type { LockedTransfer, TransferRow } from '../../../db/schema/rows.ts'
import { reviewOf, isFunding, isRefundFailed } from '../../../records/transfers/review.ts'

export type Decision = 'APPROVED' | 'REJECTED'

/** Decides a locked transfer under review; a worker continues it after the commit. */
export async function decideReview(
  tx: Tx,
  deps: RefundParts,
  by: AuditedBy,
  held: LockedTransfer,
  { decision, action = 'transfer.review' }: { decision: Decision; action?: string },
): Promise<Result<TransferRow, IllegalMove>> {
  if (held.status !== 'IN_REVIEW')
    return fail(illegalMove(held, decision === 'APPROVED' ? 'PROCESSING' : 'REFUNDING'))
  // Whatever is decided, money that was to go back goes back.
  if (isRefundFailed(held)) return ok(await refundAgain(tx, deps, by, held, action))
  return decision === 'APPROVED' ? release(tx, deps, by, held, action) : reject(tx, deps, by, held)
}

async function release(
  tx: Tx,
  deps: RefundParts,
  by: AuditedBy,
  held: LockedTransfer,
  action: string,
): Promise<Result<TransferRow, IllegalMove>> {
  const { reason, ...facts } = reviewOf(held)
  const amounts = isFunding(reason) ? requoted(held, held.received) : {}
  if (!amounts) return fail(illegalMove(held, 'PROCESSING'))
  const review = { ...facts, cleared: [...(facts.cleared ?? []), reason ?? ''] }
  const row = await mustMove(tx, by, held, {
    event: 'release',
    eventStatus: 'funds_received',
    action,
    reason: 'APPROVED',
    also: {
      ...amounts,
      ...newArrival(held, held.read_at, 'paid'),
      review,
      held_until: null,
    },
  })
  await Promise.all([
    isFunding(reason) ? closeDepositSteps(tx, row) : beginSteps(tx, row),
    requeue(tx, deps, row),
    recordNewArrival(tx, held, row),
  ])
  return ok(row)
}

/** Money that is held goes back; without any the transfer has failed. */
async function reject(
  tx: Tx,
  deps: RefundParts,
  by: AuditedBy,
  held: LockedTransfer,
): Promise<Result<TransferRow, IllegalMove>> {
  const code = reviewOf(held).reason ?? 'COMPLIANCE_SCREENING_HIT'
  const event = held.received > 0n ? 'refund' : 'reject'
  const failure = await failureNow(tx, held, code)
  const row = await mustMove(tx, by, held, {
    event,
    eventStatus: event === 'refund' ? 'refund_in_flight' : 'error',
    action: 'transfer.review',
    reason: 'REJECTED',
    also: { failure, held_until: null },
  })
  await failSteps(tx, row, failure.message)
  if (event === 'refund') await beginRefund(tx, deps, row)
  return ok(row)
}

/** A refund that did not reach the payer is sent once more. */
export async function refundAgain(
  tx: Tx,
  deps: RefundParts,
  by: AuditedBy,
  held: LockedTransfer,
  action: string,
  also: Partial<TransferRow> = {},
): Promise<TransferRow> {
  const row = await mustMove(tx, by, held, {
    event: held.refund_of === null ? 'refund' : 'release',
    eventStatus: 'refund_in_flight',
    action,
    also: { ...also, held_until: null },
  })
  await beginRefund(tx, deps, row)
  return row
}
