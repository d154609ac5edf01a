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

/** Money that arrived and pays no transfer; of what came back, a bank may have kept a charge. */
export const strayDepositLegs = ({
  charge = 0n,
  ...deposit
}: Sum & { place: Place; depositId: string; charge?: bigint }): Leg[] => {
  const held = suspense(deposit, deposit.depositId)
  const amount = deposit.amount - charge
  return [
    ...leg('stray_deposit', { amount }, placeAccount(deposit.place, deposit), held),
    ...leg('return_charge', { amount: charge }, ledgerAccount('bank_charges', deposit), held),
  ]
}

/** A deposit in suspense pays a transfer after all. */
export const releaseStrayLegs = (deposit: Sum & { depositId: string; transferId: string }): Leg[] =>
  leg(
    'deposit',
    deposit,
    suspense(deposit, deposit.depositId),
    clearing(deposit, deposit.transferId),
  )

/** What came beyond a quote leaves its transfer for the execution that sends it back. */
export const transferSurplusLegs = (surplus: Sum & { from: string; transferId: string }): Leg[] =>
  leg('surplus', surplus, clearing(surplus, surplus.from), clearing(surplus, surplus.transferId))

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
  /** All that was held; fees are taken from it (operations.md 5). */
  in: Sum
  out: Sum
  fees: { partner: bigint; service: bigint; transaction: bigint }
  /**
   * What the amount behind the fees is worth at the mid rate, in the asset that is paid out; absent
   * where the quote kept none, and then no result is booked.
   */
  worthOut?: bigint | undefined
}

/**
 * What is held for a transfer becomes the amount to pay out: fees in the source currency, the rest
 * through the exchange account of each asset, at mid; the difference to the client's rate is the
 * service's result.
 * @throws TypeError where the fees are above the amount
 */
export function conversionLegs(conversion: Conversion): Leg[] {
  const { fees, transferId } = conversion
  const net = conversion.in.amount - fees.partner - fees.service - fees.transaction
  if (net < 0n) throw new TypeError('a conversion has fees above its amount')
  const held = clearing(conversion.in, transferId)
  const income = (kind: 'service' | 'transaction') =>
    ledgerAccount(`fee_income_${kind}`, conversion.in)
  const payable = ledgerAccount('partner_fee_payable', conversion.in, conversion.partner)
  return [
    ...leg('partner_fees', { amount: fees.partner }, held, payable),
    ...leg('svc_fees', { amount: fees.service }, held, income('service')),
    ...leg('tx_fees', { amount: fees.transaction }, held, income('transaction')),
    ...leg('fx_in', { amount: net }, held, ledgerAccount('fx', conversion.in)),
    ...leg(
      'fx_out',
      conversion.out,
      ledgerAccount('fx', conversion.out),
      clearing(conversion.out, transferId),
    ),
    ...resultLegs(conversion),
  ]
}

/** The result of a conversion: what the client's rate gave less than mid, or more. */
function resultLegs({ out, worthOut = out.amount }: Conversion): Leg[] {
  const [position, result] = [ledgerAccount('fx', out), ledgerAccount('fx_gain', out)]
  return [
    ...leg('fx_gain', { amount: worthOut - out.amount }, position, result),
    ...leg('fx_loss', { amount: out.amount - worthOut }, result, position),
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

/**
 * A payout that came back is held for the linked refund, which sends it on to the payer. What a bank
 * kept of it is the service's cost, so that all of it is held.
 */
export const returnLegs = ({ charge = 0n, ...payout }: PayoutOf & { charge?: bigint }): Leg[] => {
  const held = clearing(payout, payout.transferId)
  const amount = payout.amount - charge
  return [
    ...leg('return', { amount }, placeAccount(payout.place, payout), held),
    ...leg('return_charge', { amount: charge }, ledgerAccount('bank_charges', payout), held),
  ]
}

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
