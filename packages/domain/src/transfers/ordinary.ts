import { type ExecutionFailureCode, failureFamily } from './failures.ts'
import { statesOf } from '../base/machine.ts'
import { transferLifecycle, transferStates, type TransferStatus } from './lifecycle.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** A failed transfer keeps its money this long for a retry or a refund; then it goes back. */
export const heldMs = 7 * dayMs
/** An undecided review ends as if it were rejected. docs/essays/money.md */
export const reviewMs = 7 * dayMs

const chainWindowMs = dayMs
const bankWindowDays = 3

/** Until when a deposit may arrive: a day on a chain, three business days at a bank, in UTC. */
export function depositWindowEnd(from: Date, source: 'BANK' | 'CHAIN'): Date {
  if (source === 'CHAIN') return new Date(from.getTime() + chainWindowMs)
  const end = new Date(from)
  for (let left = bankWindowDays; left > 0; left -= isBusinessDay(end) ? 1 : 0)
    end.setTime(end.getTime() + dayMs)
  return end
}

const isBusinessDay = (day: Date) => day.getUTCDay() !== 0 && day.getUTCDay() !== 6

export type DepositJudgement = 'EXACT' | 'NEAR' | 'UNDERPAID' | 'OVERPAID'

/** How all that arrived compares with what was quoted; NEAR is within half a percent. */
export function judgeDeposit(quoted: bigint, received: bigint): DepositJudgement {
  if (received === quoted) return 'EXACT'
  const difference = received > quoted ? received - quoted : quoted - received
  if (difference * 1000n <= quoted * 5n) return 'NEAR'
  return received < quoted ? 'UNDERPAID' : 'OVERPAID'
}

/**
 * Where a step that failed for good leads: money that is held goes back at once, unless the payee
 * can be put right (operations.md 11.1).
 */
export function outcomeOfFailure(code: ExecutionFailureCode, isMoneyHeld: boolean) {
  if (!isMoneyHeld) return 'FAILED'
  return failureFamily(code) === 'BENEFICIARY' ? 'HELD' : 'REFUNDING'
}

export type TransferAction = 'submit' | 'approve' | 'cancel' | 'retry' | 'refund'

/** What may be asked of a transfer now (operations.md 5). */
export function allowedActions(transfer: {
  status: TransferStatus
  /** Money of the payer is with the service. */
  isMoneyHeld: boolean
  /** Its failure leaves room for another try. */
  isRetryable: boolean
  /** A payment for it was seen, or is here. */
  isPaymentScheduled: boolean
  /** What of a completed transfer has not been sent back, and may be. */
  isRefundable: boolean
}): TransferAction[] {
  switch (transfer.status) {
    case 'QUOTED':
      return ['submit']
    case 'AWAITING_APPROVAL':
      return ['approve', 'cancel']
    case 'PENDING':
      return transfer.isPaymentScheduled ? [] : ['cancel']
    case 'FAILED':
      if (!transfer.isMoneyHeld) return []
      return transfer.isRetryable ? ['retry', 'refund'] : ['refund']
    case 'COMPLETED':
      return transfer.isRefundable ? ['refund'] : []
    case 'IN_REVIEW':
    case 'PROCESSING':
    case 'REFUNDING':
    case 'EXPIRED':
    case 'CANCELLED':
    case 'REFUNDED':
      return []
  }
}

/** Every legal change of state, as the database repeats them. */
export const allowedTransitions: readonly (readonly [TransferStatus, TransferStatus])[] = statesOf(
  transferStates,
).flatMap((from) => transferLifecycle.reachable(from).map((to) => [from, to] as const))
