/**
 * A day as it was typed, as `1990-04-12` where it can mean only one: points part day, month and year, a slash does so
 * only where the first number is no month. Anything else stays as it is, for the form to refuse.
 */
export function dayText(typed: string): string {
  const text = typed.trim()
  const [, y1, m1, d1] = /^(\d{4})[-/.]?(\d{1,2})[-/.]?(\d{1,2})$/.exec(text) ?? []
  if (y1 && m1 && d1 && (/\D/.test(text) || text.length === 8)) return iso(y1, m1, d1, typed)
  const [, d2, m2, y2] = /^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})$/.exec(text) ?? []
  if (d2 && m2 && y2) return iso(y2, m2, d2, typed)
  const [, d3, m3, y3] = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4})$/.exec(text) ?? []
  if (d3 && m3 && y3) {
    if (Number(d3) > 12) return iso(y3, m3, d3, typed)
    return Number(m3) > 12 || d3 === m3 ? iso(y3, d3, m3, typed) : typed
  }
  const [, d4, name4 = '', y4] = /^(\d{1,2})\.?\s+([a-z]{3,9})\.?,?\s+(\d{4})$/i.exec(text) ?? []
  if (d4 && y4) return iso(y4, monthOf(name4), d4, typed)
  const [, name5 = '', d5, y5] = /^([a-z]{3,9})\.?\s+(\d{1,2}),?\s+(\d{4})$/i.exec(text) ?? []
  if (d5 && y5) return iso(y5, monthOf(name5), d5, typed)
  return typed
}

const months = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
]

/** `0` where it is the name of no month. */
function monthOf(name: string): string {
  const known = name.toLowerCase()
  const at = months.findIndex((month) => known === month || known === month.slice(0, 3))
  return String(at + 1)
}

/** The day, or what was typed where there is no such day. */
function iso(year: string, month: string, day: string, typed: string): string {
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) ? text : typed
}
