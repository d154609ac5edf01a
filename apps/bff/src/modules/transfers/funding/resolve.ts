import { executionId, type Resolution, resolutionsOf, fail, ok, reviewMs } from '@corridor/domain'
import type { Caller } from '../../../api/request/caller.ts'
import { detail } from '../../../api/request/refusal.ts'
import type { Tx } from '../../../db/open.ts'
import type { LockedTransfer, TransferRow } from '../../../db/schema/rows.ts'
import type { Deps } from '../../../ports/deps.ts'
import { payingDeposits } from '../../../records/deposits/store.ts'
import { recordAudit } from '../../../records/audit/audit.ts'
import { recordEvent } from '../../../records/events/outbox.ts'
import { decideReview as endReview, openReview } from '../../../records/reviews/reviews.ts'
import { changeTransfer } from '../../../records/transfers/change-store.ts'
import { transferEvent } from '../../../records/transfers/event.ts'
import {
  newArrival,
  recordNewArrival,
} from '../../../records/transfers/arrival/estimated-arrival.ts'
import { isRefundFailed, reviewOf } from '../../../records/transfers/review.ts'
import { closeDepositSteps } from '../../../records/transfers/steps/steps.ts'
import { illegalMove, mustMove } from '../../../records/transfers/transition.ts'
import { countReceived, priceReceived } from '../quotes/price-received.ts'
import { useCode as spendCode, type CodeFailure } from '../quotes/verification-code.ts'
import { type RefundParts, requeue } from '../refunds/refund.ts'
import { isHeldForSender } from './fit.ts'
import { presentPrice, recordRateChange } from './late.ts'
import { decideReview } from './review.ts'
import { returnSurplus } from './surplus.ts'

export type ResolveParts = RefundParts & Pick<Deps, 'rates' | 'kek'>

/** A partner's decision about money that does not fit its locked transfer (operations.md 11.1). */
export async function resolveFunding(
  tx: Tx,
  deps: ResolveParts,
  caller: Caller,
  held: LockedTransfer,
  { action, verificationCode }: { action: Resolution; verificationCode?: string | undefined },
) {
  if (!mayResolve(held, action))
    return fail(illegalMove(held, action === 'RETURN' ? 'REFUNDING' : 'PROCESSING'))
  if (action === 'RETURN')
    return decideReview(tx, deps, caller, held, { decision: 'REJECTED', as: action })
  if (action === 'PAY_AS_IS')
    return decideReview(tx, deps, caller, held, {
      decision: 'APPROVED',
      as: action,
      action: 'transfer.resolve',
    })
  if (action === 'PAY_QUOTED') return payQuoted(tx, deps, caller, held)
  const priced = await priceReceived(tx, deps, held)
  if (!priced.ok) return priced
  const { columns, worth, needsCode } = priced.value
  if (needsCode && verificationCode === undefined) return codeNeeded()
  const spent = needsCode ? await spendCode(tx, deps, held, verificationCode ?? '') : ok(undefined)
  if (!spent.ok) return codeRefused(spent.failure)
  const counted = await countReceived(tx, held, worth)
  if (!counted.ok) return counted
  return ok(await goOn(tx, deps, caller, held, { action, also: columns }))
}

/** Whether a decision is the partner's, and would work now but for prices and limits. */
export const mayResolve = (held: TransferRow, action: Resolution): boolean =>
  resolutionsOf({
    status: held.status,
    isRefundFailed: isRefundFailed(held),
    reason: reviewOf(held).reason,
    quoted: held.amount_in,
    received: held.received,
    // Whether it is, its price shows, with a reason.
    isPayable: true,
  }).includes(action)

export const codeNeeded = () =>
  fail({
    code: 'FIELD_REQUIRED' as const,
    details: [
      detail(
        'verificationCode',
        'FIELD_REQUIRED',
        'More arrived than was confirmed: give the code of six digits that was sent to the payer.',
      ),
    ],
  })

/** Where others agreed too late for it, the decision is made again: without a code first. */
export const codeRefused = (failure: CodeFailure) =>
  fail<CodeFailure>(
    failure.code === 'OTP_EXPIRED'
      ? { ...failure, details: [detail('verificationCode', 'OTP_EXPIRED', codeOverText)] }
      : failure,
  )

const codeOverText =
  'The code was used, tried too often, or is too old. Decide again without a code: then the payer gets another one.'

/**
 * The quote is paid; what came beyond it goes back to who sent it. Decided after the rate was held,
 * the quoted amount is exchanged at the present one: whoever decides late chooses no old rate.
 */
async function payQuoted(tx: Tx, deps: ResolveParts, caller: Caller, held: LockedTransfer) {
  const isHeld = held.rate_hold_until === null || held.read_at <= held.rate_hold_until
  const price = isHeld ? {} : await presentPrice(tx, deps, held, held.amount_in)
  if (!price) return fail({ code: 'PROVIDER_UNAVAILABLE', retryAfterSeconds: 60 })
  const amount = held.received - held.amount_in
  const deposits = await payingDeposits(tx, held)
  const also = { ...price, received: held.amount_in }
  const row = await goOn(tx, deps, caller, held, { action: 'PAY_QUOTED', also })
  await recordRateChange(tx, held, row)
  if (amount > 0n) await returnSurplus(tx, deps, caller, { ...held, ...row }, { amount, deposits })
  return ok(row)
}

async function goOn(
  tx: Tx,
  deps: ResolveParts,
  caller: Caller,
  held: LockedTransfer,
  { action, also }: { action: Resolution; also: Partial<TransferRow> },
): Promise<TransferRow> {
  const payers = await payingDeposits(tx, held)
  if (await isHeldForSender(tx, deps, { ...held, ...also }, payers))
    return sendOn(tx, caller, held, { action, also })
  const { reason, ...facts } = reviewOf(held)
  const review = { ...facts, cleared: [...(facts.cleared ?? []), reason ?? ''] }
  const row = await mustMove(tx, caller, held, {
    event: 'release',
    eventStatus: 'funds_received',
    action: 'transfer.resolve',
    reason: action,
    decision: action,
    also: { ...also, ...newArrival(held, held.read_at, 'paid'), review, held_until: null },
  })
  await Promise.all([
    closeDepositSteps(tx, row),
    requeue(tx, deps, row),
    recordNewArrival(tx, held, row),
  ])
  return row
}

/** How much is paid is decided; a stranger's money is the operator's to look at besides. */
async function sendOn(
  tx: Tx,
  caller: Caller,
  held: LockedTransfer,
  { action, also }: { action: Resolution; also: Partial<TransferRow> },
): Promise<TransferRow> {
  const reason = 'FUNDING_SENDER_MISMATCH'
  const { partner_id: partnerId, id, read_at: at } = held
  const subject = { kind: 'transfer', id } as const
  const dueAt = new Date(at.getTime() + reviewMs)
  const row = await changeTransfer(tx, held, {
    ...also,
    event_status: 'in_review',
    review: { ...reviewOf(held), reason, since: at.toISOString() },
    held_until: dueAt,
  })
  await endReview(tx, caller, subject, { decision: action })
  await openReview(tx, { partnerId, subject, reason, dueAt })
  await recordAudit(tx, caller, {
    action: 'transfer.resolve',
    object: { kind: 'transfer', id: executionId(held) },
    after: { status: row.status, review: reason },
    reason: action,
  })
  await recordEvent(tx, transferEvent(row, row.status, 'action_required'))
  return row
}
