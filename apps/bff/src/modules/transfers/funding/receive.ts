import { lockHeld } from '../../../records/deposits/store.ts'
import {
  depositLegs,
  type ExecutionFailureCode,
  type HeldReason,
  judgeDeposit,
  type Place,
  releaseStrayLegs,
  strayDepositLegs,
} from '@corridor/domain'
import type { Tx } from '../../../db/open.ts'
import type { Deps } from '../../../ports/deps.ts'
import { postGroup } from '../../../records/ledger/service.ts'
import { moveDeposit } from '../../../records/deposits/transition.ts'
import { recordEvent } from '../../../records/events/outbox.ts'
import { depositEvent } from '../../../records/deposits/event.ts'
import { placeOfDeposit, sumOfDeposit, type DepositLabel } from '../../../records/deposits/place.ts'
import { eachInTransaction } from '../../../records/transfers/each-in-transaction.ts'
import { transferEvent } from '../../../records/transfers/event.ts'
import {
  closeDepositSteps,
  holdDepositSteps,
  noticeSteps,
  stopAtDeposit,
} from '../../../records/transfers/steps/steps.ts'
import { partyOf } from '../../../records/transfers/parties.ts'
import { requoted } from '../quotes/requote.ts'
import { lockTransfer } from '../../../records/transfers/store.ts'
import { changeTransfer } from '../../../records/transfers/change-store.ts'
import { byWorker, mustMove } from '../../../records/transfers/transition.ts'
import * as store from './store.ts'
import type { LockedTransfer, TransferRow, DepositRow } from '../../../db/schema/rows.ts'
import type { TransferKey } from '../../../ports/jobs.ts'
import type { ForcedFailure } from '../../../records/transfers/steps/step.ts'
import { isPaused, pausedCode } from '../../../records/transfers/pausing.ts'
import { reviewOf, sendToReview } from '../../../records/transfers/review.ts'
import { isLapsed } from '../../../records/transfers/expiry.ts'

export { receiveReturn } from '../refunds/payout-return.ts'
type TakeParts = Pick<Deps, 'jobs' | 'jurisdictions'>

/** A payment to an announced address that the chain has not made final. */
export type Notice = { partnerId: string; transferId: string; reference: string }
type Arrived = { deposit: DepositRow; place: Place }

/**
 * Takes money that came before its transfer waited for it: with a quote that was taken up, or
 * approved, afterwards. Returns the transfers to continue.
 */
export async function takeEarly(
  deps: TakeParts & Pick<Deps, 'db' | 'log'>,
): Promise<TransferKey[]> {
  const rows = await deps.db.asWorker(store.findEarly)
  return eachInTransaction(deps, rows, async (tx, { partnerId, transferId, id }) => {
    const deposit = await lockHeld(tx, partnerId, id)
    if (!deposit) return false
    const held = await lockTransfer(tx, partnerId, transferId)
    if (held?.status !== 'PENDING' || isLapsed(held)) return false
    const arrived = await describe(tx, deps, deposit)
    const isStopped = await isPaused(tx, partnerId, held.id)
    await take(tx, deps, held, { ...arrived, isStopped })
    return true
  })
}

/** With where it lies now. */
export async function describe(tx: Tx, deps: TakeParts, deposit: DepositRow): Promise<Arrived> {
  return { deposit, place: await placeOfDeposit(tx, deps, deposit) }
}

/** Bank money of a currency is the same everywhere; a token is one of its chain. */
export const isAsked = (held: TransferRow, deposit: DepositRow): boolean =>
  held.kind === 'ordinary' &&
  deposit.currency === held.currency_in &&
  deposit.scale === held.scale_in &&
  (deposit.source === 'BANK' || deposit.jurisdiction_id === held.jurisdiction_in)

/**
 * The transfer waits for just this: what arrived is held for it, and it continues or is reviewed.
 */
