import { type AccountKey, type Asset, ledgerAccount } from './accounts.ts'

/** One leg: `amount` of one asset moves from the credit account to the debit account. */
export type Leg = {
  /** What this leg books, unique within its group, e.g. `gas`. */
  code: string
  debit: AccountKey
  credit: AccountKey
  /** Minor units, above zero. */
  amount: bigint
  /** A pending leg holds the amount until it is posted or voided once; `single` when absent. */
  kind?: 'single' | 'pending'
  /** An unresolved pending leg is voided then (service time); never for a payout. */
  timeoutAt?: Date
}

/** An amount of one asset, in minor units. */
export type Sum = Asset & { amount: bigint }

/** A step's name in the ledger: each attempt posts its own group. Attempts count from 1. */
export const postingStep = (step: string, attempt: number): string =>
  attempt > 1 ? `${step}/${attempt}` : step

/** A leg, or none where nothing moves. */
export const leg = (
  code: string,
  { amount }: { amount: bigint },
  debit: AccountKey,
  credit: AccountKey,
): Leg[] => (amount > 0n ? [{ code, debit, credit, amount }] : [])

/** What the gas station paid for a transfer: the service's cost, never part of the quote's fees. */
export function gasLegs(code: string, asset: string, station: string, cost: bigint): Leg[] {
  const coin = { asset, scale: 18 }
  const paid = ledgerAccount('gas_station', coin, station)
  return leg(code, { amount: cost }, ledgerAccount('gas_expense', coin), paid)
}

/** Tokens that moved between wallets of others; the service holds none of them. */
export const walletTransferLegs = (sum: Sum, from: string, to: string): Leg[] =>
  leg(
    'transfer',
    sum,
    ledgerAccount('wallet_payee', sum, to.toLowerCase()),
    ledgerAccount('wallet_payer', sum, from.toLowerCase()),
  )

/** Fees that a wallet transfer's payer owes; the tokens themselves go past the service. */
export function feeLegs(fees: {
  asset: string
  scale: number
  partner: string
  payer: string
  partnerFees: bigint
  svcFees: bigint
}): Leg[] {
  const receivable = ledgerAccount('fee_receivable', fees, fees.payer)
  const ofPartner = ledgerAccount('fee_income_partner', fees, fees.partner)
  return [
    ...leg('partner_fees', { amount: fees.partnerFees }, receivable, ofPartner),
    ...leg(
      'svc_fees',
      { amount: fees.svcFees },
      receivable,
      ledgerAccount('fee_income_service', fees),
    ),
  ]
}
