import type { Tx } from '../../../db/open.ts'
import type { LockedTransfer, TransferRow } from '../../../db/schema/rows.ts'
import { failureKinds } from '@corridor/domain'
import { recordEvent } from '../../../records/events/outbox.ts'
import { changeTransfer } from '../../../records/transfers/change-store.ts'
import { transferEvent } from '../../../records/transfers/event.ts'
import { ordersOf } from '../../../records/transfers/payout-store.ts'
import {
  reversedCode,
  type ReviewFacts,
  reviewOf,
  sendToReview,
} from '../../../records/transfers/review.ts'
import { holdDepositSteps } from '../../../records/transfers/steps/steps.ts'
import { stopAt } from './receive.ts'
import { beginRefund, type RefundParts, undoConversion } from '../refunds/refund.ts'
import { byWorker, mustMove } from '../../../records/transfers/transition.ts'

/** A locked transfer as it is to be kept: nothing more goes back to who sent this deposit. */
export function withTakenBack(held: LockedTransfer, depositId: string): LockedTransfer {
  const facts = reviewOf(held)
  return { ...held, review: { ...facts, takenBack: [...(facts.takenBack ?? []), depositId] } }
}

/** Minor units, and the entry that took them. */
type Taken = { amount: bigint; entryId: string }

function withReversed(held: TransferRow, { amount, entryId }: Taken): ReviewFacts {
  const facts = reviewOf(held)
  const before = BigInt(facts.reversed?.amount ?? 0)
  const reversed = { amount: String(before + amount), entryId: facts.reversed?.entryId ?? entryId }
  return { ...facts, reversed }
}

/**
 * Stops a locked transfer whose money was taken back after it was exchanged, before its payout left:
 * the operator decides. What was taken back is owed until then.
 */
export async function stopPayout(tx: Tx, held: LockedTransfer, taken: Taken): Promise<void> {
  const { isUnsent: _asked, ...facts } = withReversed(held, taken)
  const row = { ...held, review: { ...facts, since: held.read_at.toISOString() } }
  await holdDepositSteps(tx, held, failureKinds[reversedCode].partnerText)
  if (held.status === 'PROCESSING')
    await sendToReview(tx, byWorker(held.partner_id), row, reversedCode)
  else await stopAt(tx, row, {}, reversedCode)
}

/** Keeps on the record what was taken back while its payout is outside, in case that fails. */
export async function noteReversed(tx: Tx, held: TransferRow, taken: Taken): Promise<void> {
  await changeTransfer(tx, held, { review: withReversed(held, taken) })
}

/**
 * A locked failed transfer whose kept money was taken back: nothing of that is paid out or sent back
 * again, and what is left of other payments goes back now.
 */
export async function loseKept(tx: Tx, deps: RefundParts, held: LockedTransfer, amount: bigint) {
  const received = held.received - amount
  await undoConversion(tx, deps, held, await ordersOf(tx, held))
  if (received === 0n) {
    const columns = { received, held_until: null, event_status: 'error', review: held.review }
    const row = await changeTransfer(tx, held, columns)
    await recordEvent(tx, transferEvent(row, row.status, 'updated'))
    return
  }
  const row = await mustMove(tx, byWorker(held.partner_id), held, {
    event: 'refund',
    eventStatus: 'refund_in_flight',
    action: 'transfer.refund',
    reason: reversedCode,
    also: { received, held_until: null, review: held.review },
  })
  await beginRefund(tx, deps, row)
}

const reason = 'FUNDING_UNDERPAID' as const

/**
 * A locked transfer whose money was taken back by the bank before anything was paid out: it waits in
 * review for other money, or for an end.
 */
export async function loseFunds(tx: Tx, held: LockedTransfer, amount: bigint): Promise<void> {
  const received = held.received - amount
  await holdDepositSteps(tx, held, 'The bank took the money back.')
  if (held.status === 'PROCESSING') {
    await sendToReview(tx, byWorker(held.partner_id), held, reason, { received })
    return
  }
  await stopAt(tx, held, { received }, reason)
}
