import {
  type CorridorKind,
  corridorFees,
  corridorSpreads,
  fail,
  fixedFeeMinor,
  type Fraction,
  fromWire,
  lessSpread,
  type MidRate,
  type Money,
  ok,
  payoutFeeMinor,
  quoteExactIn,
  quoteExactOut,
  type QuoteTerms,
  rateText,
  type Result,
  toRate,
} from '@corridor/domain'
import { detail, type Failure } from '../../../api/request/refusal.ts'
import type { Deps } from '../../../ports/deps.ts'
import { payoutKind } from '../../../outside/jurisdictions/jurisdictions.ts'
import type { JurisdictionRecord } from '../../../ports/jurisdictions.ts'
import { type Rails, unavailable } from './corridor.ts'
import type { PartnerTerms } from '../../../records/partners/terms.ts'
import type { PriceFacts } from '../../../records/transfers/quote-facts.ts'
import type { SimulateInput } from './simulate-input.ts'
import type { Parties } from './simulate-parties.ts'

/** The one amount that was named, on its side. */
export type Exact = { path: 'exactAmountIn' | 'exactAmountOut'; amount: Money }
export type Pricing = { mid: MidRate; spreadBps: number; dollar: Fraction; terms: QuoteTerms }

/** The amount in minor units of the side's currency. */
export function exactAmount(
  input: SimulateInput,
  { from, to }: Parties,
): Result<Exact, Failure<'AMOUNT_PRECISION'>> {
  const path = input.exactAmountIn === undefined ? 'exactAmountOut' : 'exactAmountIn'
  const { currency, currencyScale } = (path === 'exactAmountIn' ? from : to).jurisdiction
  const amount = fromWire(input[path] ?? 0, currency, currencyScale)
  if (amount.ok) return ok({ path, amount: amount.value })
  const text = `${currency} has ${currencyScale} decimals; at most 15 significant digits are accepted.`
  return fail({ code: amount.failure, details: [detail(path, amount.failure, text)] })
}

/** Rate and fees of a corridor for a partner at a moment. */
export function priceOf(
  { rates }: Pick<Deps, 'rates'>,
  { from, to }: { from: JurisdictionRecord; to: JurisdictionRecord },
  of: { kind: CorridorKind; railOut: Rails['railOut']; partner: PartnerTerms; at: Date },
) {
  const mid = rates.midRate(from.currency, to.currency, of.at)
  const dollar = rates.midRate(from.currency, 'USD', of.at)
  if (!mid.ok || !dollar.ok) {
    const isUnknown = [mid, dollar].some((found) => !found.ok && found.failure === 'NO_RATE')
    const text = `There is no rate from ${from.currency} to ${to.currency}.`
    return isUnknown
      ? fail({ code: 'CORRIDOR_UNAVAILABLE', details: [unavailable('toAccountId', text)] })
      : fail({ code: 'PROVIDER_UNAVAILABLE', retryAfterSeconds: 60 })
  }
  const spreadBps = from.currency === to.currency ? 0 : spreadOf(of.kind, of.partner)
  const fee = corridorFees[of.kind]
  const source = { dollar: dollar.value.mid, scale: from.currencyScale }
  return ok({
    mid: mid.value,
    spreadBps,
    dollar: dollar.value.mid,
    terms: {
      source: { currency: from.currency, scale: from.currencyScale },
      target: { currency: to.currency, scale: to.currencyScale },
      rate: toRate(lessSpread(mid.value.mid, spreadBps)),
      partnerBps: of.partner.partnerFeeBps,
      svcBps: fee.basisPoints,
      svcFixed: fixedFeeMinor(fee, source),
      txFee: payoutFeeMinor(payoutKind(to, of.railOut), source),
    },
  })
}

/** What a record keeps of a price; also what its conversion is booked by. */
export const priceFacts = ({ mid, spreadBps, dollar, terms }: Pricing): PriceFacts => ({
  midRate: rateText(toRate(mid.mid)),
  spreadBps,
  source: mid.source,
  asOf: mid.asOf,
  dollarRate: rateText(toRate(dollar)),
  terms: {
    partnerBps: terms.partnerBps,
    svcBps: terms.svcBps,
    svcFixed: terms.svcFixed.toString(),
    txFee: terms.txFee.toString(),
  },
})

function spreadOf(kind: CorridorKind, { spreadBps }: PartnerTerms): number {
  const own = kind === 'CRYPTO_TO_CRYPTO' ? undefined : spreadBps[kind]
  return own ?? corridorSpreads[kind]
}

/**
 * The amounts of both sides. What was named is held against the rail of its own side; the other side
 * may be as small as its smallest unit, and no more than its rail takes.
 */
export function amountsFor(terms: QuoteTerms, { path, amount }: Exact, { railIn, railOut }: Rails) {
  const isIn = path === 'exactAmountIn'
  const limits = isIn ? railIn : railOut
  if (amount.minor < minorOf(limits.min, amount.scale)) return tooLittle(path, amount, limits.min)
  if (amount.minor > minorOf(limits.max, amount.scale)) return tooMuch(path, amount, limits.max)
  const quoted = isIn ? quoteExactIn(terms, amount.minor) : ok(quoteExactOut(terms, amount.minor))
  if (!quoted.ok) return tooLittle(path, amount, limits.min)
  const [other, { max }] = isIn
    ? [quoted.value.outAmount, railOut]
    : [quoted.value.inAmount, railIn]
  return other.minor > minorOf(max, other.scale) ? tooMuch(path, other, max) : quoted
}

/** A limit of a rail in minor units; limits are written with few digits. */
export function minorOf(units: number, scale: number): bigint {
  const read = fromWire(units, '', scale)
  if (!read.ok) throw new Error('a limit has more digits than its currency')
  return read.value.minor
}

const tooLittle = (path: string, { currency }: Money, min: number) =>
  fail({
    code: 'AMOUNT_BELOW_MIN' as const,
    details: [
      detail(
        path,
        'AMOUNT_BELOW_MIN',
        `At least ${min} ${currency}, and enough to leave something behind the fees.`,
        { min, currency },
      ),
    ],
  })

const tooMuch = (path: string, { currency }: Money, max: number) =>
  fail({
    code: 'AMOUNT_ABOVE_MAX' as const,
    details: [
      detail(path, 'AMOUNT_ABOVE_MAX', `At most ${max} ${currency} in one transfer.`, {
        max,
        currency,
      }),
    ],
  })
