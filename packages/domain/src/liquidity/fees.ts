import { roundShare, shareOf } from './rates.ts'

const hourMs = 3_600_000

/** Started hours between two moments; at least one. */
export const startedHours = (from: Date, to: Date): number =>
  Math.max(1, Math.ceil((to.getTime() - from.getTime()) / hourMs))

/**
 * What reserving an amount costs: amount × hourly rate × started hours. `totalRate` is in
 * ten-thousandths of a basis point; the fee is never nothing, as acceptance rests on a payment.
 */
export function reserveFee(of: { amount: bigint; hourlyRate: bigint; from: Date; to: Date }) {
  const hours = startedHours(of.from, of.to)
  const totalRate = of.hourlyRate * BigInt(hours)
  const fee = roundShare(shareOf(of.amount, totalRate))
  return { hours, totalRate, fee: fee === 0n ? 1n : fee }
}

/** What goes back of a frame's fee: all of it a day and more before the start, later half, rounded half up. */
export function feeRefund(of: { fee: bigint; startsAt: Date; at: Date }): {
  percent: 100 | 50
  amount: bigint
} {
  const percent = of.startsAt.getTime() - of.at.getTime() >= 24 * hourMs ? 100 : 50
  return { percent, amount: (of.fee * BigInt(percent) + 50n) / 100n }
}

/** Ten-thousandths of a basis point each. */
export type DrawingRates = {
  /** Each started hour, of the principal outstanding then. */
  ratePerUnitTime: bigint
  customerReliabilityScoreRate: bigint
  affiliateFeeRate: bigint
  fixedBaseRate: bigint
  counterPartyRiskPremiumRate: bigint
}

/** How a drawing stands: what decides its fee. */
export type Accrual = {
  /** Minor units that were drawn, and what of it is not repaid. */
  amount: bigint
  outstanding: bigint
  /** Time of the disbursing block. */
  disbursedAt: Date
  /** Hours that were counted when something was last repaid, and principal × hours up to then. */
  hoursCounted: number
  principalHours: bigint
}

/** Principal × started hours, up to a moment. */
export function principalHoursAt(accrual: Accrual, at: Date): { hours: number; sum: bigint } {
  const hours = Math.max(accrual.hoursCounted, startedHours(accrual.disbursedAt, at))
  const since = BigInt(hours - accrual.hoursCounted)
  return { hours, sum: accrual.principalHours + accrual.outstanding * since }
}

export type FeeTerm = {
  term: keyof DrawingRates
  rate: bigint
  units: number
  /** Minor units over which the rate is taken. */
  base: bigint
  /** Before rounding, over `shareScale`; the customer's reliability is below zero. */
  share: bigint
}

/** The terms of a drawing's fee since its disbursement, in the order in which they are shown. */
export function feeTermsAt(accrual: Accrual, rates: DrawingRates, at: Date): FeeTerm[] {
  const { hours, sum } = principalHoursAt(accrual, at)
  const once = (term: keyof DrawingRates, sign: 1n | -1n): FeeTerm => ({
    term,
    rate: rates[term],
    units: 1,
    base: accrual.amount,
    share: sign * shareOf(accrual.amount, rates[term]),
  })
  return [
    {
      term: 'ratePerUnitTime',
      rate: rates.ratePerUnitTime,
      units: hours,
      base: sum,
      share: shareOf(sum, rates.ratePerUnitTime),
    },
    once('fixedBaseRate', 1n),
    once('affiliateFeeRate', 1n),
    once('counterPartyRiskPremiumRate', 1n),
    once('customerReliabilityScoreRate', -1n),
  ]
}

/** The fee since the disbursement, paid or not: the sum of its terms, rounded once, never below zero. */
export const drawingFeeAt = (accrual: Accrual, rates: DrawingRates, at: Date): bigint =>
  roundShare(feeTermsAt(accrual, rates, at).reduce((sum, { share }) => sum + share, 0n))

export type Repayment = { fee: bigint; principal: bigint; surplus: bigint }

/** How a payment is used: the unpaid fee first, then principal, then what is too much. */
export function splitRepayment(of: { received: bigint; feeDue: bigint; outstanding: bigint }) {
  const fee = least(of.received, of.feeDue)
  const principal = least(of.received - fee, of.outstanding)
  return { fee, principal, surplus: of.received - fee - principal }
}

const least = (first: bigint, other: bigint): bigint => (first < other ? first : other)
