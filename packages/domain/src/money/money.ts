import { fail, ok } from '../base/result.ts'

/** Whole minor units of a currency or base units of a token; `scale` is its number of decimals. */
export type Money = { minor: bigint; currency: string; scale: number }

export type AmountFailure = 'AMOUNT_PRECISION'

/** Digits that survive a JSON number exactly (decisions.md 7). */
const significantDigitsMax = 15

/** Plain decimal digits of a number's shortest text, without an exponent. */
export function decimalText(value: number): string {
  const text = String(value)
  const match = /^(-?)(\d+)(?:\.(\d+))?e([+-]\d+)$/.exec(text)
  if (!match) return text
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match
  const point = whole.length + Number.parseInt(exponent, 10)
  const digits = whole + fraction
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`
  if (point >= digits.length) return sign + digits + '0'.repeat(point - digits.length)
  return `${sign}${digits.slice(0, point)}.${digits.slice(point)}`
}

/**
 * The one way in: a JSON number or decimal text becomes minor units, or is refused.
 * Never rounds: more decimals than the scale or more than 15 significant digits is `AMOUNT_PRECISION`.
 */
export function fromWire(value: number | string, currency: string, scale: number) {
  const text = typeof value === 'number' ? decimalText(value) : value
  const match = /^(\d+)(?:\.(\d+))?$/.exec(text)
  if (!match) return fail('AMOUNT_PRECISION')
  const [, whole = '', fraction = ''] = match
  const decimals = fraction.replace(/0+$/, '')
  if (decimals.length > scale) return fail('AMOUNT_PRECISION')
  const significant = (whole + decimals).replace(/^0+/, '').replace(/0+$/, '')
  if (significant.length > significantDigitsMax) return fail('AMOUNT_PRECISION')
  return ok({ minor: BigInt(whole + decimals.padEnd(scale, '0')), currency, scale })
}

/** Exact decimal text of minor units, without trailing zeros. */
export function toText(minor: bigint, scale: number): string {
  const sign = minor < 0n ? '-' : ''
  const digits = (minor < 0n ? -minor : minor).toString().padStart(scale + 1, '0')
  const whole = digits.slice(0, digits.length - scale)
  const fraction = digits.slice(digits.length - scale).replace(/0+$/, '')
  return sign + whole + (fraction ? `.${fraction}` : '')
}

/**
 * The one way out: a JSON number. Amounts of more than 15 significant digits (balances of
 * 18-decimal tokens) are cut toward zero, since the rest cannot travel in a JSON number.
 */
export function toWire({ minor, scale }: Pick<Money, 'minor' | 'scale'>): number {
  const digits = (minor < 0n ? -minor : minor).toString()
  const surplus = Math.max(0, digits.length - significantDigitsMax)
  const unit = 10n ** BigInt(surplus)
  return Number.parseFloat(toText((minor / unit) * unit, scale))
}

/** A share of an amount in basis points. The caller says where a fraction of a minor unit goes. */
export function basisPointsOf(base: Money, basisPoints: number, rounding: 'up' | 'down'): Money {
  const scaled = base.minor * BigInt(basisPoints)
  const spill = rounding === 'up' && scaled % 10_000n > 0n ? 1n : 0n
  return { ...base, minor: scaled / 10_000n + spill }
}
