import { transferSurplusLegs } from '@corridor/domain'
import type { Tx } from '../../../db/open.ts'
import type { DepositRow, LockedTransfer } from '../../../db/schema/rows.ts'
import type { AuditedBy } from '../../../records/audit/audit.ts'
import { originsOfSurplus } from '../refunds/origins.ts'
import { assetOf } from '../payouts/payout-orders.ts'
import { type RefundParts, startLinkedRefund } from '../refunds/refund.ts'

/**
 * Sends back what came beyond the quote, by an execution of its own: of the newest deposits first,
 * of each at most what it brought, to who sent it where that is known. The money lies in the clearing
 * account of the transfer that is paid.
 */
export async function returnSurplus(
  tx: Tx,
  deps: RefundParts,
  by: AuditedBy,
  held: LockedTransfer,
  surplus: { amount: bigint; deposits: readonly DepositRow[] },
): Promise<void> {
  const { amount } = surplus
  const asset = assetOf(deps, held, 'in')
  await startLinkedRefund(tx, deps, by, held, {
    amount,
    surplusOf: await originsOfSurplus(tx, held, surplus),
    legsOf: (transferId) => transferSurplusLegs({ ...asset, amount, from: held.id, transferId }),
    reason: 'FUNDING_OVERPAID',
  })
}
