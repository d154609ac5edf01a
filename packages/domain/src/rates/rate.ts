/** A number above zero as an exact fraction. */
export type Fraction = { numerator: bigint; denominator: bigint }

/** A decimal number above zero, `digits / 10^scale`, short enough to travel as a JSON number. */
export type Rate = { digits: bigint; scale: number }

/** Digits that survive a JSON number exactly (decisions.md 7). */
const significantDigitsMax = 15

/** Decimals that a fee has at most: a token with more has no use for them, and a JSON number no room. */
export const feeScaleMax = 6

/** The number that is written here, or nothing where it is none or not above zero. */
export function parseFraction(text: string): Fraction | undefined {
  const match = /^(\d{1,30})(?:\.(\d{1,30}))?$/.exec(text)
  if (!match) return undefined
  const [, whole = '', decimals = ''] = match
  const numerator = BigInt(whole + decimals)
  return numerator > 0n ? { numerator, denominator: 10n ** BigInt(decimals.length) } : undefined
}

/** How many of `to` one of `from` is worth, where both say how many of them a common unit is worth. */
export const crossOf = (from: Fraction, to: Fraction): Fraction => ({
  numerator: to.numerator * from.denominator,
  denominator: to.denominator * from.numerator,
})

/** The part that a spread leaves, exactly. */
export const lessSpread = ({ numerator, denominator }: Fraction, spreadBps: number): Fraction => ({
  numerator: numerator * BigInt(10_000 - spreadBps),
  denominator: denominator * 10_000n,
})

/** The first 15 significant digits; what follows them is cut off. */
export function toRate({ numerator, denominator }: Fraction): Rate {
  let scale = 0
  // So far that the whole part has 15 digits or more, then back to 15.
  while ((numerator * 10n ** BigInt(scale)) / denominator < 10n ** BigInt(significantDigitsMax - 1))
    scale += 1
  return shorten((numerator * 10n ** BigInt(scale)) / denominator, scale)
}

/** Of a whole number this long the last digits become zeros: only the first 15 are kept. */
function shorten(digits: bigint, scale: number): Rate {
  const surplus = digits.toString().length - significantDigitsMax
  const unit = surplus > 0 ? 10n ** BigInt(surplus) : 1n
  let rate = { digits: (digits / unit) * unit, scale }
  while (rate.scale > 0 && rate.digits % 10n === 0n)
    rate = { digits: rate.digits / 10n, scale: rate.scale - 1 }
  return rate
}

/** Decimal text without trailing zeros, the shortest that is this number. */
export function rateText({ digits, scale }: Rate): string {
  const padded = digits.toString().padStart(scale + 1, '0')
  if (scale === 0) return padded
  return `${padded.slice(0, -scale)}.${padded.slice(-scale)}`
}

/** A rate as it was written by `rateText`. @throws where it was not */
export function readRate(text: string): Rate {
  const match = /^(\d+)(?:\.(\d+))?$/.exec(text)
  if (!match) throw new TypeError('not the text of a rate')
  const [, whole = '', decimals = ''] = match
  return { digits: BigInt(whole + decimals), scale: decimals.length }
}

/** Decimals of the currency that is converted and of the one that comes out. */
type Scales = { from: number; to: number }

/** An amount of another currency, cut off below its smallest unit. */
export function convertDown(minor: bigint, rate: Rate, scales: Scales): bigint {
  const { numerator, denominator } = factorOf(rate, scales)
  return (minor * numerator) / denominator
}

/** The least amount that `convertDown` turns into this much or more. */
export function convertBackUp(minor: bigint, rate: Rate, scales: Scales): bigint {
  const { numerator, denominator } = factorOf(rate, scales)
  return (minor * denominator + numerator - 1n) / numerator
}

const factorOf = ({ digits, scale }: Rate, { from, to }: Scales) => ({
  numerator: digits * 10n ** BigInt(to),
  denominator: 10n ** BigInt(from + scale),
})

/** The same amount in another currency at an exact rate; a fraction of its smallest unit counts whole. */
export function worthUp(minor: bigint, rate: Fraction, scales: Scales): bigint {
  const { above, below } = worthOf(minor, rate, scales)
  return (above + below - 1n) / below
}

/** The same, without the fraction. */
export function worthDown(minor: bigint, rate: Fraction, scales: Scales): bigint {
  const { above, below } = worthOf(minor, rate, scales)
  return above / below
}

const worthOf = (minor: bigint, { numerator, denominator }: Fraction, { from, to }: Scales) => ({
  above: minor * numerator * 10n ** BigInt(to),
  below: denominator * 10n ** BigInt(from),
})

/** The other way round. */
export const inverse = ({ numerator, denominator }: Fraction): Fraction => ({
  numerator: denominator,
  denominator: numerator,
})
