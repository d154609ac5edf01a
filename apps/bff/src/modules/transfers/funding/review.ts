import { type ExecutionFailureCode, fail, ok, unconfirmedCode } from '@corridor/domain'
import type { Tx } from '../../../db/open.ts'
import type { AuditedBy } from '../../../records/audit/audit.ts'
import { postGroup } from '../../../records/ledger/service.ts'
import { payingDeposits } from '../../../records/deposits/store.ts'
import {
  newArrival,
  recordNewArrival,
} from '../../../records/transfers/arrival/estimated-arrival.ts'
import type { RepriceParts } from '../quotes/reprice.ts'
import {
  beginRefund,
  type RefundParts,
  requeue,
  settledOf,
  settleReversed,
} from '../refunds/refund.ts'
import { unsentOf } from '../refunds/store.ts'
import { factsOf } from '../../../records/transfers/steps/failure-facts.ts'
import {
  beginSteps,
  closeDepositSteps,
  failedStep,
  failSteps,
  failureNow,
} from '../../../records/transfers/steps/steps.ts'
import { haltedCode } from '../payouts/order-check.ts'
import { assetOf, voidOrder } from '../payouts/payout-orders.ts'
import { transferContext } from '../payouts/party-screening.ts'
import { releasePayees } from './payee-decision.ts'
import { clearHits } from '../../screening/screen.ts'
import { ordersOf } from '../../../records/transfers/payout-store.ts'
import { orderKindOf } from '../../../records/transfers/payouts.ts'
import { presentPrice, recordRateChange } from './late.ts'
import { requoted } from '../quotes/price-received.ts'
import { illegalMove, mustMove } from '../../../records/transfers/transition.ts'
import type { LockedTransfer, TransferRow } from '../../../db/schema/rows.ts'
import {
  reviewOf,
  isFunding,
  isRefundFailed,
  reversedCode,
} from '../../../records/transfers/review.ts'

export type ReviewParts = RefundParts & RepriceParts
export type Decision = 'APPROVED' | 'REJECTED'
export type Ruling = {
  decision: Decision
  action?: string
  /** What the partner called it, such as RETURN. */
  as?: string
  /** In a sentence, for the review and the audit. */
  reason?: string
}

/** Decides a locked transfer under review; a worker continues it after the commit. */
export async function decideReview(
  tx: Tx,
  deps: ReviewParts,
  by: AuditedBy,
  held: LockedTransfer,
  { decision, action = 'transfer.review', as, reason = '' }: Ruling,
) {
  if (held.status !== 'IN_REVIEW')
    return fail(illegalMove(held, decision === 'APPROVED' ? 'PROCESSING' : 'REFUNDING'))
  // What was decided for another reason says nothing of a name.
  if (decision === 'APPROVED' && reviewOf(held).reason === 'COMPLIANCE_SCREENING_HIT')
    await clearHits(tx, by, transferContext(held), 'approved in the review of the transfer')
  // Whatever is decided, money that was to go back goes back.
  if (isRefundFailed(held)) {
    const facts = decision === 'APPROVED' ? await releasePayees(tx, by, held) : {}
    const review = { ...reviewOf(held), ...facts }
    return ok(await refundAgain(tx, deps, by, { ...held, review }, action, { review }, facts))
  }
  const verdict = { action, as: as ?? decision, reason }
  return decision === 'APPROVED'
    ? release(tx, deps, by, held, verdict)
    : reject(tx, deps, by, held, verdict)
}

type Verdict = Required<Pick<Ruling, 'action' | 'as' | 'reason'>>

/** A question of compliance was not answered in time. */
export const unanswered = 'COMPLIANCE_RFI_EXPIRED'

async function release(
  tx: Tx,
  deps: ReviewParts,
  by: AuditedBy,
  held: LockedTransfer,
  verdict: Verdict,
) {
  const { reason, ...facts } = reviewOf(held)
  const amounts = isFunding(reason) ? await amountsOf(tx, deps, held, reason) : {}
  if (!amounts) return fail(illegalMove(held, 'PROCESSING'))
  const released = await releasePayees(tx, by, held)
  const review = {
    ...facts,
    ...released,
    // A decision about a name is about the one answer, not about every later one.
    ...(reason !== unconfirmedCode && {
      cleared: [...new Set([...(facts.cleared ?? []), reason ?? ''])],
    }),
    ...(reason === 'FUNDING_SENDER_MISMATCH' && {
      clearedDeposits: (await payingDeposits(tx, held)).map(({ id }) => id),
    }),
  }
  const isOrdered = (await ordersOf(tx, held)).some((order) => orderKindOf(order) === 'payout')
  const row = await mustMove(tx, by, held, {
    event: 'release',
    eventStatus: isOrdered ? 'converted' : 'funds_received',
    action: verdict.action,
    reason: verdict.reason === '' ? verdict.as : verdict.reason,
    decision: verdict.as,
    facts: released,
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
    recordRateChange(tx, held, row),
  ])
  return ok(row)
}

