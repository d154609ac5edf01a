import { ledgerAccount, type Place, placeAccount } from './accounts.ts'
import { leg, type Leg, type Sum } from './postings.ts'

// Legs of the credit line. `frameId`, `drawingId` and `paymentId` are UUIDs, `partner` a written id.

/** Every payment is in suspense until what it pays for is known. */
const suspenseOf = (sum: Sum, paymentId: string) => ledgerAccount('suspense', sum, paymentId)

const principalOf = (sum: Sum, drawingId: string) =>
  ledgerAccount('liquidity_principal', sum, drawingId)
const deferredOf = (sum: Sum, frameId: string) =>
  ledgerAccount('reserve_fee_deferred', sum, frameId)

/** A payment that pays for nothing yet. */
export const paymentArrivalLegs = (of: Sum & { place: Place; paymentId: string }): Leg[] =>
  leg('arrival', of, placeAccount(of.place, of), suspenseOf(of, of.paymentId))

/** A frame's fee is paid: deferred until the frame ends; what is too much is the partner's. */
export const reserveFeeLegs = (
  of: Sum & { fee: bigint; frameId: string; partner: string; paymentId: string },
): Leg[] => [
  ...leg(
    'reserve_fee',
    { amount: of.fee },
    suspenseOf(of, of.paymentId),
    deferredOf(of, of.frameId),
  ),
  ...surplusLegs({ ...of, amount: of.amount - of.fee }),
]

/** A payment, or what is left of one, goes to the partner's payments account. */
export const surplusLegs = (of: Sum & { partner: string; paymentId: string }): Leg[] =>
  leg(
    'surplus',
    of,
    suspenseOf(of, of.paymentId),
    ledgerAccount('payments_account', of, of.partner),
  )

/** A frame has ended: its fee is earned. */
export const reserveFeeEarnedLegs = (of: Sum & { frameId: string }): Leg[] =>
  leg('fee_earned', of, deferredOf(of, of.frameId), ledgerAccount('reserve_fee_income', of))

/** A frame was cancelled: part of its fee goes back, the rest is earned. */
export const reserveRefundLegs = (of: Sum & { refund: bigint; frameId: string; place: Place }) => [
  ...pending(
    leg(
      'fee_refund',
      { amount: of.refund },
      deferredOf(of, of.frameId),
      placeAccount(of.place, of),
    ),
  ),
  ...reserveFeeEarnedLegs({ ...of, amount: of.amount - of.refund }),
]

/** A refund that no wallet takes goes to the payments account. */
export const refundCreditLegs = (of: Sum & { frameId: string; partner: string }): Leg[] =>
  leg(
    'refund_credit',
    of,
    deferredOf(of, of.frameId),
    ledgerAccount('payments_account', of, of.partner),
  )

/** A drawing is ordered to be paid out; posted at finality, voided where it fails. */
export const disbursementLegs = (of: Sum & { drawingId: string; place: Place }): Leg[] =>
  pending(leg('disbursement', of, principalOf(of, of.drawingId), placeAccount(of.place, of)))

/** A repayment: the fee first, then principal, then what is too much. */
export const repaymentLegs = (
  of: Sum & {
    split: { fee: bigint; principal: bigint; surplus: bigint }
    drawingId: string
    partner: string
    paymentId: string
  },
): Leg[] => {
  const { fee, principal, surplus } = of.split
  const from = suspenseOf(of, of.paymentId)
  const income = ledgerAccount('liquidity_fee_income', of)
  return [
    ...leg('liquidity_fee', { amount: fee }, from, income),
    ...leg('principal', { amount: principal }, from, principalOf(of, of.drawingId)),
    ...surplusLegs({ ...of, amount: surplus }),
  ]
}

/** Money of a bank becomes the asset of the credit line. */
export const bankRepaymentLegs = (of: { paid: Sum; place: Place; got: Sum; paymentId: string }) => [
  ...leg('fx_in', of.paid, placeAccount(of.place, of.paid), ledgerAccount('fx', of.paid)),
  ...leg('fx_out', of.got, ledgerAccount('fx', of.got), suspenseOf(of.got, of.paymentId)),
]

/** What a drawing still owes is given up. */
export const writeOffLegs = (of: Sum & { drawingId: string }): Leg[] =>
  leg('write_off', of, ledgerAccount('writeoff_expense', of), principalOf(of, of.drawingId))

const pending = (legs: Leg[]): Leg[] => legs.map((item) => ({ ...item, kind: 'pending' }))