export async function take(
  tx: Tx,
  deps: TakeParts,
  held: LockedTransfer,
  arrived: Arrived & { isStopped: boolean },
): Promise<TransferKey | undefined> {
  const { deposit, isStopped } = arrived
  const received = held.received + deposit.amount
  const judgement = judgeDeposit(held.amount_in, received)
  const amounts =
    judgement === 'EXACT' || judgement === 'NEAR' ? requoted(held, received) : undefined
  const also = {
    received,
    deposit_id: held.deposit_id ?? deposit.id,
    ...(deposit.hash === null ? {} : { transaction_hash: deposit.hash }),
  }
  const [moved] = await Promise.all([
    amounts
      ? proceed(tx, deps, held, deposit, { ...also, ...amounts, isStopped })
      : review(tx, held, also, judgement === 'OVERPAID' ? 'FUNDING_OVERPAID' : 'FUNDING_UNDERPAID'),
    postGroup(tx, {
      partnerId: held.partner_id,
      transferId: held.id,
      step: held.received === 0n ? 'deposit_received' : `deposit_received/${deposit.id}`,
      legs:
        deposit.status === 'HELD'
          ? releaseStrayLegs({
              ...sumOfDeposit(deposit),
              depositId: deposit.id,
              transferId: held.id,
            })
          : depositLegs({ ...sumOfDeposit(deposit), place: arrived.place, transferId: held.id }),
    }),
    // What the payer was quoted is checked with its transfer, whatever is paid for it.
    moveDeposit(tx, deposit, deposit.status === 'HELD' ? ['forward'] : ['screen', 'forward']),
  ])
  return moved.status === 'PROCESSING'
    ? { partnerId: held.partner_id, transferId: held.id }
    : undefined
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
  const { sender } = deposit
  const { name } = sender as { name: string }
  const isOther = name !== '' && name !== partyOf(held, 'from').fullName
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
      also: held.status === 'PENDING' ? columns : { ...columns, held_until: null },
    }),
    forced?.step.startsWith('deposit_')
      ? stopAtDeposit(tx, held, forced.step)
      : closeDepositSteps(tx, held, { reference }),
    deps.jobs.queueTransfer(tx, { partnerId: held.partner_id, transferId: held.id }),
  ])
  return row
}

/** Too little or too much: a person decides, or the rest arrives. */
async function review(
  tx: Tx,
  held: LockedTransfer,
  also: Partial<TransferRow>,
  reason: 'FUNDING_UNDERPAID' | 'FUNDING_OVERPAID',
): Promise<TransferRow> {
  await holdDepositSteps(
    tx,
    held,
    reason === 'FUNDING_UNDERPAID' ? 'Too little arrived.' : 'Too much arrived.',
  )
  return stopAt(tx, held, also, reason)
}

/** Begins a review, or has one that is under way be about something else; its deadline stays. */
async function stopAt(
  tx: Tx,
  held: LockedTransfer,
  also: Partial<TransferRow>,
  reason: ExecutionFailureCode,
): Promise<TransferRow> {
  if (held.status === 'PENDING')
    return sendToReview(tx, byWorker(held.partner_id), held, reason, also)
  const facts = { ...reviewOf(held), reason }
  const row = await changeTransfer(tx, held, { ...also, review: facts })
  await recordEvent(tx, transferEvent(row, row.status, 'action_required'))
  return row
}

/** Money that pays nothing is kept in suspense, never lost, and raises an alert. */
export async function stray(
  tx: Tx,
  { deposit, place }: Arrived,
  held: TransferRow | undefined,
  labels: DepositLabel[],
): Promise<undefined> {
  const reason = strayReason(labels)
  const moved = await moveDeposit(tx, deposit, ['hold'], { labels, held_reason: reason })
  await Promise.all([
    postGroup(tx, {
      partnerId: deposit.partner_id,
      transferId: deposit.id,
      step: 'deposit_received',
      legs: strayDepositLegs({ ...sumOfDeposit(deposit), place, depositId: deposit.id }),
    }),
    recordEvent(
      tx,
      depositEvent(moved, held, {
        type: 'action_required',
        status: 'held',
        previousStatus: deposit.status,
      }),
    ),
  ])
  return undefined
}

/** It names no transfer that waits for it, or is not what is waited for. */
function strayReason(labels: readonly DepositLabel[]): Exclude<HeldReason, ''> {
  if (labels.includes('UNSUPPORTED_ASSET')) return 'UNSUPPORTED_ASSET'
  return labels.includes('BELOW_MINIMUM') ? 'BELOW_MINIMUM' : 'NO_TRANSFER'
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
