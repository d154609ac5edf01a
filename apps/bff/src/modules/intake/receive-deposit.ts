import type { Tx } from '../../db/open.ts'
import { routeDeposit, type RouteParts } from '../payin-routes/deposits/routing.ts'
import type { DepositLabel } from '../../records/deposits/place.ts'
import { expireAwaited } from '../transfers/funding/expiry.ts'
import { lockTransfer } from '../../records/transfers/store.ts'
import type { DepositRow } from '../../db/schema/rows.ts'
import type { TransferKey } from '../../ports/jobs.ts'
import { describe, isAsked, take, stray } from '../transfers/funding/receive.ts'
import { isPaused } from '../../records/transfers/pausing.ts'
import { payThoughExpired, wasInTime } from './late-statement.ts'
import { isFunding, reviewOf } from '../../records/transfers/review.ts'

export type ReceiveParts = RouteParts

/**
 * Takes money that arrived, in the transaction that inserted its row (status RECEIVED,
 * `transfer_id` where a target named one): posts it, and starts the transfer that waits for it, or
 * the route of the account that it came in on, or keeps it in suspense, with what the caller knows
 * of it besides. Returns the transfer to continue after the commit, by `jobs.runNow`.
 */
export async function receiveDeposit(
  tx: Tx,
  deps: ReceiveParts,
  deposit: DepositRow,
  known: readonly DepositLabel[] = [],
  { isDoubtful = false }: { isDoubtful?: boolean } = {},
): Promise<TransferKey | undefined> {
  if (deposit.transfer_id === null && deposit.funding_account_id !== null)
    return routeDeposit(tx, deps, deposit, { known, isDoubtful })
  const [held, arrived, isStopped] = await Promise.all([
    deposit.transfer_id && lockTransfer(tx, deposit.partner_id, deposit.transfer_id),
    describe(tx, deps, deposit),
    deposit.transfer_id !== null && isPaused(tx, deposit.partner_id, deposit.transfer_id),
  ])
  if (!held) return stray(tx, arrived, undefined, [...known])
  if (known.length > 0) return stray(tx, arrived, held, [...known])
  if (!isAsked(held, deposit)) return stray(tx, arrived, held, ['UNSUPPORTED_ASSET'])
  switch (held.status) {
    case 'PENDING':
      // When it was booked counts, not when that was read.
      if (!held.deposit_until || deposit.received_at < held.deposit_until)
        return take(tx, deps, held, { ...arrived, isStopped })
      return stray(tx, arrived, await expireAwaited(tx, held), ['LATE'])
    case 'IN_REVIEW':
      if (takesMore(reviewOf(held).reason)) return take(tx, deps, held, { ...arrived, isStopped })
      return stray(tx, arrived, held, ['OVERPAID'])
    case 'EXPIRED':
      return (
        (await payThoughExpired(tx, deps, held, deposit)) ??
        stray(tx, arrived, held, wasInTime(held, deposit) ? [] : ['LATE'])
      )
    case 'CANCELLED':
      return stray(tx, arrived, held, ['LATE'])
    case 'QUOTED':
    case 'AWAITING_APPROVAL':
      return stray(tx, arrived, held, [])
    default:
      return stray(tx, arrived, held, ['OVERPAID'])
  }
}

/** While the operator looks at who paid, nothing that is sent besides changes what is looked at. */
const takesMore = (reason: ReturnType<typeof reviewOf>['reason']): boolean =>
  isFunding(reason) && reason !== 'FUNDING_SENDER_MISMATCH'
