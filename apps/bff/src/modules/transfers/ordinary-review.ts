import { type ExecutionFailureCode, fail, ok, type Result, reviewMs } from '@corridor/domain'
import type { Tx } from '../../db/open.ts'
import type { AuditedBy } from '../../records/audit/audit.ts'
import { recordEvent } from '../../records/events/outbox.ts'
import { newArrival, tellArrival } from './arrival.ts'
import { transferEvent } from './event.ts'
import { beginRefund, type RefundParts, requeue } from './ordinary-refund.ts'
import { beginSteps, closeDepositSteps, failSteps, failureNow } from './ordinary-steps.ts'
import { requoted } from './requote.ts'
import { illegalMove, type IllegalMove, mustMove } from './transition.ts'
import type { LockedTransfer, TransferRow } from '../../db/schema/rows.ts'

/** What a record keeps of reviews. */
export type ReviewFacts = {
  /** Why it is looked at, or was last. */
  reason?: ExecutionFailureCode
  since?: string
  /** Reasons that somebody has decided in the transfer's favour. */
  cleared?: string[]
  /** Who paid, where the bank names somebody else than the payer. */
  sender?: string
}

export const reviewOf = ({ review }: Pick<TransferRow, 'review'>): ReviewFacts => review ?? {}

export const isCleared = (
  row: Pick<TransferRow, 'review'>,
  reason: ExecutionFailureCode,
): boolean => reviewOf(row).cleared?.includes(reason) ?? false

/** Reasons that lie in what arrived: such a transfer goes on with it, whatever it is. */
export const isFunding = (reason: ExecutionFailureCode | undefined): boolean =>
  reason?.startsWith('FUNDING_') ?? false

/** A transfer whose money could not be sent back: it waits for another account, or another try. */
export const isRefundFailed = (row: TransferRow): boolean =>
  row.status === 'IN_REVIEW' && row.event_status === 'refund_failed'

export type Decision = 'APPROVED' | 'REJECTED'

/** Decides a locked transfer that is looked at; a worker goes on with it after the commit. */
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
    tellArrival(tx, held, row),
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

/** Stops a locked transfer until somebody has decided. */
export async function sendToReview(
  tx: Tx,
  by: AuditedBy,
  held: LockedTransfer,
  reason: ExecutionFailureCode,
  also: Partial<TransferRow> = {},
): Promise<TransferRow> {
  const at = held.read_at
  const review = { ...reviewOf(held), reason, since: at.toISOString() }
  const row = await mustMove(tx, by, held, {
    event: 'review',
    eventStatus: 'in_review',
    action: 'transfer.review',
    reason,
    also: {
      ...also,
      review,
      held_until: new Date(at.getTime() + reviewMs),
    },
  })
  await recordEvent(tx, transferEvent(row, row.status, 'action_required'))
  return row
}
