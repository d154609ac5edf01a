import { fromWire, toText } from '@corridor/domain/money'
import { t } from '../../messages/text.ts'

export type Asset = { currency: string; decimals: number }

/** What was typed, as plain decimals and in minor units, or why it is no amount. */
export type ParsedAmount =
  | { ok: true; text: string; minor: bigint }
  | { ok: false; message: string }

// Groups of three after the first, by comma, space or apostrophe; a point before the decimals.
const pattern =
  /^(?<whole>\d+|\d{1,3}(?:,\d{3})+|\d{1,3}(?:[ \u00a0\u2009\u202f]\d{3})+|\d{1,3}(?:['’]\d{3})+)?(?:\.(?<fraction>\d*))?\s*(?<unit>[km])?$/i
const unitDigits: Record<string, number> = { k: 3, m: 6 }

const refused = (message: string): ParsedAmount => ({ ok: false, message })

/** Reads `1.5k`, `1,234.50` and `1234.50 USDC`; never by way of a floating number. */
export function parseAmount(typed: string, asset: Asset): ParsedAmount {
  const text = withoutCode(typed.trim(), asset.currency)
  if (text === '') return refused(t('Enter an amount'))
  const groups = pattern.exec(text)?.groups
  const whole = groups?.['whole'] ?? ''
  const fraction = groups?.['fraction'] ?? ''
  if (!groups || whole + fraction === '') {
    return refused(t('Write it as 1234.50, 1,234.50 or 1.5k'))
  }
  const plain = shifted(
    whole.replaceAll(/\D/g, ''),
    fraction,
    unitDigits[groups['unit']?.toLowerCase() ?? ''] ?? 0,
  )
  const read = fromWire(plain, asset.currency, asset.decimals)
  if (!read.ok) return refused(precisionText(plain, asset))
  const { minor } = read.value
  if (minor === 0n) return refused(t('Enter more than 0'))
  return { ok: true, text: toText(minor, asset.decimals), minor }
}

function withoutCode(text: string, currency: string): string {
  return text.toLowerCase().endsWith(currency.toLowerCase())
    ? text.slice(0, text.length - currency.length).trim()
    : text
}

/** Decimals with the point moved to the right. */
function shifted(whole: string, fraction: string, by: number): string {
  const digits = fraction.padEnd(by, '0')
  const rest = digits.slice(by)
  return `${whole}${digits.slice(0, by) || (whole ? '' : '0')}${rest ? `.${rest}` : ''}`
}

function precisionText(plain: string, { currency, decimals }: Asset): string {
  const typedDecimals = (plain.split('.')[1] ?? '').replace(/0+$/, '').length
  if (typedDecimals > decimals)
    return t('{currency} has {decimals} decimals; this has {typed}', {
      currency,
      decimals,
      typed: typedDecimals,
    })
  return t('At most 15 digits can be sent exactly')
}