/**
 * What arrived at the quoted rate while that is held, at the present one afterwards, whoever decides,
 * and of late money that had no price when it came; nothing where the fees leave none of it, or where
 * no rate is to be had.
 */
async function amountsOf(
  tx: Tx,
  deps: ReviewParts,
  held: LockedTransfer,
  reason: ExecutionFailureCode | undefined,
) {
  const isHeld = held.rate_hold_until === null || held.read_at <= held.rate_hold_until
  return isHeld && reason !== 'FUNDING_TIMEOUT'
    ? requoted(held, held.received)
    : presentPrice(tx, deps, held, held.received)
}

/** Money that is held goes back; without any the transfer has failed. */
async function reject(
  tx: Tx,
  deps: RefundParts,
  by: AuditedBy,
  held: LockedTransfer,
  verdict: Verdict,
) {
  // Before a halt it may have been paid by what this database has forgotten.
  const orders = await ordersOf(tx, held)
  if (reviewOf(held).reason === haltedCode && orders.some(({ status }) => status === 'CREATED'))
    return fail(illegalMove(held, 'REFUNDING'))
  const { reversed, isUnsent, reason } = reviewOf(held)
  if (reason === reversedCode && !isUnsent) return fail(illegalMove(held, 'REFUNDING'))
  const received = held.received - BigInt(reversed?.amount ?? 0)
  const isUnanswered = verdict.as === unanswered
  const code = isUnanswered ? unanswered : (reviewOf(held).reason ?? 'COMPLIANCE_SCREENING_HIT')
  const event = received > 0n ? 'refund' : 'reject'
  await voidUnsent(tx, held, code)
  if (reversed) await settleReversed(tx, deps, held, reversed)
  const failure = await failureNow(tx, held, code)
  const row = await mustMove(tx, by, held, {
    event,
    eventStatus: event === 'refund' ? 'refund_in_flight' : 'error',
    action: verdict.action,
    reason: verdict.reason === '' ? verdict.as : verdict.reason,
    decision: verdict.as,
    also: { failure, held_until: null, received },
  })
  await failSteps(tx, row, failure.message)
  if (event === 'refund') await beginRefund(tx, deps, row)
  return ok(row)
}

/** A payout that was ordered and never sent holds a part of what goes back. */
async function voidUnsent(tx: Tx, held: TransferRow, code: ExecutionFailureCode): Promise<void> {
  for (const order of await ordersOf(tx, held))
    if (order.status === 'CREATED') await voidOrder(tx, order, code)
}

/** A refund that did not reach the payer is sent once more, less what the bank took back meanwhile. */
export async function refundAgain(
  tx: Tx,
  deps: RefundParts,
  by: AuditedBy,
  held: LockedTransfer,
  action: string,
  also: Partial<TransferRow> = {},
  facts: object = {},
): Promise<TransferRow> {
  const there = await unsentOf(tx, held)
  const { settled, review, legsOf } = settledOf(held, there)
  const received = held.received - settled
  const columns = { ...also, held_until: null, ...(settled > 0n && { received, review }) }
  if (settled > 0n)
    await postGroup(tx, {
      partnerId: held.partner_id,
      transferId: held.id,
      step: `reversal_settled/${reviewOf(held).reversed?.entryId ?? ''}`,
      legs: legsOf(assetOf(deps, held, 'in'), held.id),
    })
  if (received === 0n) {
    const step = await failedStep(tx, held)
    const failure = { ...factsOf(reversedCode), step, at: held.read_at.toISOString() }
    const ended = await mustMove(tx, by, held, {
      event: 'reject',
      eventStatus: 'error',
      action,
      reason: reversedCode,
      also: { ...columns, failure },
    })
    await failSteps(tx, ended, failure.message)
    return ended
  }
  const row = await mustMove(tx, by, held, {
    event: held.refund_of === null ? 'refund' : 'release',
    eventStatus: 'refund_in_flight',
    action,
    facts,
    also: columns,
  })
  await beginRefund(tx, deps, row)
  return row
}
