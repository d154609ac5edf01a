import { lockHeld } from '../../../records/deposits/store.ts'
import { type ExecutionFailureCode, failureKinds } from '@corridor/domain'
import type { Tx } from '../../../db/open.ts'
import type { Deps } from '../../../ports/deps.ts'
import { recordDeposit } from '../../../records/deposits/record.ts'
import { recordEvent } from '../../../records/events/outbox.ts'
import { eachInTransaction } from '../../../records/transfers/each-in-transaction.ts'
import { transferEvent } from '../../../records/transfers/event.ts'
import {
  closeDepositSteps,
  holdDepositSteps,
  noticeSteps,
  stopAtDeposit,
} from '../../../records/transfers/steps/steps.ts'
import { type Fit, fitOf, isStranger } from './fit.ts'
import { returnSurplus } from './surplus.ts'
import { decideReview, openReview } from '../../../records/reviews/reviews.ts'
import { type ArrivalPrice, isLate, isRatePast, priceOnArrival, recordRateChange } from './late.ts'
import { decideReview as decide } from './review.ts'
import { alsoFoundBy } from '../../../records/transfers/new-transfer.ts'
import {
  laterArrival,
  recordNewArrival,
} from '../../../records/transfers/arrival/estimated-arrival.ts'
import { partyOf } from '../../../records/transfers/parties.ts'
import { payerNameOf, senderOf } from '../../../records/deposits/sender.ts'
import { lockTransfer } from '../../../records/transfers/store.ts'
import { changeTransfer } from '../../../records/transfers/change-store.ts'
import { byWorker, mustMove } from '../../../records/transfers/transition.ts'
import * as store from './store.ts'
import type { LockedTransfer, TransferRow, DepositRow } from '../../../db/schema/rows.ts'
import type { ForcedFailure } from '../../../records/transfers/steps/step.ts'
import { isPaused, pausedCode } from '../../../records/transfers/pausing.ts'
import { reviewOf, sendToReview } from '../../../records/transfers/review.ts'
import { isLapsed } from '../../../records/transfers/expiry.ts'

import type { RefundParts } from '../refunds/refund.ts'
export { receiveReturn } from '../refunds/payout-return.ts'
type TakeParts = RefundParts & Pick<Deps, 'rates'>

/** A payment to an announced address that the chain has not made final. */
export type Notice = { partnerId: string; transferId: string; reference: string }
/** `isChosen`: a person says that it pays this transfer, and chooses no old rate by waiting. */
type Taken = { deposit: DepositRow; isStopped: boolean; isChosen?: boolean }

/**
 * Takes money that came before its transfer waited for it: with a quote that was taken up, or
 * approved, afterwards. Returns the transfers to continue.
 */
export async function takeEarly(deps: TakeParts & Pick<Deps, 'db' | 'log'>) {
  const rows = await deps.db.readingAll(store.findEarly)
  return eachInTransaction(deps, rows, async (tx, { partnerId, transferId, id }) => {
    const deposit = await lockHeld(tx, partnerId, id)
    if (!deposit) return false
    const held = await lockTransfer(tx, partnerId, transferId)
    if (held?.status !== 'PENDING' || isLapsed(held)) return false
    const isStopped = await isPaused(tx, partnerId, held.id)
    await take(tx, deps, held, { deposit, isStopped })
    return true
  })
}

/** Bank money of a currency is the same everywhere; a token is one of its chain. */
export const isAsked = (held: TransferRow, deposit: DepositRow): boolean =>
  held.kind === 'ordinary' &&
  deposit.currency === held.currency_in &&
  deposit.scale === held.scale_in &&
  (deposit.source === 'BANK' || deposit.jurisdiction_id === held.jurisdiction_in)

/**
 * The transfer waits for just this: what arrived is held for it, and it continues or is reviewed. A
 * deposit is held as long as its transfer is looked at.
 */
