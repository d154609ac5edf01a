import type { Money } from '../money/index.ts'
import { convertBackUp, convertDown, feeScaleMax, type Rate, toRate } from '../rates/rate.ts'
import { fail, ok } from '../base/result.ts'

type Unit = Pick<Money, 'currency' | 'scale'>

/** What decides over the amounts of a quote. All fees are in the source currency. */
export type QuoteTerms = {
  source: Unit
  target: Unit
  /** Units of the target for one of the source, the spread taken off. */
  rate: Rate
  partnerBps: number
  svcBps: number
  /** In minor units of the source. */
  svcFixed: bigint
  txFee: bigint
}

export type QuoteAmounts = {
  inAmount: Money
  outAmount: Money
  partnerFees: Money
  svcFees: Money
  txFees: Money
  totalFees: Money
}

/**
 * The fixed parts together are at most a tenth of the amount, or ten units where that is more: so 100
 * units of any currency carry them, and small amounts are not cheap.
 */
const fixedShareMaxBps = 1_000
const fixedUnitsMax = 10n
/** Digits that survive a JSON number exactly (decisions.md 7). */
const significantDigitsMax = 15

/**
 * What arrives for an exact amount in: `(in − fees) × rate`, rounded down. Too small is an amount
 * of which the fees leave nothing, or less than the smallest unit that can be paid out.
 */
export function quoteExactIn(terms: QuoteTerms, inMinor: bigint) {
  const fees = feesOf(terms, inMinor)
  const net = inMinor - fees.total
  if (net <= 0n) return fail('TOO_SMALL')
  const exact = convertDown(net, terms.rate, scalesOf(terms))
  // Only a token of many decimals has more digits than a JSON number has room for.
  const outMinor = exact - (exact % writableUnit(exact))
  return outMinor > 0n ? ok(amountsOf(terms, inMinor, outMinor, fees)) : fail('TOO_SMALL')
}

/**
 * The least that has to be paid in so that exactly this much arrives, with no more decimals than a
 * fee has.
 */
export function quoteExactOut(terms: QuoteTerms, outMinor: bigint): QuoteAmounts {
  const unit = feeUnit(terms.source.scale)
  const net = roundUp(convertBackUp(outMinor, terms.rate, scalesOf(terms)), unit)
  // Fees grow with the amount, more slowly than it: this climbs to the least amount that carries
  // both, in steps that shrink by the share of the fees.
  let inMinor = net
  for (;;) {
    const needed = net + feesOf(terms, inMinor).total
    if (needed <= inMinor) break
    inMinor = needed
  }
  const written = roundUp(inMinor, writableUnit(inMinor))
  return amountsOf(terms, written, outMinor, feesOf(terms, written))
}

/**
 * The rate that a quote states. Of an exact amount in it is that of the terms. Of an exact amount out
 * it leads from what is paid in to exactly that, so that a client that recomputes either side meets
 * it; it is lower by the part of a minor unit that the amount in was rounded up by.
 */
export function statedRate(
  { inAmount, outAmount, totalFees }: QuoteAmounts,
  terms: QuoteTerms,
  exact: 'in' | 'out',
): Rate {
  if (exact === 'in') return terms.rate
  return toRate({
    numerator: outAmount.minor * 10n ** BigInt(inAmount.scale),
    denominator: (inAmount.minor - totalFees.minor) * 10n ** BigInt(outAmount.scale),
  })
}

const scalesOf = ({ source, target }: QuoteTerms) => ({ from: source.scale, to: target.scale })

type Fees = { partner: bigint; svc: bigint; tx: bigint; total: bigint }

/**
 * The shares of partner and service are taken together and rounded up once, then divided: so a
 * larger amount never leaves less behind its fees. Amounts of more than six decimals can, by less
 * than a millionth.
 */
function feesOf({ source, partnerBps, svcBps, svcFixed, txFee }: QuoteTerms, base: bigint): Fees {
  const both = shareOf(base, partnerBps + svcBps, source.scale)
  const partner = shareOf(base, partnerBps, source.scale)
  const share = shareOf(base, partnerBps + svcBps + fixedShareMaxBps, source.scale) - both
  const units = fixedUnitsMax * 10n ** BigInt(source.scale)
  const most = share > units ? share : units
  const fixed = fixedOf(most, { svcFixed, txFee }, feeUnit(source.scale))
  const svc = fixed.svc + both - partner
  return { partner, svc, tx: fixed.tx, total: partner + svc + fixed.tx }
}

/** The fixed parts, both made smaller alike where they are more than that together. */
function fixedOf(
  most: bigint,
  { svcFixed, txFee }: Pick<QuoteTerms, 'svcFixed' | 'txFee'>,
  unit: bigint,
): { svc: bigint; tx: bigint } {
  const whole = svcFixed + txFee
  if (whole <= most) return { svc: svcFixed, tx: txFee }
  const tx = ((most * txFee) / whole / unit) * unit
  return { svc: most - tx, tx }
}

/** A share in basis points, of the decimals that a fee has, rounded up to them. */
function shareOf(base: bigint, basisPoints: number, scale: number): bigint {
  const unit = feeUnit(scale)
  return (((base / unit) * BigInt(basisPoints) + 9_999n) / 10_000n) * unit
}

/** The smallest fee, in minor units. */
const feeUnit = (scale: number): bigint => 10n ** BigInt(Math.max(0, scale - feeScaleMax))

const roundUp = (minor: bigint, unit: bigint): bigint => ((minor + unit - 1n) / unit) * unit

/** What one unit of the last digit is worth that a JSON number has room for. */
const writableUnit = (minor: bigint): bigint =>
  10n ** BigInt(Math.max(0, minor.toString().length - significantDigitsMax))

function amountsOf({ source, target }: QuoteTerms, inMinor: bigint, outMinor: bigint, fees: Fees) {
  const paid = (minor: bigint): Money => ({ minor, ...source })
  return {
    inAmount: paid(inMinor),
    outAmount: { minor: outMinor, ...target },
    partnerFees: paid(fees.partner),
    svcFees: paid(fees.svc),
    txFees: paid(fees.tx),
    totalFees: paid(fees.total),
  }
}
