import { type PayeeFinding, unconfirmedCode } from '@corridor/domain'
import type { Tx } from '../../../db/open.ts'
import type { LockedTransfer, PayoutRow } from '../../../db/schema/rows.ts'
import type { AuditedBy } from '../../../records/audit/audit.ts'
import { ordersOf } from '../../../records/transfers/payout-store.ts'
import { newestOrder, orderKindOf } from '../../../records/transfers/payouts.ts'
import { isRefundFailed, type ReleasedPayee, reviewOf } from '../../../records/transfers/review.ts'
import { type KeptCheck, mayLeave } from '../payouts/payee-checks.ts'
import { refundFacts } from '../refunds/origins.ts'

/** What a held order's payee's bank has answered. */
function findingOf(order: PayoutRow): PayeeFinding[] {
  if (order.payee_outcome === null || mayLeave(order)) return []
  const { target, asked, name } = order.payee_check as KeptCheck
  return [{ target, asked, name, outcome: order.payee_outcome }]
}

/**
 * The answers that a transfer is held for: of its newest payout, or of the refunds that were refused
 * where they would go again. What was answered of an earlier account is not decided about.
 */
export async function heldFor(tx: Tx, held: LockedTransfer): Promise<PayeeFinding[]> {
  const orders = await ordersOf(tx, held)
  if (!isRefundFailed(held)) {
    const newest = newestOrder(orders, 'payout')
    return newest?.status === 'CREATED' ? findingOf(newest) : []
  }
  const { accountId } = refundFacts(held)
  const refused = orders.filter(
    (order) =>
      orderKindOf(order) === 'refund' &&
      order.failure_code === unconfirmedCode &&
      (accountId === undefined || order.account_id === accountId),
  )
  const newest = new Map(refused.flatMap(findingOf).map((finding) => [finding.target, finding]))
  return [...newest.values()]
}

/** The facts of a review in which a transfer's payees are paid in spite of what their banks answered. */
export async function releasePayees(
  tx: Tx,
  by: AuditedBy,
  held: LockedTransfer,
): Promise<{ payees?: ReleasedPayee[] }> {
  const { reason, payees = [] } = reviewOf(held)
  if (reason !== unconfirmedCode) return {}
  const found = await heldFor(tx, held)
  const decision = { decidedBy: by.actor.id, decidedAt: held.read_at.toISOString() }
  return { payees: [...payees, ...found.map((finding) => ({ ...finding, ...decision }))] }
}