export async function take(
  tx: Tx,
  deps: TakeParts,
  held: LockedTransfer,
  { deposit, isStopped, isChosen = false }: Taken,
) {
  const received = held.received + deposit.amount
  const found = await fitOf(tx, deps, held, deposit, received)
  const price = await priceIfLate(tx, deps, held, { deposit, received, found, isChosen })
  const fit = fitWith(found, { isStopped, price })
  const also = {
    received: fit.kind === 'overpays' ? held.amount_in : received,
    deposit_id: held.deposit_id ?? deposit.id,
    ...(deposit.hash === null ? {} : { transaction_hash: deposit.hash }),
    ...paidBy(held, deposit),
  }
  const isHeld = isStopped || fit.kind === 'review'
  const way = deposit.status === 'HELD' ? (['forward'] as const) : (['screen', 'forward'] as const)
  // What the payer was quoted is checked with its transfer, whatever is paid for it.
  await recordDeposit(tx, deposit, {
    moves: isHeld ? [...way, 'hold'] : way,
    also: {
      ...(isHeld ? { held_reason: 'TRANSFER_IN_REVIEW' as const } : {}),
      ...(fit.kind === 'overpays' ? { labels: [...deposit.labels, 'OVERPAID'] } : {}),
    },
    posting: {
      jurisdictions: deps.jurisdictions,
      transferId: held.id,
      // The first money may have been taken back by its bank.
      step: held.deposit_id === null ? 'deposit_received' : `deposit_received/${deposit.id}`,
    },
  })
  const moved = await (fit.kind === 'review'
    ? review(tx, held, also, fit.reason)
    : proceed(tx, deps, held, deposit, {
        ...also,
        ...(fit.kind === 'pays' ? fit.columns : {}),
        ...(price?.kind === 'PRICED' ? price.columns : {}),
        isStopped,
      }))
  await recordRateChange(tx, held, moved)
  if (price?.kind === 'RETURN') return sendBack(tx, deps, moved)
  if (fit.kind === 'overpays') {
    const surplus = { amount: fit.surplus, deposits: [deposit] }
    await returnSurplus(tx, deps, byWorker(held.partner_id), { ...held, ...moved }, surplus)
  }
  return moved.status === 'PROCESSING'
    ? { partnerId: held.partner_id, transferId: held.id }
    : undefined
}

/** The record names who sent the first money that it has, where that is not the customer. */
function paidBy(held: LockedTransfer, deposit: DepositRow): Partial<TransferRow> {
  const { payer: before, ...customer } = partyOf(held, 'from')
  const name = payerNameOf(senderOf(deposit))
  const payer =
    held.received > 0n ? before : name !== '' && isStranger(held, deposit) ? name : undefined
  if (payer === before) return {}
  if (payer === undefined) return { from_party: customer }
  return { from_party: { ...customer, payer }, search_text: alsoFoundBy(held, payer) }
}

/** The present price, where money that fits came after the time of its rate. */
async function priceIfLate(
  tx: Tx,
  deps: TakeParts,
  held: LockedTransfer,
  {
    deposit,
    received,
    found,
    isChosen,
  }: { deposit: DepositRow; received: bigint; found: Fit; isChosen: boolean },
): Promise<ArrivalPrice | undefined> {
  const isPast = isLate(held, deposit) || (isChosen && isRatePast(held))
  if (found.kind === 'review' || !isPast) return undefined
  const paid = found.kind === 'overpays' ? held.amount_in : received
  return priceOnArrival(tx, deps, held, paid)
}

/** Nothing leaves while a verification is paused, a surplus neither; and nothing without a price. */
function fitWith(
  found: Fit,
  { isStopped, price }: { isStopped: boolean; price: ArrivalPrice | undefined },
): Fit {
  if (price && price.kind !== 'PRICED') return { kind: 'review', reason: 'FUNDING_TIMEOUT' }
  return isStopped && found.kind === 'overpays'
    ? { kind: 'review', reason: 'FUNDING_OVERPAID' }
    : found
}

/** The quote returns money which comes after the rate's time. */
async function sendBack(tx: Tx, deps: TakeParts, { partner_id: partnerId, id }: TransferRow) {
  const held = await lockTransfer(tx, partnerId, id)
  if (!held) throw new Error(`the transfer ${id} is gone`)
  await decide(tx, deps, byWorker(partnerId), held, { decision: 'REJECTED' })
  return { partnerId, transferId: id }
}

