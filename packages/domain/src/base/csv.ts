/** What a spreadsheet would run, or what hides it: blanks and quotes that some readers peel off. */
const formula = `(?:[^\\S\\t\\r\\n]|['"])*[=+\\-@|＝＋－＠\\t\\r\\n]`
const atStart = new RegExp(`^${formula}`, 'u')
/**
 * Where a reader that is set to semicolons or tabs begins a cell: quotes count for it only at the
 * beginning of a cell, so ours, after a comma, do not hold the text together.
 */
const afterSeparator = new RegExp(`(?:\\r\\n|[;\\t\\r\\n])(?=${formula})`, 'gu')

/**
 * A field of text by RFC 4180. An apostrophe comes before each part that a spreadsheet would run as
 * a formula (OWASP, CSV injection), whether it separates by commas, semicolons or tabs.
 */
export function csvField(text: string): string {
  const parts = text.replaceAll(afterSeparator, "$&'")
  return quotedField(atStart.test(parts) ? `'${parts}` : parts)
}

const quotedField = (text: string) =>
  /[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text

/** Fields as one line, with its end. */
export const csvLine = (fields: readonly string[]): string => `${fields.join(',')}\r\n`
