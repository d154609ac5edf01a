import {
  type ExecutionFailureCode,
  executionId,
  formatId,
  receivableReversalLegs,
  refundReturnedLegs,
  strayDepositLegs,
} from '@corridor/domain'
import type { Tx } from '../../../db/open.ts'
import { disableForReturnedPayout } from '../../accounts/external/service.ts'
import { postGroup } from '../../../records/ledger/service.ts'
import { recordEvent } from '../../../records/events/outbox.ts'
import { depositEvent } from '../../../records/deposits/record.ts'
import { transferEvent } from '../../../records/transfers/event.ts'
import { assetOf, placeIn } from '../payouts/payout-orders.ts'
import { creditPaymentsAccount } from '../../partners/surplus.ts'
import { sentBackOf } from './store.ts'
import { type RefundParts, returnedLegs, settledOf, startLinkedRefund } from './refund.ts'
import type { ReviewFacts } from '../../../records/transfers/review.ts'
import { lockTransfer } from '../../../records/transfers/store.ts'
import type { AuditedBy } from '../../../records/audit/audit.ts'
import type { LockedTransfer, PayoutRow } from '../../../db/schema/rows.ts'
import type { TransferKey } from '../../../ports/jobs.ts'
import { insertReturnedRefund } from '../../../records/deposits/store.ts'
import { changeTransfer } from '../../../records/transfers/change-store.ts'
import { orderKindOf } from '../../../records/transfers/payouts.ts'
import { markReturned } from '../../../records/transfers/payout-store.ts'

/** A payout that a bank sent back; `code` is a failure code of operations.md 10. */
export type PayoutReturn = {
  payoutId: string
  code: ExecutionFailureCode
  entryId: string
  /** What the bank kept of it, in minor units. */
  charge?: bigint
}

/**
 * Takes back what a bank returned after the payout was confirmed: a linked execution, the event
 * `returned`, and the payee's account disabled. Returns the transfer to continue after the commit.
 * @throws where the payout is not confirmed yet, or came back before
 */
export async function receiveReturn(
  tx: Tx,
  deps: RefundParts,
  { payoutId, code, entryId, charge = 0n }: PayoutReturn,
): Promise<TransferKey | undefined> {
  const payout = await markReturned(tx, payoutId, code)
  const by: AuditedBy = {
    partnerId: payout.partner_id,
    actor: { type: 'provider', id: 'bank' },
    requestId: '',
  }
  const original = await lockTransfer(tx, payout.partner_id, payout.transfer_id)
  if (!original) throw new Error(`the payout ${payoutId} belongs to no transfer`)
  if (orderKindOf(payout) === 'refund') {
    await keepReturnedRefund(tx, deps, original, { payout, entryId, charge })
    return undefined
  }
  if (payout.account_id !== null)
    await disableForReturnedPayout(tx, by, payout.account_id, 'PAYOUT_RETURNED')
  const { left: unpaid, paid, lent } = await sentBackOf(tx, original)
  // What its bank took back meanwhile is settled first: nobody is paid from that.
  const { settled, review, legsOf: settledLegs } = settledOf(original, unpaid)
  const left = unpaid - settled
  const partner = formatId('par', original.partner_id)
  const asset = assetOf(deps, original, 'in')
  const legsOf = (transferId: string) => [
    ...returnedLegs(deps, original, payout, charge)(transferId),
    // What was paid or lent for refunds by request is here now.
    ...receivableReversalLegs({ ...asset, amount: lent, partner, transferId }),
    ...refundReturnedLegs({ ...asset, amount: paid, partner, transferId }),
    ...settledLegs(asset, transferId),
  ]
  await recordPayoutReturn(tx, original, review)
  if (left === 0n) {
    await postGroup(tx, {
      partnerId: original.partner_id,
      transferId: original.id,
      step: 'payout_returned',
      legs: legsOf(original.id),
    })
    await creditBack(tx, deps, by, original, paid)
    return undefined
  }
  const linked = await startLinkedRefund(tx, deps, by, original, {
    amount: left,
    legsOf,
    reason: code,
  })
  await creditBack(tx, deps, by, original, paid)
  return { partnerId: linked.partner_id, transferId: linked.id }
}

/** The partner had paid refunds of this transfer, whose money is here now. The posting is made. */
async function creditBack(
  tx: Tx,
  deps: RefundParts,
  by: AuditedBy,
  original: LockedTransfer,
  amount: bigint,
): Promise<void> {
  if (amount === 0n) return
  const { currency_in: currency, scale_in: scale } = original
  const { asset } = assetOf(deps, original, 'in')
  await creditPaymentsAccount(tx, deps, by, {
    asset,
    currency,
    scale,
    amount,
    type: 'REFUND_RETURNED',
    description: `Payout of ${executionId(original)} came back`,
    transactionHash: '',
  })
}

/** The transfer stays completed; its record says what became of the money. */
async function recordPayoutReturn(tx: Tx, original: LockedTransfer, review: ReviewFacts) {
  const row = await changeTransfer(tx, original, { event_status: 'returned', review })
  await recordEvent(
    tx,
    transferEvent(row, original.status, 'transitioned', { step: 'payout_confirmed' }),
  )
}

/** A refund that its payer's bank sent back waits in suspense, as money that pays nothing. */
async function keepReturnedRefund(
  tx: Tx,
  deps: RefundParts,
  original: LockedTransfer,
  { payout, entryId, charge }: { payout: PayoutRow; entryId: string; charge: bigint },
): Promise<void> {
  const id = deps.ids.uuid()
  const place = placeIn(deps, payout.jurisdiction_id)
  const { chainId } = deps.jurisdictions.byId(payout.jurisdiction_id) ?? {}
  const deposit = await insertReturnedRefund(tx, {
    partner_id: payout.partner_id,
    id,
    source: payout.kind,
    transfer_id: payout.transfer_id,
    funding_account_id: original.funding_account_id,
    jurisdiction_id: payout.jurisdiction_id,
    currency: payout.currency,
    scale: payout.scale,
    amount: payout.amount,
    reference: payout.id,
    bank_entry: entryId,
    chain_id: chainId ?? null,
  })
  await recordEvent(
    tx,
    depositEvent(deposit, original, { type: 'action_required', status: 'held' }),
  )
  await postGroup(tx, {
    partnerId: payout.partner_id,
    transferId: id,
    step: 'deposit_received',
    legs: strayDepositLegs({
      asset: chainId ? `${payout.currency}@${chainId}` : payout.currency,
      scale: payout.scale,
      amount: payout.amount,
      charge,
      place,
      depositId: id,
    }),
  })
}
