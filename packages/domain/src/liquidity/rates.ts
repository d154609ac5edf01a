import { toWire } from '../money/money.ts'

/**
 * Rates are basis points as decimal text with at most four decimals. They are computed with as
 * ten-thousandths of a basis point, so nothing is ever a fraction.
 */
const decimals = 4
const perBasisPoint = 10n ** BigInt(decimals)
/** A whole in ten-thousandths of a basis point. */
const whole = 10_000n * perBasisPoint
const shareDecimals = 8

export const ratePattern = /^-?\d{1,6}(\.\d{1,4})?$/

/** Ten-thousandths of a basis point. @throws TypeError where the text is no rate */
export function readBasisPoints(text: string): bigint {
  if (!ratePattern.test(text)) throw new TypeError(`${text} is no rate`)
  const [digits = '', fraction = ''] = text.replace('-', '').split('.')
  const value = BigInt(digits + fraction.padEnd(decimals, '0'))
  return text.startsWith('-') ? -value : value
}

/** Basis points as a JSON number, exact for what `ratePattern` takes and its products with hours. */
export const rateToWire = (rate: bigint): number => toWire({ minor: rate, scale: decimals })

/** A share of an amount before rounding: a numerator over `shareScale`. */
export const shareOf = (amount: bigint, rate: bigint): bigint => amount * rate
export const shareScale = whole

/**
 * Minor units of a share, rounded half up. What is worth something costs at least one unit; nothing
 * and less than nothing cost nothing.
 */
export function roundShare(share: bigint): bigint {
  if (share <= 0n) return 0n
  const rounded = (2n * share + whole) / (2n * whole)
  return rounded === 0n ? 1n : rounded
}

/** A share in units of the asset, as a JSON number: for terms that are shown, never booked. */
export const shareToWire = (share: bigint, scale: number): number =>
  toWire({ minor: share, scale: scale + shareDecimals })
