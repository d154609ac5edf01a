import { transferSurplusLegs } from '@corridor/domain'
import type { Tx } from '../../../db/open.ts'
import type { LockedTransfer } from '../../../db/schema/rows.ts'
import type { AuditedBy } from '../../../records/audit/audit.ts'
import type { ReturnTo } from '../../deposits/return-target.ts'
import { assetOf } from '../payouts/payout-orders.ts'
import { type RefundParts, startLinkedRefund } from '../refunds/refund.ts'

/**
 * Sends back what came beyond the quote, by an execution of its own: to who paid it where that is
 * known. The money lies in the clearing account of the transfer that is paid.
 */
export async function returnSurplus(
  tx: Tx,
  deps: RefundParts,
  by: AuditedBy,
  held: LockedTransfer,
  { amount, to }: { amount: bigint; to: ReturnTo | undefined },
): Promise<void> {
  const asset = assetOf(deps, held, 'in')
  await startLinkedRefund(tx, deps, by, held, {
    amount,
    ...(to === undefined ? {} : { to }),
    isSurplus: true,
    legsOf: (transferId) => transferSurplusLegs({ ...asset, amount, from: held.id, transferId }),
    reason: 'FUNDING_OVERPAID',
  })
}
