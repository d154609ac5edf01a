import type { Tx } from '../../../db/open.ts'
import type { LockedTransfer } from '../../../db/schema/rows.ts'
import { failureKinds } from '@corridor/domain'
import { reversedCode, reviewOf, sendToReview } from '../../../records/transfers/review.ts'
import { holdDepositSteps } from '../../../records/transfers/steps/steps.ts'
import { stopAt } from './receive.ts'
import { byWorker } from '../../../records/transfers/transition.ts'

/**
 * Stops a locked transfer whose money was taken back after it was exchanged, before its payout left:
 * the operator decides. What was taken back is owed until then.
 */
export async function stopPayout(
  tx: Tx,
  held: LockedTransfer,
  { amount, entryId }: { amount: bigint; entryId: string },
): Promise<void> {
  const { isUnsent: _asked, ...facts } = reviewOf(held)
  const before = BigInt(facts.reversed?.amount ?? 0)
  const reversed = { amount: String(before + amount), entryId: facts.reversed?.entryId ?? entryId }
  const row = { ...held, review: { ...facts, since: held.read_at.toISOString(), reversed } }
  await holdDepositSteps(tx, held, failureKinds[reversedCode].partnerText)
  if (held.status === 'PROCESSING')
    await sendToReview(tx, byWorker(held.partner_id), row, reversedCode)
  else await stopAt(tx, row, {}, reversedCode)
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
