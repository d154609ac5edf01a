import {
  chargeLegs,
  heldReversalLegs,
  type Leg,
  reversalLegs,
  unownedReversalLegs,
  depositLifecycle,
  transferStates,
} from '@corridor/domain'
import { v5 as uuidV5 } from 'uuid'
import type { Tx } from '../../db/open.ts'
import type { DepositRow, TransferRow } from '../../db/schema/rows.ts'
import type { Deps } from '../../ports/deps.ts'
import type { TransferKey } from '../../ports/jobs.ts'
import { operatorPartnerId } from '../../records/audit/operator.ts'
import { recordDeposit } from '../../records/deposits/record.ts'
import { postGroup } from '../../records/ledger/service.ts'
import { ordersOf } from '../../records/transfers/payout-store.ts'
import { lockTransfer } from '../../records/transfers/store.ts'
import { isRefundFailed } from '../../records/transfers/review.ts'
import { newestOrder, orderKindOf } from '../../records/transfers/payouts.ts'
import {
  loseFunds,
  loseKept,
  noteReversed,
  stopPayout,
  withTakenBack,
} from '../transfers/funding/lost-funds.ts'
import type { RefundParts } from '../transfers/refunds/refund.ts'
import { releaseUnmatched } from '../deposits/bank-suspense.ts'
import * as store from './bank-store.ts'

type Parts = RefundParts & Pick<Deps, 'log'>

/** The ledger names what is booked by a UUID; a bank's ids are texts. */
const idOf = ({ entry_id }: store.EntryRow) => uuidV5(entry_id, operatorPartnerId)

const sumOf = (entry: store.EntryRow) => ({
  asset: entry.currency,
  scale: entry.scale,
  amount: entry.amount,
  country: entry.country_code,
  entryId: entry.entry_id,
})

/** What the bank took for its work is the service's cost. */
export async function takeCharge(tx: Tx, entry: store.EntryRow): Promise<undefined> {
  if (entry.was_unmatched) await releaseUnmatched(tx, entry)
  await Promise.all([
    store.endAsBooked(tx, entry.entry_id, ''),
    postGroup(tx, {
      partnerId: operatorPartnerId,
      transferId: idOf(entry),
      step: 'bank_charge',
      legs: chargeLegs(sumOf(entry)),
    }),
  ])
  return undefined
}

/**
 * The bank took back a credit. What is still held for it goes: its transfer stops and waits for other
 * money, its deposit is over. What was passed on already is owed by the payer, and raises an alert.
 */
export async function takeReversal(tx: Tx, deps: Parts, entry: store.EntryRow) {
  const credit = await store.findReversed(tx, entry)
  const taken = await lossOf(tx, deps, credit, entry)
  deps.log.error(
    { alert: 'credit_reversed', entryId: entry.entry_id, credit: credit?.entry_id, of: taken.of },
    'the bank took back a credit',
  )
  await Promise.all([
    store.endAsBooked(tx, entry.entry_id, credit?.entry_id ?? ''),
    postGroup(tx, {
      partnerId: taken.partnerId,
      transferId: idOf(entry),
      step: 'credit_reversed',
      legs: taken.legs,
    }),
  ])
  return taken.goesOn
}

/** `goesOn`: a transfer that sends back what is left. */
type Loss = { partnerId: string; legs: Leg[]; of: string; goesOn?: TransferKey | undefined }

async function lossOf(
  tx: Tx,
  deps: Parts,
  credit: store.EntryRow | undefined,
  entry: store.EntryRow,
): Promise<Loss> {
  const sum = sumOf(entry)
  if (credit?.state === 'UNMATCHED')
    return {
      partnerId: operatorPartnerId,
      legs: unownedReversalLegs(sum, credit.entry_id),
      of: 'money without an owner',
    }
  const partnerId = credit?.partner_id ?? operatorPartnerId
  const deposit = credit && (await store.lockDepositOf(tx, credit.entry_id))
  const held = deposit && (await takeFrom(tx, deps, deposit, entry))
  if (!deposit || !held)
    return { partnerId, legs: reversalLegs(sum), of: 'money that was passed on' }
  return {
    partnerId,
    legs: heldReversalLegs(sum, held),
    of: `a deposit that is ${deposit.status}`,
    goesOn: held.goesOn,
  }
}

