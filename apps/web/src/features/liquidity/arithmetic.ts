import {
  drawingFeeAt,
  type DrawingRates,
  feeRefund,
  feeTermsAt,
  reserveFee,
  roundShare,
  shareOf,
  shareScale,
} from '@corridor/domain'
import { fromWire, toText } from '@corridor/domain/money'
import type { Limits, ReserveFrame } from '../../api/queries/liquidity.ts'
import type { FeeTerm } from '../../api/queries/replenishment.ts'
import { decimalText } from '../../ui/format/numbers.ts'

/** Rates have at most four decimals of a basis point. */
const rateDecimals = 4
const hourMs = 3_600_000

/** A number of the wire in its smallest units; nothing where it cannot be held exactly. */
export function minorOf(value: number, decimals: number): bigint | undefined {
  const read = fromWire(decimalText(Math.abs(value)), '', decimals)
  if (!read.ok) return undefined
  return value < 0 ? -read.value.minor : read.value.minor
}

/** Ten-thousandths of a basis point. */
const rateOf = (bps: number): bigint => minorOf(bps, rateDecimals) ?? 0n

/** What reserving costs, as the service will quote it; `totalBps` and `fee` are decimals. */
export function reserveCost(
  amount: bigint,
  { from, to }: { from: number; to: number },
  of: { hourlyBps: number; decimals: number },
): { hours: number; totalBps: string; fee: string } {
  const { hours, totalRate, fee } = reserveFee({
    amount,
    hourlyRate: rateOf(of.hourlyBps),
    from: new Date(from),
    to: new Date(to),
  })
  return { hours, totalBps: toText(totalRate, rateDecimals), fee: toText(fee, of.decimals) }
}

/** What goes back of an accepted frame's fee if it is cancelled now; undefined once it has begun. */
export function refundAt(
  frame: Pick<ReserveFrame, 'fees' | 'startTimestamp'>,
  now: number,
  decimals: number,
): { percent: number; amount: string } | undefined {
  const fee = minorOf(frame.fees.feeAmount, decimals)
  const startsAt = new Date(frame.startTimestamp)
  if (fee === undefined || now >= startsAt.getTime()) return undefined
  const { percent, amount } = feeRefund({ fee, startsAt, at: new Date(now) })
  return { percent, amount: toText(amount, decimals) }
}

const ratesOf = (rates: Limits['rates']): DrawingRates => ({
  ratePerUnitTime: rateOf(rates.ratePerUnitTime),
  customerReliabilityScoreRate: rateOf(rates.customerReliabilityScoreRate),
  affiliateFeeRate: rateOf(rates.affiliateFeeRate),
  fixedBaseRate: rateOf(rates.fixedBaseRate),
  counterPartyRiskPremiumRate: rateOf(rates.counterPartyRiskPremiumRate),
})

export type CostLine = Pick<FeeTerm, 'term'> & { rateBps: string; amount: string }

/** What drawing an amount costs: once, with each started hour of the first day, and each day after. */
export function drawingCost(
  amount: bigint,
  rates: Limits['rates'],
  decimals: number,
): { firstDay: string; eachDay: string; lines: CostLine[] } {
  const read = ratesOf(rates)
  const accrual = {
    amount,
    outstanding: amount,
    disbursedAt: new Date(0),
    hoursCounted: 0,
    principalHours: 0n,
  }
  const dayLater = new Date(24 * hourMs)
  return {
    firstDay: toText(drawingFeeAt(accrual, read, dayLater), decimals),
    eachDay: toText(roundShare(shareOf(amount * 24n, read.ratePerUnitTime)), decimals),
    lines: feeTermsAt(accrual, read, dayLater).map(({ term, rate, share }) => ({
      term,
      rateBps: toText(rate, rateDecimals),
      amount: shareText(share, decimals),
    })),
  }
}

/** The terms of a fee a day later, if nothing is paid: only that of time grows. */
export function termsTomorrow(
  terms: readonly FeeTerm[],
  outstanding: number,
  decimals: number,
): { units: number; base: string; amount: string }[] {
  const owed = minorOf(outstanding, decimals) ?? 0n
  return terms.map(({ term, rateBps, units, base }) => {
    const grows = term === 'ratePerUnitTime'
    const later = (minorOf(base, decimals) ?? 0n) + (grows ? owed * 24n : 0n)
    const sign = term === 'customerReliabilityScoreRate' ? -1n : 1n
    const rate = rateOf(Math.abs(rateBps))
    return {
      units: grows ? units + 24 : units,
      base: toText(later, decimals),
      amount: shareText(sign * shareOf(later, rate), decimals),
    }
  })
}

/** A share before rounding, to two digits more than the asset has. */
function shareText(share: bigint, decimals: number): string {
  const minor = (share * 100n) / shareScale
  const text = toText(minor < 0n ? -minor : minor, decimals + 2)
  const short = text.includes('.') ? text.replace(/\.?0+$/, '') : text
  return minor < 0n ? `-${short}` : short
}
