import { heldMs, outcomeOfFailure, refundSteps, reviewMs } from '@corridor/domain'
import type { Tx } from '../../../db/open.ts'
import { factsOf } from '../../../records/transfers/steps/failure-facts.ts'
import { beginRefund, isReturnable, type RefundParts, settleReversed } from '../refunds/refund.ts'
import { failStep, reviewStep } from '../../../records/transfers/steps/store.ts'
import { changeTransfer } from '../../../records/transfers/change-store.ts'
import { type ReviewFacts, reviewOf } from '../../../records/transfers/review.ts'
import { lockTransfer } from '../../../records/transfers/store.ts'
import type { TransferRow } from '../../../db/schema/rows.ts'
import type { Failed } from '../../../records/transfers/steps/step.ts'

/**
 * What follows when a step of an ordinary transfer failed for good (operations.md 11.1): the end
 * where nothing is held, a week's time where the payee can be put right, the way back otherwise. A
 * refund that fails is looked at by a person.
 */
export async function failOrdinary(
  tx: Tx,
  deps: RefundParts,
  held: TransferRow,
  { step, code, isRetryable, write }: Failed,
): Promise<TransferRow> {
  const failure = factsOf(code, isRetryable)
  if ((refundSteps as readonly string[]).includes(step)) {
    const row = await reviewStep(tx, held, {
      step,
      eventStatus: 'refund_failed',
      reason: code,
      message: failure.message,
      isFailed: true,
      reviewMs,
    })
    await write?.(tx)
    return row
  }
  const { reversed } = reviewOf((await lockTransfer(tx, held.partner_id, held.id)) ?? held)
  if (reversed)
    return failReversed(tx, deps, held, { failed: { step, code, isRetryable, write }, reversed })
  const meant = outcomeOfFailure(code, held.received > 0n)
  // A deposit without a named payee stays until a person decides.
  const outcome = meant === 'REFUNDING' && !(await isReturnable(tx, held)) ? 'HELD' : meant
  const change = { step, failure, status: 'FAILED' as const, eventStatus: 'error' }
  if (outcome === 'REFUNDING') {
    const row = await failStep(tx, held, {
      ...change,
      status: 'REFUNDING',
      eventStatus: 'refund_in_flight',
    })
    // The order that failed is voided first: what it held is part of what goes back.
    await write?.(tx)
    await beginRefund(tx, deps, row)
    return row
  }
  const row = await failStep(
    tx,
    held,
    outcome === 'HELD' ? { ...change, eventStatus: 'undeliverable', heldMs } : change,
  )
  await write?.(tx)
  return row
}

/**
 * A payout that failed after its bank took back what paid it: that is settled with what is held, and
 * only what is left goes back.
 */
async function failReversed(
  tx: Tx,
  deps: RefundParts,
  held: TransferRow,
  { failed, reversed }: { failed: Failed; reversed: NonNullable<ReviewFacts['reversed']> },
): Promise<TransferRow> {
  const received = held.received - BigInt(reversed.amount)
  const isLeft = received > 0n
  const stopped = await failStep(tx, held, {
    step: failed.step,
    failure: factsOf(failed.code, failed.isRetryable),
    ...(isLeft
      ? { status: 'REFUNDING', eventStatus: 'refund_in_flight' }
      : { status: 'FAILED' as const, eventStatus: 'error' }),
  })
  await failed.write?.(tx)
  await settleReversed(tx, deps, stopped, reversed)
  const { reversed: _settled, ...review } = reviewOf(stopped)
  const row = await changeTransfer(tx, stopped, { received, review })
  if (isLeft) await beginRefund(tx, deps, row)
  return row
}
