import { type Asset, ledgerAccount, type Place, placeAccount } from './accounts.ts'
import { leg, type Leg, type Sum } from './postings.ts'

// Legs of an ordinary transfer. `transferId` and `depositId` are UUIDs, `partner` a written id.

const clearing = (asset: Asset, transferId: string) =>
  ledgerAccount('transfer_clearing', asset, transferId)
const suspense = (asset: Asset, depositId: string) => ledgerAccount('suspense', asset, depositId)

/** Money that arrived for a transfer is held for it. */
export const depositLegs = (of: Sum & { place: Place; transferId: string }): Leg[] =>
  leg('deposit', of, placeAccount(of.place, of), clearing(of, of.transferId))

/** Money that arrived and pays no transfer. */
export const strayDepositLegs = (of: Sum & { place: Place; depositId: string }): Leg[] =>
  leg('stray_deposit', of, placeAccount(of.place, of), suspense(of, of.depositId))

/** A deposit in suspense pays a transfer after all. */
export const releaseStrayLegs = (of: Sum & { depositId: string; transferId: string }): Leg[] =>
  leg('deposit', of, suspense(of, of.depositId), clearing(of, of.transferId))

/** A deposit in suspense goes back to who sent it; held until the payment is known. */
export const strayReturnLegs = (of: Sum & { place: Place; depositId: string }): Leg[] =>
  pending(leg('deposit_return', of, suspense(of, of.depositId), placeAccount(of.place, of)))

export type Conversion = {
  transferId: string
  partner: string
  /** All that was held; fees are taken from it (operations.md, part 5). */
  in: Sum
  out: Sum
  fees: { partner: bigint; service: bigint; transaction: bigint }
}

/**
 * What is held for a transfer becomes the amount to pay out: fees in the source currency, the rest
 * through the exchange account of each asset.
 * @throws TypeError where the fees are above the amount
 */
export function conversionLegs(of: Conversion): Leg[] {
  const { fees, transferId } = of
  const net = of.in.amount - fees.partner - fees.service - fees.transaction
  if (net < 0n) throw new TypeError('a conversion has fees above its amount')
  const held = clearing(of.in, transferId)
  const income = (kind: 'partner' | 'service' | 'transaction', owner = '') =>
    ledgerAccount(`fee_income_${kind}`, of.in, owner)
  return [
    ...leg('partner_fees', { amount: fees.partner }, held, income('partner', of.partner)),
    ...leg('svc_fees', { amount: fees.service }, held, income('service')),
    ...leg('tx_fees', { amount: fees.transaction }, held, income('transaction')),
    ...leg('fx_in', { amount: net }, held, ledgerAccount('fx', of.in)),
    ...leg('fx_out', of.out, ledgerAccount('fx', of.out), clearing(of.out, transferId)),
  ]
}

/** Undoes a conversion, fees included: all that arrived is held again, to be sent back. */
export const conversionReversalLegs = (of: Conversion): Leg[] =>
  conversionLegs(of)
    .toReversed()
    .map(({ code, debit, credit, amount }) => ({
      code: `${code}_reversal`,
      debit: credit,
      credit: debit,
      amount,
    }))

export type PayoutOf = Sum & { place: Place; transferId: string }

/** What is held for a transfer is ordered to be paid out; posted or voided when that is known. */
export const payoutLegs = (of: PayoutOf): Leg[] =>
  pending(leg('payout', of, clearing(of, of.transferId), placeAccount(of.place, of)))

/** What is held for a transfer is ordered to be paid back. */
export const refundPayoutLegs = (of: PayoutOf): Leg[] =>
  pending(leg('refund', of, clearing(of, of.transferId), placeAccount(of.place, of)))

/** A payout that came back is held for the linked refund, which sends it on to the payer. */
export const returnLegs = (of: PayoutOf): Leg[] =>
  leg('return', of, placeAccount(of.place, of), clearing(of, of.transferId))

/** Tokens of a deposit address move to the treasury; the service holds as much as before. */
export const sweepLegs = (of: Sum & { from: string; to: string }): Leg[] =>
  leg(
    'sweep',
    of,
    placeAccount({ kind: 'CHAIN', address: of.to }, of),
    placeAccount({ kind: 'CHAIN', address: of.from }, of),
  )

type ReceivableOf = Sum & { partner: string; transferId: string }

/** A refund after completion: the service lends the partner what the linked refund pays back. */
export const receivableLegs = (of: ReceivableOf): Leg[] =>
  leg(
    'receivable',
    of,
    ledgerAccount('refund_receivable', of, of.partner),
    clearing(of, of.transferId),
  )

/** Such a refund that could not be paid: the partner owes nothing for it. */
export const receivableReversalLegs = (of: ReceivableOf): Leg[] =>
  receivableLegs(of).map(({ debit, credit, amount }) => ({
    code: 'receivable_reversal',
    debit: credit,
    credit: debit,
    amount,
  }))

const pending = (legs: Leg[]): Leg[] => legs.map((leg) => ({ ...leg, kind: 'pending' }))
