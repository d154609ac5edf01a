// Exact decimals on bigint; nothing is rounded and nothing becomes a float.

/** Decimals that are kept, as many as the form of a policy allows. */
const scale = 18

const form = /^\d+(?:\.\d{1,18}0*)?$/
const powers = Array.from({ length: scale + 1 }, (_, exponent) => 10n ** BigInt(exponent))
const item = 10n ** BigInt(scale)

/** The text in units of 10⁻¹⁸; undefined if it is no plain decimal, negative, or finer than that. */
export function parseDecimal(text: string | undefined): bigint | undefined {
  if (text === undefined || !form.test(text)) return undefined
  const point = text.indexOf('.')
  if (point < 0) return BigInt(text) * item
  const fraction = text.slice(point + 1, point + 1 + scale)
  return BigInt(text.slice(0, point) + fraction) * (powers[scale - fraction.length] ?? item)
}

/** Plain decimal text with commas between thousands and without trailing zeros: `2,500.5`. */
export function describeDecimal(units: bigint): string {
  const digits = units.toString().padStart(scale + 1, '0')
  const whole = digits.slice(0, -scale).replace(/\B(?=(\d{3})+$)/g, ',')
  const fraction = digits.slice(-scale).replace(/0+$/, '')
  return fraction ? `${whole}.${fraction}` : whole
}