async function proceed(
  tx: Tx,
  deps: TakeParts,
  held: LockedTransfer,
  deposit: DepositRow,
  { isStopped, ...also }: Partial<TransferRow> & { isStopped: boolean },
): Promise<TransferRow> {
  const by = byWorker(held.partner_id)
  const { sender: _sender, ...facts } = reviewOf(held)
  const name = payerNameOf(senderOf(deposit))
  const isOther = name !== '' && isStranger(held, deposit)
  const noted = { ...facts, ...(isOther ? { sender: name } : {}) }
  const reference = deposit.hash ?? deposit.bank_entry ?? ''
  const columns = Object.keys(noted).length > 0 ? { ...also, review: noted } : also
  if (isStopped) {
    await closeDepositSteps(tx, held, { reference, isStopped })
    return stopAt(tx, { ...held, review: noted }, columns, pausedCode)
  }
  const forced = held.forced_failure as ForcedFailure | null
  const [row] = await Promise.all([
    mustMove(tx, by, held, {
      event: held.status === 'PENDING' ? 'receive' : 'release',
      eventStatus: 'funds_received',
      action: 'transfer.receive',
      step: deposit.source === 'BANK' ? 'deposit_received' : 'deposit_confirmed',
      also: {
        ...columns,
        ...laterArrival(held, held.read_at),
        ...(held.status === 'PENDING' ? {} : { held_until: null }),
      },
    }),
    forced?.step.startsWith('deposit_')
      ? stopAtDeposit(tx, held, forced.step)
      : closeDepositSteps(tx, held, { reference }),
    deps.jobs.queueTransfer(tx, { partnerId: held.partner_id, transferId: held.id }),
  ])
  await recordNewArrival(tx, held, row)
  return row
}

/** It does not fit: a person decides, or the rest arrives. */
async function review(
  tx: Tx,
  held: LockedTransfer,
  also: Partial<TransferRow>,
  reason: ExecutionFailureCode,
): Promise<TransferRow> {
  await holdDepositSteps(tx, held, `${failureKinds[reason].title}.`)
  return stopAt(tx, held, also, reason)
}

/** Begins a review, or has one that is under way be about something else; its deadline stays. */
export async function stopAt(
  tx: Tx,
  held: LockedTransfer,
  also: Partial<TransferRow>,
  reason: ExecutionFailureCode,
): Promise<TransferRow> {
  if (held.status === 'PENDING')
    return sendToReview(tx, byWorker(held.partner_id), held, reason, also)
  const before = reviewOf(held)
  const row = await changeTransfer(tx, held, { ...also, review: { ...before, reason } })
  if (before.reason !== reason) await changeReview(tx, row, reason)
  await recordEvent(tx, transferEvent(row, row.status, 'action_required'))
  return row
}

/** It is looked at for another reason now, which may be for somebody else to decide. */
async function changeReview(
  tx: Tx,
  { partner_id: partnerId, id, held_until }: TransferRow,
  reason: ExecutionFailureCode,
): Promise<void> {
  const subject = { kind: 'transfer', id } as const
  await decideReview(tx, byWorker(partnerId), subject, { decision: 'SUPERSEDED' })
  await openReview(tx, { partnerId, subject, reason, dueAt: held_until ?? undefined })
}

/** Shows on the record that a payment was seen; nothing is credited before it is final. */
export async function noticeDeposit(tx: Tx, notice: Notice): Promise<void> {
  const held = await lockTransfer(tx, notice.partnerId, notice.transferId)
  if (held?.status !== 'PENDING' || held.event_status === 'funds_scheduled') return
  // What was seen in time counts, however long the chain takes to make it final.
  const until = new Date(held.read_at.getTime() + 3_600_000)
  if (held.deposit_until && held.read_at >= held.deposit_until) return
  const row = await changeTransfer(tx, held, {
    event_status: 'funds_scheduled',
    deposit_until: held.deposit_until && held.deposit_until > until ? held.deposit_until : until,
  })
  await Promise.all([
    noticeSteps(tx, held, notice.reference),
    recordEvent(tx, transferEvent(row, held.status, 'transitioned', { step: 'deposit_detected' })),
  ])
}
