import { type ExecutionFailureCode, failureFamily } from './failures.ts'
import { bankingDayAfter } from '../calendars/base/schedule.ts'
import type { System } from '../calendars/base/types.ts'
import { dayIn } from '../calendars/base/zoned.ts'
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

/**
 * Until when a deposit may arrive: a day on a chain, where there is no system, and three banking days
 * of the system's country, at the same time of the day.
 */
export function depositWindowEnd(from: Date, system: System | undefined): Date {
  if (!system) return new Date(from.getTime() + chainWindowMs)
  const day = dayIn(system.zone, from)
  const last = bankingDayAfter(system.calendar, day, bankWindowDays)
  return new Date(from.getTime() + Date.parse(last) - Date.parse(day))
}

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
