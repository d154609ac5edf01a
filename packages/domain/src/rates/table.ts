import { fail, ok } from '../base/result.ts'
import { crossOf, type Fraction, parseFraction } from './rate.ts'

/** Rates of one file: how many units of a currency one euro buys. */
export type RateFile = {
  /** Who publishes them, as a quote names it. */
  source: string
  /** The day they are of, `2026-11-20`. */
  day: string
  perEuro: ReadonlyMap<string, Fraction>
}

/** A mid rate with where it comes from; of two files the older day counts. */
export type MidRate = { mid: Fraction; source: string; asOf: string }

/** Tokens that stand at par with a currency: their issuers redeem them one to one. */
const pegs: Readonly<Record<string, string>> = { USDC: 'USD', DAI: 'USD', USDT: 'USD' }
const parSource = 'par'

/** The currency that an amount is valued in. */
const moneyOf = (currency: string) => pegs[currency] ?? currency

/**
 * The mid rate between two currencies, through the euro, exactly. A currency and itself, and a token
 * and its money, are at par whatever the files say; another one that no file knows has no rate.
 */
export function midRate(files: readonly RateFile[], from: string, to: string, today: string) {
  const [first, other] = [moneyOf(from), moneyOf(to)]
  if (first === other)
    return ok({ mid: { numerator: 1n, denominator: 1n }, source: parSource, asOf: today })
  const [a, b] = [perEuro(files, first), perEuro(files, other)]
  if (!a || !b) return fail('NO_RATE')
  const named = [...new Set([a, b].flatMap(({ file }) => file ?? []))]
  return ok({
    mid: crossOf(a.rate, b.rate),
    source: named.map(({ source }) => source).join(', '),
    asOf: named.map(({ day }) => day).toSorted()[0] ?? today,
  })
}

/** The first file that knows a currency speaks for it. The euro needs none. */
function perEuro(files: readonly RateFile[], currency: string) {
  if (currency === 'EUR') return { rate: { numerator: 1n, denominator: 1n }, file: undefined }
  for (const file of files) {
    const rate = file.perEuro.get(currency)
    if (rate) return { rate, file }
  }
  return undefined
}

/** Reads `{currency: units per euro}`; nothing where a line is no currency or no number above zero. */
export function readPerEuro(
  entries: Iterable<readonly [string, string]>,
): ReadonlyMap<string, Fraction> | undefined {
  const rates = new Map<string, Fraction>()
  for (const [currency, text] of entries) {
    const rate = parseFraction(text)
    if (!rate || !/^[A-Z]{3}$/.test(currency)) return undefined
    rates.set(currency, rate)
  }
  return rates
}

/** Whether both sides are money of one kind, so that nothing is lost or gained between them. */
export const rateIsPar = ({ source }: Pick<MidRate, 'source'>): boolean => source === parSource
