import { type Asset, ledgerAccount, type Place, placeAccount } from './accounts.ts'
import { leg, type Leg, type Sum } from './postings.ts'

// Legs of an ordinary transfer. `transferId` and `depositId` are UUIDs, `partner` a written id.

const clearing = (asset: Asset, transferId: string) =>
  ledgerAccount('transfer_clearing', asset, transferId)
const suspense = (asset: Asset, depositId: string) => ledgerAccount('suspense', asset, depositId)

/** Money that arrived for a transfer is held for it. */
export const depositLegs = (deposit: Sum & { place: Place; transferId: string }): Leg[] =>
  leg(
    'deposit',
    deposit,
    placeAccount(deposit.place, deposit),
    clearing(deposit, deposit.transferId),
  )

/** Money that arrived and pays no transfer. */
export const strayDepositLegs = (deposit: Sum & { place: Place; depositId: string }): Leg[] =>
  leg(
    'stray_deposit',
    deposit,
    placeAccount(deposit.place, deposit),
    suspense(deposit, deposit.depositId),
  )

/** A deposit in suspense pays a transfer after all. */
export const releaseStrayLegs = (deposit: Sum & { depositId: string; transferId: string }): Leg[] =>
  leg(
    'deposit',
    deposit,
    suspense(deposit, deposit.depositId),
    clearing(deposit, deposit.transferId),
  )

/** A deposit in suspense goes back to who sent it; held until the payment is known. */
export const strayReturnLegs = (deposit: Sum & { place: Place; depositId: string }): Leg[] =>
  pending(
    leg(
      'deposit_return',
      deposit,
      suspense(deposit, deposit.depositId),
      placeAccount(deposit.place, deposit),
    ),
  )

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
export function conversionLegs(conversion: Conversion): Leg[] {
  const { fees, transferId } = conversion
  const net = conversion.in.amount - fees.partner - fees.service - fees.transaction
  if (net < 0n) throw new TypeError('a conversion has fees above its amount')
  const held = clearing(conversion.in, transferId)
  const income = (kind: 'partner' | 'service' | 'transaction', owner = '') =>
    ledgerAccount(`fee_income_${kind}`, conversion.in, owner)
  return [
    ...leg('partner_fees', { amount: fees.partner }, held, income('partner', conversion.partner)),
    ...leg('svc_fees', { amount: fees.service }, held, income('service')),
    ...leg('tx_fees', { amount: fees.transaction }, held, income('transaction')),
    ...leg('fx_in', { amount: net }, held, ledgerAccount('fx', conversion.in)),
    ...leg(
      'fx_out',
      conversion.out,
      ledgerAccount('fx', conversion.out),
      clearing(conversion.out, transferId),
    ),
  ]
}

/** Undoes a conversion, fees included: all that arrived is held again, to be sent back. */
export const conversionReversalLegs = (conversion: Conversion): Leg[] =>
  conversionLegs(conversion)
    .toReversed()
    .map(({ code, debit, credit, amount }) => ({
      code: `${code}_reversal`,
      debit: credit,
      credit: debit,
      amount,
    }))

export type PayoutOf = Sum & { place: Place; transferId: string }

/** What is held for a transfer is ordered to be paid out; posted or voided when that is known. */
export const payoutLegs = (payout: PayoutOf): Leg[] =>
  pending(
    leg('payout', payout, clearing(payout, payout.transferId), placeAccount(payout.place, payout)),
  )

/** What is held for a transfer is ordered to be paid back. */
export const refundPayoutLegs = (payout: PayoutOf): Leg[] =>
  pending(
    leg('refund', payout, clearing(payout, payout.transferId), placeAccount(payout.place, payout)),
  )

/** A payout that came back is held for the linked refund, which sends it on to the payer. */
export const returnLegs = (payout: PayoutOf): Leg[] =>
  leg('return', payout, placeAccount(payout.place, payout), clearing(payout, payout.transferId))

/** Tokens of a deposit address move to the treasury; the service holds as much as before. */
export const sweepLegs = (sweep: Sum & { from: string; to: string }): Leg[] =>
  leg(
    'sweep',
    sweep,
    placeAccount({ kind: 'CHAIN', address: sweep.to }, sweep),
    placeAccount({ kind: 'CHAIN', address: sweep.from }, sweep),
  )

type ReceivableOf = Sum & { partner: string; transferId: string }

/** A refund after completion: the service lends the partner what the linked refund pays back. */
export const receivableLegs = (receivable: ReceivableOf): Leg[] =>
  leg(
    'receivable',
    receivable,
    ledgerAccount('refund_receivable', receivable, receivable.partner),
    clearing(receivable, receivable.transferId),
  )

/** Such a refund that could not be paid: the partner owes nothing for it. */
export const receivableReversalLegs = (receivable: ReceivableOf): Leg[] =>
  receivableLegs(receivable).map(({ debit, credit, amount }) => ({
    code: 'receivable_reversal',
    debit: credit,
    credit: debit,
    amount,
  }))

const pending = (legs: Leg[]): Leg[] => legs.map((item) => ({ ...item, kind: 'pending' }))
