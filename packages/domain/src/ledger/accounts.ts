/**
 * Kinds of account. `floor`: what it owes may never fall below zero, pending debits included; the
 * database keeps its balance and checks it with every posting. `free`: recomputed where it is read.
 */
export const accountKinds = {
  /** Money of the service at banks, by country; owner: its code. */
  bank: 'free',
  /** Tokens of the service on a chain; owner: the address, lower case. */
  custody: 'free',
  /** What conversions took of one asset and gave of another, at mid: the position that is open. */
  fx: 'free',
  /** What conversions gave less than the mid rate, or more (a debit balance); in the target's asset. */
  fx_gain: 'free',
  /** What is held for one transfer; owner: the transfer's UUID. Nothing once it has ended. */
  transfer_clearing: 'floor',
  /** A deposit that pays no transfer; owner: the deposit's UUID. */
  suspense: 'floor',
  /** Money at a bank without a known owner; owner: the id of the bank's entry. */
  bank_suspense: 'floor',
  /** What banks took for payments: the service's cost. */
  bank_charges: 'free',
  /** What was paid to accounts so that their owners could prove them: the service's cost. */
  proof_expense: 'free',
  /** What a bank took back after it was booked; owner: the id of the bank's entry. */
  reversal_receivable: 'free',
  /** Money of the service itself: what it began with, put in or took out. */
  capital: 'free',
  /** Refunds that the service paid for a partner; owner: the partner's id. */
  refund_receivable: 'free',
  /** What a partner has with the service for its fees; owner: the partner's id. */
  payments_account: 'floor',
  /** The same, for verifications alone (deprecated). */
  prepaid_kyc: 'floor',
  kyc_fee_income: 'free',
  /** What was drawn and is owed; owner: the drawing's UUID. A debit balance. */
  liquidity_principal: 'free',
  liquidity_fee_income: 'free',
  /** The fee of a reserve frame that has not ended; owner: the frame's UUID. */
  reserve_fee_deferred: 'floor',
  reserve_fee_income: 'free',
  /** Principal that was given up. */
  writeoff_expense: 'free',
  /** A partner's own fees that were taken for it and not paid to it yet; owner: the partner's id. */
  partner_fee_payable: 'free',
  /** Partners' fees that a wallet's payer owes; before 0036 those of every transfer. */
  fee_income_partner: 'free',
  fee_income_service: 'free',
  fee_income_transaction: 'free',
  fee_receivable: 'free',
  /** Tokens that moved between wallets of others: from the payer; owner: the address. */
  wallet_payer: 'free',
  wallet_payee: 'free',
  gas_expense: 'free',
  gas_station: 'free',
} as const satisfies Record<string, 'free' | 'floor'>
export type AccountKind = keyof typeof accountKinds

/** A currency code, or a token or native coin with its chain: `USD`, `USDC@31337`. */
export type Asset = { asset: string; scale: number }

/** Names an account of the ledger; it comes into being with its first posting. */
export type AccountKey = Asset & {
  kind: AccountKind
  /** The country, address, transfer, deposit or partner it is for; '' for an operator account. */
  owner: string
}

/** Where money of the service lies: at banks of a country (its code), or at an address of a chain. */
export type Place = { kind: 'BANK'; country: string } | { kind: 'CHAIN'; address: string }

export const placeAccount = (place: Place, asset: Asset): AccountKey =>
  place.kind === 'BANK'
    ? ledgerAccount('bank', asset, place.country)
    : ledgerAccount('custody', asset, place.address.toLowerCase())

export const ledgerAccount = (kind: AccountKind, { asset, scale }: Asset, owner = '') => ({
  kind,
  asset,
  scale,
  owner,
})

/** How the ledger names a currency: bank money by its code, a token with its chain. */
export const assetName = (currency: string, chainId?: string | null): string =>
  chainId ? `${currency}@${chainId}` : currency
