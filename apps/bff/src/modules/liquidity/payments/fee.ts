import { formatId, reserveFeeLegs, toText } from '@corridor/domain'
import type { Tx } from '../../../db/open.ts'
import type { FrameRow, PaymentRow } from '../../../db/schema/rows.ts'
import type { AuditedBy } from '../../../records/audit/audit.ts'
import { lockFrame } from '../../../records/liquidity/frame-store.ts'
import { frameIdOf, moveFrame, publishPhase } from '../../../records/liquidity/frames.ts'
import { now } from '../../../db/open.ts'
import type { Line } from '../../../records/liquidity/line-store.ts'
import { isKnownPayer, setPayment } from '../../../records/liquidity/payment-store.ts'
import { postGroup } from '../../../records/ledger/service.ts'
import { creditPaymentsAccount } from '../../partners/surplus.ts'
import type { FeeDeps } from '../../partners/fees.ts'
import { ledgerAsset } from '../line/line.ts'

/** Whether a payment pays a frame's fee: its token, and enough of it. */
export const paysFee = (payment: PaymentRow, frame: FrameRow): boolean =>
  payment.source === 'CHAIN' &&
  payment.chain_id === frame.chain_id &&
  payment.currency === frame.currency &&
  payment.amount >= frame.fee

/** Where money is real, a fee comes from the operational wallet or a wallet on the partner's record. */
export const mayPay = async (
  tx: Tx,
  { environment }: Pick<Line, 'environment'>,
  payment: PaymentRow,
): Promise<boolean> => environment !== 'live' || (await isKnownPayer(tx, payment))

/**
 * Accepts a locked frame by a locked payment that pays its fee and lies in suspense: the fee is
 * deferred until the frame ends, and what is too much goes to the payments account.
 */
export async function acceptByPayment(
  tx: Tx,
  deps: FeeDeps,
  by: AuditedBy,
  frame: FrameRow,
  payment: PaymentRow,
): Promise<FrameRow> {
  const { partner_id: partnerId } = frame
  const asset = ledgerAsset(frame)
  await postGroup(tx, {
    partnerId,
    transferId: frame.id,
    step: 'fee',
    legs: reserveFeeLegs({
      ...asset,
      amount: payment.amount,
      fee: frame.fee,
      frameId: frame.id,
      partner: formatId('par', partnerId),
      paymentId: payment.id,
    }),
  })
  await setPayment(tx, payment, { status: 'RESERVE_FEE', subjectId: frame.id })
  const at = await now(tx)
  const accepted = await moveFrame(tx, by, frame, 'accept', {
    fee_hash: payment.hash,
    fee_payer: payment.payer,
    confirm_until: null,
    accepted_at: at,
  })
  const surplus = payment.amount - frame.fee
  if (surplus > 0n)
    await creditPaymentsAccount(tx, deps, by, {
      ...asset,
      currency: frame.currency,
      amount: surplus,
      description: `Surplus of the fee of ${frameIdOf(frame)}: ${toText(surplus, frame.scale)}`,
      transactionHash: payment.hash,
    })
  return publishPhase(tx, accepted, at)
}

/** A frame whose fee is under way, locked, where it still waits. */
export async function lockConfirming(tx: Tx, partnerId: string, id: string) {
  const frame = await lockFrame(tx, partnerId, id)
  return frame?.status === 'PENDING_CONFIRMATION' ? frame : undefined
}
