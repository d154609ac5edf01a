import {
  type ExecutionFailureCode,
  type PayeeFinding,
  reviewMs,
  unconfirmedCode,
  heldAtPayee,
} from '@corridor/domain'
import type { Tx } from '../../db/open.ts'
import type { AuditedBy } from '../audit/audit.ts'
import { recordEvent } from '../events/outbox.ts'
import { openReview } from '../reviews/reviews.ts'
import { transferEvent } from './event.ts'
import { mustMove } from './transition.ts'
import type { LockedTransfer, TransferRow } from '../../db/schema/rows.ts'

/** What a record keeps of reviews. */
export type ReviewFacts = {
  /** Why it is looked at, or was last. */
  reason?: ExecutionFailureCode
  since?: string
  /** Reasons that staff have decided in the transfer's favour. */
  cleared?: string[]
  /** Deposits from somebody else than the payer that the operator let pay, by UUID; no later one. */
  clearedDeposits?: string[]
  /** What a bank took back after it was exchanged (minor units), and by which entry. */
  reversed?: { amount: string; entryId: string }
  /** Deposits that a bank took back, by UUID: what is left is other senders'. */
  takenBack?: string[]
  /** Bank or chain were asked since, and know nothing of the payout. */
  isUnsent?: boolean
  /** Answers of payees' banks in spite of which somebody had them paid. */
  payees?: ReleasedPayee[]
  /** Who paid, where the bank names another person than the payer. */
  sender?: string
}

/** An answer that was decided about: by whom, and when. */
export type ReleasedPayee = PayeeFinding & { decidedBy: string; decidedAt: string }

/** The bank took a deposit back after it was exchanged. */
export const reversedCode = 'INTERNAL_CREDIT_REVERSED'

export const reviewOf = ({ review }: Pick<TransferRow, 'review'>): ReviewFacts => review ?? {}

/** Reasons why nothing was sent to a payee's account: another one may be named. */
export const stoppedAtPayee = [...heldAtPayee, unconfirmedCode]

export const isCleared = (row: Pick<TransferRow, 'review'>, reason: ExecutionFailureCode) =>
  reviewOf(row).cleared?.includes(reason) ?? false

/** Reasons that lie in what arrived: such a transfer continues with it, whatever it is. */
export const isFunding = (reason: ExecutionFailureCode | undefined): boolean =>
  reason?.startsWith('FUNDING_') ?? false

/** A transfer whose money could not be sent back: it waits for another account, or another try. */
export const isRefundFailed = (row: TransferRow): boolean =>
  row.status === 'IN_REVIEW' && row.event_status === 'refund_failed'

/** Stops a locked transfer until staff have decided. */
export async function sendToReview(
  tx: Tx,
  by: AuditedBy,
  held: LockedTransfer,
  reason: ExecutionFailureCode,
  also: Partial<TransferRow> = {},
): Promise<TransferRow> {
  const at = held.read_at
  const review = { ...reviewOf(held), reason, since: at.toISOString() }
  const dueAt = new Date(at.getTime() + reviewMs)
  const row = await mustMove(tx, by, held, {
    event: 'review',
    eventStatus: 'in_review',
    action: 'transfer.review',
    reason,
    also: {
      ...also,
      review,
      held_until: dueAt,
    },
  })
  await openReview(tx, {
    partnerId: row.partner_id,
    subject: { kind: 'transfer', id: row.id },
    reason,
    dueAt,
  })
  await recordEvent(tx, transferEvent(row, row.status, 'action_required'))
  return row
}

/** While the operator looks at who paid, nothing that is sent besides changes what is looked at. */
export const takesMore = (reason: ReturnType<typeof reviewOf>['reason']): boolean =>
  isFunding(reason) && reason !== 'FUNDING_SENDER_MISMATCH'
