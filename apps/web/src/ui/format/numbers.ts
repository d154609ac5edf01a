import { shownDigits } from '@corridor/domain/money'
import { groupMark } from './conventions.ts'

/** Decimals have a point in every language (`conventions.ts`), so the formats are English. */
const locale = 'en-GB'

/** The shortest decimal text of a wire number, never in exponent form: 1e-7 becomes 0.0000001. */
export function decimalText(value: number | string): string {
  const text = String(value)
  const match = /^(-?)(\d+)(?:\.(\d+))?e([+-]\d+)$/i.exec(text)
  if (!match) return text
  const [, sign = '', whole = '', fraction = '', power = '0'] = match
  const digits = whole + fraction
  const point = whole.length + Number(power)
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`
  if (point >= digits.length) return sign + digits + '0'.repeat(point - digits.length)
  return `${sign}${digits.slice(0, point)}.${digits.slice(point)}`
}

/** Without the decimals beyond `digits`, where a whole figure is only one click or a title away. */
export function cutDecimals(value: number | string, digits: number): string {
  const [whole = '', fraction = ''] = decimalText(value).split('.')
  return `${whole}.${fraction.slice(0, digits).padEnd(digits, '0')}`
}

export type AmountParts = { major: string; minor: string }

/**
 * Groups a decimal text without ever making it a float. `decimals` is the asset's own precision; without it at
 * least two decimals are shown and none is cut.
 */
export function amountParts(value: number | string, decimals?: number): AmountParts {
  const text = decimalText(value)
  const present = text.split('.')[1]?.length ?? 0
  const shown = Math.max(present, decimals ?? 2)
  const format = formatOf(shown)
  let major = ''
  let minor = ''
  for (const part of format.formatToParts(text as Intl.StringNumericLiteral)) {
    if (part.type === 'decimal' || part.type === 'fraction') minor += part.value
    else if (part.type === 'group') major += groupMark()
    else major += part.type === 'minusSign' ? '−' : part.value
  }
  return { major, minor }
}

/**
 * One text of it, for labels and sentences: `1,250.00 USDC`. A currency has its own digits there, a token at least
 * two; columns of figures show all digits of a token, too (`Amount`).
 */
export function amountText(
  value: number | string,
  currency?: string,
  decimals: number | undefined = currency ? spokenDigits(currency) : undefined,
): string {
  const { major, minor } = amountParts(value, decimals)
  return currency ? `${major}${minor} ${currency}` : `${major}${minor}`
}

function spokenDigits(currency: string): number {
  const digits = shownDigits(currency)
  return digits > 3 ? 2 : digits
}

const rateFormat = new Intl.NumberFormat(locale, { maximumSignificantDigits: 7 })

/** A rate to seven digits, for reading; where it is calculated with, `decimalText` has all of it. */
export function rateText(value: number | string): string {
  return grouped(rateFormat, decimalText(value) as Intl.StringNumericLiteral)
}

/** A whole number with groups: 4,318. */
export function countText(value: number): string {
  return grouped(formatOf(0), value)
}

const grouped = (format: Intl.NumberFormat, value: number | Intl.StringNumericLiteral): string =>
  format
    .formatToParts(value)
    .map(({ type, value: text }) => (type === 'group' ? groupMark() : text))
    .join('')

const formats = new Map<number, Intl.NumberFormat>()

function formatOf(decimals: number): Intl.NumberFormat {
  const known = formats.get(decimals)
  if (known) return known
  const format = new Intl.NumberFormat(locale, {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  })
  formats.set(decimals, format)
  return format
}
