import type { Tx } from '../../db/open.ts'
import { routeDeposit, type RouteParts } from '../payin-routes/deposits/routing.ts'
import type { DepositLabel } from '../../records/deposits/place.ts'
import { expireAwaited } from '../transfers/funding/expiry.ts'
import { isLapsed } from '../../records/transfers/expiry.ts'
import { lockTransfer } from '../../records/transfers/store.ts'
import type { DepositRow, TransferRow } from '../../db/schema/rows.ts'
import type { TransferKey } from '../../ports/jobs.ts'
import { describe, isAsked, take, stray } from '../transfers/funding/receive.ts'
import { isPaused } from '../../records/transfers/pausing.ts'
import { payThoughExpired, wasInTime } from './late-statement.ts'
import type { Senders } from '../screening/senders.ts'
import { reviewOf, takesMore } from '../../records/transfers/review.ts'

export type ReceiveParts = RouteParts

/**
 * Takes money that arrived, in the transaction that inserted its row (status RECEIVED,
 * `transfer_id` where a target named one): posts it, and starts the transfer that waits for it, or
 * the route of the account that it came in on, or keeps it in suspense, with what the caller knows
 * of it besides. Money that pays nothing is held for compliance where its sender is listed: `senders`
 * were looked up before. Returns the transfer to continue after the commit, by `jobs.runNow`.
 */
export async function receiveDeposit(
  tx: Tx,
  deps: ReceiveParts,
  deposit: DepositRow,
  senders: Senders,
  known: readonly DepositLabel[] = [],
  { isDoubtful = false }: { isDoubtful?: boolean } = {},
): Promise<TransferKey | undefined> {
  if (deposit.transfer_id === null && deposit.funding_account_id !== null)
    return routeDeposit(tx, deps, deposit, { known, isDoubtful, senders })
  const [held, arrived, isStopped] = await Promise.all([
    deposit.transfer_id && lockTransfer(tx, deposit.partner_id, deposit.transfer_id),
    describe(tx, deps, deposit),
    deposit.transfer_id !== null && isPaused(tx, deposit.partner_id, deposit.transfer_id),
  ])
  const keepStray = (of: TransferRow | undefined, labels: DepositLabel[]) =>
    stray(tx, deps, arrived, { held: of, labels, senders })
  // When it was booked counts, not when that was read.
  const afterEnd = async (expired: TransferRow) =>
    (await payThoughExpired(tx, deps, expired, deposit)) ??
    keepStray(expired, wasInTime(expired, deposit) ? [] : ['LATE'])
  if (!held) return keepStray(undefined, [...known])
  if (known.length > 0) return keepStray(held, [...known])
  if (!isAsked(held, deposit)) return keepStray(held, ['UNSUPPORTED_ASSET'])
  switch (held.status) {
    case 'PENDING':
      // It reads as expired already, and that is final, though the sweeper has not seen it yet.
      if (isLapsed(held)) return afterEnd(await expireAwaited(tx, held))
      return take(tx, deps, held, { ...arrived, isStopped })
    case 'IN_REVIEW':
      if (takesMore(reviewOf(held).reason)) return take(tx, deps, held, { ...arrived, isStopped })
      return keepStray(held, ['OVERPAID'])
    case 'EXPIRED':
      return afterEnd(held)
    case 'CANCELLED':
      return keepStray(held, ['LATE'])
    case 'QUOTED':
    case 'AWAITING_APPROVAL':
      return keepStray(held, [])
    case 'PROCESSING':
    case 'COMPLETED':
    case 'FAILED':
    case 'REFUNDING':
    case 'REFUNDED':
      return keepStray(held, ['OVERPAID'])
  }
}
