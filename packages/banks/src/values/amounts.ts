/** Currencies whose number of decimals is not two (ISO 4217). */
const scales: Readonly<Record<string, number>> = {
  BHD: 3,
  IQD: 3,
  JOD: 3,
  KWD: 3,
  LYD: 3,
  OMR: 3,
  TND: 3,
  BIF: 0,
  CLP: 0,
  DJF: 0,
  GNF: 0,
  ISK: 0,
  JPY: 0,
  KMF: 0,
  KRW: 0,
  PYG: 0,
  RWF: 0,
  UGX: 0,
  VND: 0,
  VUV: 0,
  XAF: 0,
  XOF: 0,
  XPF: 0,
}

export const scaleOf = (currency: string): number => scales[currency] ?? 2

/** Decimals that an amount may have in these files. */
const decimalsMax = 5

/**
 * Exact decimal text with all decimals of the currency.
 * @throws RangeError where an amount is finer than any bank's
 */
export function decimalOf(minor: bigint, scale: number): string {
  const digits = minor.toString().padStart(scale + 1, '0')
  const whole = digits.slice(0, digits.length - scale)
  const fraction = digits.slice(digits.length - scale)
  const cut = fraction.length > decimalsMax ? fraction.replace(/0+$/, '') : fraction
  if (cut.length > decimalsMax)
    throw new RangeError(`${minor} of scale ${scale} has no exact amount`)
  return cut === '' ? whole : `${whole}.${cut}`
}

/** Minor units of a decimal text; undefined where it is none, or finer than the scale. */
export function minorOf(text: string, scale: number): bigint | undefined {
  const match = /^\+?(\d{0,18})(?:\.(\d*))?$/.exec(text.trim())
  const [, whole = '', fraction = ''] = match ?? []
  // A decimal of XML Schema needs digits on one side of its point.
  if (whole + fraction === '') return undefined
  const decimals = fraction.replace(/0+$/, '')
  return decimals.length > scale ? undefined : BigInt(whole + decimals.padEnd(scale, '0'))
}

/** The exact sum of amounts of any scale, as a decimal text. */
export function sumOf(amounts: readonly { minor: bigint; scale: number }[]): string {
  const scale = amounts.reduce((most, amount) => Math.max(most, amount.scale), 0)
  const sum = amounts.reduce(
    (total, amount) => total + amount.minor * 10n ** BigInt(scale - amount.scale),
    0n,
  )
  return decimalOf(sum, scale)
}
