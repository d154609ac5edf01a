import type { resolveActions } from '@corridor/contract'
import type { DepositRecord } from './store.ts'
import { isOfDeposit } from '../../../records/deposits/transition.ts'

export type Action = (typeof resolveActions)[number]

/** Where a held deposit waits for its partner. */
export type Waiting =
  /** In suspense, without an execution of its own. */
  | { at: 'SUSPENSE'; isPayable: boolean; isAssignable: boolean }
  /** Its payout failed, or its return did, and the execution holds the money. */
  | { at: 'PAYOUT'; isRetryable: boolean }
  | { at: 'RETURN' }
  /** Nowhere: it is on its way, over, or looked at by compliance or with its transfer. */
  | undefined

/** What a deposit waits for. */
export function waitingOf(deposit: DepositRecord): Waiting {
  if (deposit.status !== 'HELD' || deposit.held_reason === 'TRANSFER_IN_REVIEW') return undefined
  if (!carries(deposit)) return deposit.compliance_lasts ? undefined : suspended(deposit)
  if (deposit.transfer_status === 'FAILED' && deposit.held_until !== null) {
    const { retryable = false } = (deposit.failure ?? {}) as { retryable?: boolean }
    return { at: 'PAYOUT', isRetryable: retryable }
  }
  const isReturn = deposit.transfer_status === 'IN_REVIEW'
  return isReturn && deposit.transfer_event === 'refund_failed' ? { at: 'RETURN' } : undefined
}

/** What `deposit/resolve` takes now. */
export function actionsOf(waiting: Waiting): Action[] {
  if (!waiting) return []
  const isForwardable =
    (waiting.at === 'SUSPENSE' && waiting.isPayable) ||
    (waiting.at === 'PAYOUT' && waiting.isRetryable)
  const isAssignable = waiting.at === 'SUSPENSE' && waiting.isAssignable
  return [
    ...(isForwardable ? (['FORWARD'] as const) : []),
    'RETURN',
    'HOLD',
    ...(isAssignable ? (['ASSIGN'] as const) : []),
  ]
}

const suspended = (deposit: DepositRecord): Waiting => ({
  at: 'SUSPENSE',
  isPayable: isPayable(deposit),
  isAssignable: isPayable(deposit) && withoutTransfer.has(deposit.held_reason),
})

/** It came for a transfer, and did not say which, or not in time. */
const withoutTransfer: ReadonlySet<string> = new Set(['NO_TRANSFER', 'UNKNOWN_SENDER', 'NO_ROUTE'])

/**
 * What a bank took in another currency than the account's goes nowhere but back; about what somebody
 * paid who may not, the operator decides.
 */
const isPayable = ({ source, labels, held_reason }: DepositRecord): boolean =>
  held_reason !== 'PAYER_NOT_ALLOWED' &&
  (source !== 'BANK' || !labels.includes('UNSUPPORTED_ASSET'))

/** Whether an execution was started for it, whatever that has come to. */
export const carries = (deposit: DepositRecord): boolean =>
  deposit.carrier_id !== null &&
  deposit.transaction_id !== null &&
  isOfDeposit({
    deposit_id: deposit.transfer_deposit,
    transaction_id: deposit.transaction_id,
  })
