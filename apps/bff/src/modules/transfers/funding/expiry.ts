import { failureKinds } from '@corridor/domain'
import type { Tx } from '../../../db/open.ts'
import type { Deps } from '../../../ports/deps.ts'
import { eachInTransaction } from '../../../records/transfers/each-in-transaction.ts'
import { factsOf } from '../../../records/transfers/steps/failure-facts.ts'
import { recordEvent } from '../../../records/events/outbox.ts'
import { endRequestsOf } from '../../../records/approvals/requests.ts'
import { approvalEvent, requestsAbout } from '../../../records/transfers/approval-event.ts'
import { releaseDailyLimit } from '../../../records/transfers/daily-limit.ts'
import { transferEvent } from '../../../records/transfers/event.ts'
import { beginRefund, type RefundParts } from '../refunds/refund.ts'
import * as store from './store.ts'
import { decideReview, type ReviewParts, unanswered } from './review.ts'
import { isUnanswered } from './questions.ts'
import { changeTransfer } from '../../../records/transfers/change-store.ts'
import { cancelSteps, markOverdue } from '../../../records/transfers/steps/steps.ts'
import { lockTransfer } from '../../../records/transfers/store.ts'
import { byScheduler, mustMove } from '../../../records/transfers/transition.ts'
import type { LockedTransfer, TransferRow } from '../../../db/schema/rows.ts'
import type { TransferKey } from '../../../ports/jobs.ts'
import { isLapsed, timeoutCode } from '../../../records/transfers/expiry.ts'

const by = (partnerId: string) => byScheduler(partnerId, 'sweeper')

/** Ends a locked transfer whose time to be funded or approved is up. */
export async function expireAwaited(tx: Tx, held: LockedTransfer): Promise<TransferRow> {
  const code = timeoutCode(held)
  const at = (held.deposit_until ?? held.read_at).toISOString()
  const [row] = await Promise.all([
    mustMove(tx, by(held.partner_id), held, {
      event: 'expire',
      eventStatus: 'expired',
      action: 'transfer.expire',
      reason: code ? failureKinds[code].title : 'not approved in time',
      also: code ? { failure: { ...factsOf(code), step: '', at } } : {},
    }),
    cancelSteps(tx, held),
    releaseDailyLimit(tx, held),
  ])
  if (held.status === 'AWAITING_APPROVAL') {
    await recordEvent(tx, approvalEvent(row, 'expired'))
    await endRequestsOf(tx, by(held.partner_id), requestsAbout(held), { status: 'EXPIRED' })
  }
  return row
}

export type SweepParts = ReviewParts & Pick<Deps, 'db' | 'log'>

/** Applies timed changes; returns the changed transfers, to be continued. */
export async function sweepOrdinary(deps: SweepParts): Promise<TransferKey[]> {
  const rows = await deps.db.readingAll(store.findDue)
  return eachInTransaction(deps, rows, async (tx, { partnerId, transferId }) => {
    const held = await lockTransfer(tx, partnerId, transferId)
    return held !== undefined && endOne(tx, deps, held)
  })
}

/** Whether anything was due. The state is looked at again under the lock. */
async function endOne(tx: Tx, deps: ReviewParts, held: LockedTransfer): Promise<boolean> {
  const { status, read_at: at, held_until: until } = held
  if (isLapsed(held)) {
    await expireAwaited(tx, held)
    return true
  }
  if (!until || until > at) return false
  if (status === 'IN_REVIEW') {
    const decided = await decideReview(tx, deps, by(held.partner_id), held, {
      decision: 'REJECTED',
      action: 'transfer.review_lapsed',
      ...((await isUnanswered(tx, held)) ? { as: unanswered } : {}),
    })
    // What may have been paid out before a halt is not sent back; it is looked at again tomorrow.
    if (!decided.ok)
      await changeTransfer(tx, held, { held_until: new Date(at.getTime() + 86_400_000) })
    return decided.ok
  }
  if (status !== 'FAILED') return false
  await startRefund(tx, deps, held)
  return true
}

/** A failed transfer whose payee was not put right in time: its money is refunded automatically. */
async function startRefund(tx: Tx, deps: RefundParts, held: LockedTransfer): Promise<void> {
  const row = await mustMove(tx, by(held.partner_id), held, {
    event: 'refund',
    eventStatus: 'refund_in_flight',
    action: 'transfer.refund',
    reason: 'not retried or refunded in time',
    also: { held_until: null },
  })
  await beginRefund(tx, deps, row)
}

/**
 * Steps that take longer than expected: each is reported once and checked again. The transfer
 * itself continues unchanged.
 */
export async function reportOverdue(deps: SweepParts): Promise<TransferKey[]> {
  const rows = await deps.db.readingAll(store.findOverdue)
  return eachInTransaction(deps, rows, async (tx, { partnerId, transferId, name }) => {
    // As a worker does it: the transfer first, then its steps.
    const row = await lockTransfer(tx, partnerId, transferId)
    const isNew = await markOverdue(tx, { partner_id: partnerId, id: transferId }, name)
    if (!row || !isNew) return false
    await recordEvent(tx, transferEvent(row, row.status, 'action_required', { step: name }))
    return true
  })
}