type Place = { kind: 'transfer_clearing' | 'suspense'; id: string; goesOn?: TransferKey }

/** Where the money of a deposit is still held; it is let go of there. */
async function takeFrom(
  tx: Tx,
  deps: Parts,
  deposit: DepositRow,
  entry: store.EntryRow,
): Promise<Place | undefined> {
  // Beside a transfer that is looked at, its money is held for the transfer.
  if (deposit.status === 'HELD' && deposit.held_reason !== 'TRANSFER_IN_REVIEW') {
    await endDeposit(tx, deposit)
    return { kind: 'suspense', id: deposit.id }
  }
  if (deposit.transfer_id === null) return undefined
  const locked = await lockTransfer(tx, deposit.partner_id, deposit.transfer_id)
  if (!locked) return undefined
  const transfer = withTakenBack(locked, deposit.id)
  if (isKept(transfer, deposit)) {
    await endDeposit(tx, deposit)
    await loseKept(tx, deps, transfer, deposit.amount)
    const goesOn = { partnerId: transfer.partner_id, transferId: transfer.id }
    return { kind: 'transfer_clearing', id: transfer.id, goesOn }
  }
  if (!(await isUntouched(tx, transfer, deposit))) {
    const reversed = { amount: deposit.amount, entryId: entry.entry_id }
    const payout = await payoutOf(tx, transfer, deposit)
    if (payout === 'CREATED') await stopPayout(tx, transfer, reversed)
    else if (payout === 'SUBMITTED' || mayComeBack(transfer))
      await noteReversed(tx, transfer, reversed)
    return undefined
  }
  await loseFunds(tx, transfer, deposit.amount)
  await endDeposit(tx, deposit)
  return { kind: 'transfer_clearing', id: transfer.id }
}

/** Its payer has paid, and it has not come to an end. */
const isUnderWay = ({ status }: TransferRow): boolean => transferStates[status].tracked === 'moving'

/** Nothing of it was exchanged, ordered to be paid, or sent back. */
const isUntouched = async (tx: Tx, transfer: TransferRow, deposit: DepositRow): Promise<boolean> =>
  isUnderWay(transfer) &&
  transfer.received >= deposit.amount &&
  (await ordersOf(tx, transfer)).length === 0

/** Its payout failed, and the money is kept for another try. */
const isKept = (transfer: TransferRow, deposit: DepositRow): boolean =>
  transfer.status === 'FAILED' &&
  transfer.held_until !== null &&
  transfer.refund_of === null &&
  transfer.received >= deposit.amount

/** What was paid out of it, or sent back, may still come back from the bank that it went to. */
const mayComeBack = (transfer: TransferRow): boolean =>
  transfer.status === 'COMPLETED' || transfer.status === 'REFUNDING' || isRefundFailed(transfer)

/** How far the payout is of what was exchanged; CREATED is not known to have left. */
async function payoutOf(
  tx: Tx,
  transfer: TransferRow,
  deposit: DepositRow,
): Promise<string | undefined> {
  if (!isUnderWay(transfer) || transfer.refund_of !== null || transfer.received < deposit.amount)
    return undefined
  const orders = await ordersOf(tx, transfer)
  const isPayout = orders.every((order) => orderKindOf(order) === 'payout')
  return isPayout ? newestOrder(orders, 'payout')?.status : undefined
}

/** It is back with its bank: the transfer has just stopped, and its deposits with it. */
async function endDeposit(tx: Tx, { partner_id, id }: DepositRow): Promise<void> {
  const deposit = await store.lockDeposit(tx, partner_id, id)
  const isHeld = depositLifecycle.next(deposit.status, 'return') !== undefined
  const back = ['return', 'settleReturn'] as const
  await recordDeposit(tx, deposit, {
    moves: isHeld ? back : ['hold', ...back],
    publish: [{ type: 'transitioned', status: 'refunded' }],
  })
}
