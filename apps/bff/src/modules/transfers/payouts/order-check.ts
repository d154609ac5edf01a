import type { ExecutionFailureCode } from '@corridor/domain'
import type { Tx } from '../../../db/open.ts'
import type { PayoutRow, TransferRow } from '../../../db/schema/rows.ts'
import {
  coinOf,
  type CoverAsked,
  type CoverParts,
  hasCover,
} from '../../../records/ledger/cover.ts'
import { pausedCode } from '../../../records/transfers/pausing.ts'
import type { OrderKind } from '../../../records/transfers/payouts.ts'
import { isCleared } from '../../../records/transfers/review.ts'
import { readOrderFacts } from './order-facts-store.ts'
import { assetOf, type Places } from './payout-orders.ts'

export type CheckParts = Places & CoverParts

export const accountCode = 'BENEFICIARY_ACCOUNT_CLOSED'
export const haltedCode = 'INTERNAL_PAYOUTS_HALTED'
export const noCoverCode = 'INTERNAL_NO_COVER'

/** An order that is to be written, or one that was written and not sent. */
export type Checked = Pick<PayoutRow, 'amount' | 'account_id'> & {
  kind: OrderKind
  isWritten: boolean
}

/** An order that was not written after all: its transaction is undone, and its transfer is held. */
export class OrderStopped extends Error {
  override readonly name = 'OrderStopped'
  readonly code: ExecutionFailureCode
  constructor(code: ExecutionFailureCode) {
    super(`the order is not written: ${code}`)
    this.code = code
  }
}

/**
 * What keeps an order from being written or sent now; nothing where all is well. Account and cover
 * stay as they were found until the transaction ends. Money that goes back asks for no verification,
 * which would keep it here.
 */
export async function orderProblem(
  tx: Tx,
  deps: CheckParts,
  transfer: TransferRow,
  order: Checked,
): Promise<ExecutionFailureCode | undefined> {
  const cover = coverOf(deps, transfer, order)
  const facts = await readOrderFacts(tx, {
    transfer,
    accountId: order.account_id,
    asset: cover.asset,
  })
  const isPayout = order.kind === 'payout'
  const isGone = facts.account !== null && facts.account !== 'ENABLED'
  const isAnothers = isPayout && facts.owner !== null && facts.owner !== transfer.to_entity_id
  if (isGone || isAnothers) return accountCode
  if (isPayout && transfer.refund_of === null && facts.isUnverified)
    if (!isCleared(transfer, pausedCode)) return pausedCode
  if (facts.isHalted) return haltedCode
  return (await hasCover(tx, cover)) ? undefined : noCoverCode
}

/** What an order takes from the treasury. */
export function coverOf(
  deps: CheckParts,
  transfer: TransferRow,
  { kind, amount, isWritten }: Checked,
): CoverAsked {
  const side = kind === 'payout' ? 'out' : 'in'
  const jurisdictionId = side === 'out' ? transfer.jurisdiction_out : transfer.jurisdiction_in
  return {
    asset: assetOf(deps, transfer, side).asset,
    amount,
    ...coinOf(deps, jurisdictionId),
    isCounted: isWritten,
  }
}
