/** A text that somebody searches for, as the beginnings of keys that it may be (search_keys.sql). */
export type SearchText = {
  text: string
  starts: readonly string[]
}

const endMin = 4
const nameMin = 2
/** A name may be one letter of a script whose letters are syllables. */
const wholeSyllable = /^[\p{Script=Han}\p{Script=Hangul}]$/u
const symbols: Readonly<Record<string, string>> = { '€': 'EUR', '£': 'GBP' }

export function readSearch(typed: string): SearchText {
  const text = typed.trim().replaceAll(/\s+/g, ' ')
  const starts = [...amountStarts(text), ...endStarts(text), ...textStarts(text.toLowerCase())]
  return { text, starts: [...new Set(starts)] }
}

/** Names and references begin as they are typed. */
function textStarts(text: string): string[] {
  if (text.length < nameMin && !wholeSyllable.test(text)) return []
  return /\p{L}/u.test(text) ? [`~${text}`, `$${text}`] : [`$${text}`]
}

/** What a hash, an address or the number of an account ends with; of a shortened one its end. */
function endStarts(text: string): string[] {
  const end = (text.split(/…|\.{2,}|[•*]+/).at(-1) ?? '').replaceAll(/[\s-]/g, '')
  if (end.length < endMin || !/^[0-9a-z]+$/i.test(end)) return []
  return [`#${end.toLowerCase().split('').toReversed().join('')}`]
}

/** `1,714.25`, `1714.25 GBP`, `£1.714,25`: of what can be read in two ways, both. */
function amountStarts(text: string): string[] {
  const { code, digits, after } =
    /^(?<code>[A-Za-z]{3,6}|[€£$])? ?(?<digits>\d[\d.,'’ \u00a0]*?) ?(?<after>[A-Za-z]{3,6}|[€£$])?$/.exec(
      text,
    )?.groups ?? {}
  if (digits === undefined) return []
  const named = code ?? after ?? ''
  const currency = symbols[named] ?? (named === '$' ? '' : named.toUpperCase())
  return amountsOf(digits).map((amount) => `=${amount} ${currency}`)
}

function amountsOf(typed: string): string[] {
  const digits = typed.replaceAll(/['’ \u00a0]/g, '').replace(/[.,]$/, '')
  const marks = new Set(digits.replaceAll(/\d/g, ''))
  const last = Math.max(digits.lastIndexOf('.'), digits.lastIndexOf(','))
  if (last < 0) return [plain(digits, '')]
  const whole = digits.slice(0, last).replaceAll(/[.,]/g, '')
  const rest = digits.slice(last + 1)
  const asDecimal = plain(whole, rest)
  const asThousands = plain(whole + rest, '')
  const isGrouped = /^\d{1,3}([.,]\d{3})+$/.test(digits)
  const isSingle = digits.replaceAll(/\d/g, '').length === 1
  if (marks.size === 2) return [asDecimal]
  if (isSingle) return isGrouped ? [asThousands, asDecimal] : [asDecimal]
  return isGrouped ? [asThousands] : []
}

/** Without zeros before and behind, as the database writes it. */
function plain(whole: string, rest: string): string {
  const before = whole.replace(/^0+(?=\d)/, '') || '0'
  const after = rest.replace(/0+$/, '')
  return after === '' ? before : `${before}.${after}`
}
