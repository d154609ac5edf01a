/** One leg: `amount` of one asset moves from the credit account to the debit account. */
export type Leg = {
  /** What this leg books, unique within its group, e.g. `gas`. */
  code: string
  debit: AccountKey
  credit: AccountKey
  amount: bigint
}

/** Names an account of the ledger; it comes into being with its first posting. */
export type AccountKey = {
  kind: AccountKind
  /** Currency code or native coin, with its chain where it has one: `USDC@31337`. */
  asset: string
  scale: number
  /** The partner, entity or chain sender it belongs to; empty for a house account. */
  owner: string
}

/** Kinds of account; the second word says whether its balance may fall below zero. */
export const accountKinds = {
  fee_income_partner: 'free',
  fee_income_service: 'free',
  fee_receivable: 'free',
  gas_expense: 'free',
  gas_station: 'free',
} as const
export type AccountKind = keyof typeof accountKinds

const gasAccounts = (asset: string, station: string) =>
  ({
    expense: { kind: 'gas_expense', asset, scale: 18, owner: '' },
    station: { kind: 'gas_station', asset, scale: 18, owner: station },
  }) as const

/** What the gas station paid for a transfer: the service's cost, never part of the quote's fees. */
export function gasLegs(code: string, asset: string, station: string, cost: bigint): Leg[] {
  const { expense, station: paid } = gasAccounts(asset, station)
  return cost > 0n ? [{ code, debit: expense, credit: paid, amount: cost }] : []
}

/** Fees of a completed transfer, posted also when they are zero so that every transfer has its group. */
export function feeLegs(fees: {
  asset: string
  scale: number
  partner: string
  payer: string
  partnerFees: bigint
  svcFees: bigint
}): Leg[] {
  const { asset, scale } = fees
  const receivable: AccountKey = { kind: 'fee_receivable', asset, scale, owner: fees.payer }
  return [
    {
      code: 'partner_fees',
      debit: receivable,
      credit: { kind: 'fee_income_partner', asset, scale, owner: fees.partner },
      amount: fees.partnerFees,
    },
    {
      code: 'svc_fees',
      debit: receivable,
      credit: { kind: 'fee_income_service', asset, scale, owner: '' },
      amount: fees.svcFees,
    },
  ]
}
