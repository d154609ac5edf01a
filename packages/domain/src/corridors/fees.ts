import { feeScaleMax, type Fraction, inverse, worthUp } from '../rates/rate.ts'

/** Which way money goes between two jurisdictions (operations.md 5). */
export type CorridorKind = 'ON_RAMP' | 'OFF_RAMP' | 'FIAT_TO_FIAT' | 'CRYPTO_TO_CRYPTO'
export type JurisdictionKind = 'country' | 'blockchain'

/** A fixed part in cents of a US dollar, converted at mid, and a share of the amount. */
export type CorridorFee = { fixedCents: number; basisPoints: number }

/**
 * What a transfer costs, by its kind. A token that goes from wallet to wallet costs nothing: its gas
 * is the service's.
 */
export const corridorFees: Readonly<Record<CorridorKind, CorridorFee>> = {
  ON_RAMP: { fixedCents: 50, basisPoints: 50 },
  OFF_RAMP: { fixedCents: 50, basisPoints: 60 },
  FIAT_TO_FIAT: { fixedCents: 100, basisPoints: 75 },
  CRYPTO_TO_CRYPTO: { fixedCents: 0, basisPoints: 0 },
}

/**
 * What the service takes off the mid rate, by the kind of corridor, where a partner has no other
 * terms. Nothing where both ends have the same currency.
 */
export const corridorSpreads: Readonly<Record<CorridorKind, number>> = {
  ON_RAMP: 25,
  OFF_RAMP: 25,
  FIAT_TO_FIAT: 40,
  CRYPTO_TO_CRYPTO: 0,
}

/** How a payout reaches its account. */
export type PayoutKind = 'INSTANT' | 'BATCH' | 'CHAIN'

/** What a payout costs, in cents of a US dollar. */
export const payoutFees: Readonly<Record<PayoutKind, number>> = {
  INSTANT: 20,
  BATCH: 10,
  CHAIN: 20,
}

/** The kind of a corridor. Token to token is direct only where both are the same one. */
export const corridorKind = (from: JurisdictionKind, to: JurisdictionKind): CorridorKind => {
  if (from === 'country') return to === 'country' ? 'FIAT_TO_FIAT' : 'ON_RAMP'
  return to === 'country' ? 'OFF_RAMP' : 'CRYPTO_TO_CRYPTO'
}

/** A currency: what one unit is worth in US dollars, and its decimals. */
type Priced = { dollar: Fraction; scale: number }

/** The fixed part in minor units of a currency, at most six decimals; a fraction is rounded up. */
export const fixedFeeMinor = ({ fixedCents }: CorridorFee, currency: Priced): bigint =>
  centsMinor(fixedCents, currency)

/** The payout's part in minor units of the source currency; a fraction is rounded up. */
export const payoutFeeMinor = (kind: PayoutKind, currency: Priced): bigint =>
  centsMinor(payoutFees[kind], currency)

function centsMinor(cents: number, { dollar, scale }: Priced): bigint {
  const decimals = Math.min(scale, feeScaleMax)
  const worth = worthUp(BigInt(cents), inverse(dollar), { from: 2, to: decimals })
  return worth * 10n ** BigInt(scale - decimals)
}

/** All that a transfer costs: the service's fee with the payout's. */
export const wholeFee = (kind: CorridorKind, payout: PayoutKind): CorridorFee => {
  const fee = corridorFees[kind]
  if (kind === 'CRYPTO_TO_CRYPTO') return fee
  return { ...fee, fixedCents: fee.fixedCents + payoutFees[payout] }
}

/** The fee as text: "0.70 USD and 0.5 % of the amount; mid rate less 0.25 %". */
export function feeSummary(fee: CorridorFee, spreadBps = 0): string {
  const text = feeText(fee)
  return spreadBps === 0 ? text : `${text}; mid rate less ${percent(spreadBps)} %`
}

/** Whole sentences, because the dashboard knows each in other languages. */
function feeText({ fixedCents, basisPoints }: CorridorFee): string {
  if (fixedCents === 0 && basisPoints === 0) return 'No fee.'
  const fixed = hundredths(fixedCents)
  const share = percent(basisPoints)
  if (basisPoints === 0) return `${fixed} USD`
  if (fixedCents === 0) return `${share} % of the amount`
  return `${fixed} USD and ${share} % of the amount`
}

/** Hundredths with both digits, as amounts of dollars are written: 70 is 0.70. */
const hundredths = (value: number) =>
  `${Math.trunc(value / 100)}.${String(value % 100).padStart(2, '0')}`

/** Basis points as percent, without zeros at the end: 50 is 0.5. */
const percent = (basisPoints: number) =>
  hundredths(basisPoints).replace(/0+$/, '').replace(/\.$/, '')
