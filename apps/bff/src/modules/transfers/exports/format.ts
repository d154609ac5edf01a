/** A value of a column: an amount is the exact text of its number. */
export type Cell = { column: string; value: string; isNumber?: boolean }

export type ExportFormat = {
  mime: string
  ending: string
  head: (columns: readonly string[]) => string
  row: (cells: readonly Cell[]) => string
}

/** What a spreadsheet would take for a formula, or what hides one: see OWASP, CSV injection. */
const formulaStart = /^[=+\-@\t\r\n＝＋－＠]/u

/**
 * A field by RFC 4180. Text that a spreadsheet would run gets an apostrophe before it; numbers are
 * written by us and need none.
 */
export function csvField(text: string, isNumber = false): string {
  const plain = !isNumber && formulaStart.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}

const csvLine = (fields: readonly string[]) => `${fields.join(',')}\r\n`

export const exportFormats: Readonly<Record<'csv' | 'jsonl', ExportFormat>> = {
  csv: {
    mime: 'text/csv; charset=utf-8; header=present',
    ending: 'csv',
    head: (columns) => csvLine(columns.map((column) => csvField(column))),
    row: (cells) => csvLine(cells.map(({ value, isNumber }) => csvField(value, isNumber))),
  },
  jsonl: {
    mime: 'application/jsonl; charset=utf-8',
    ending: 'jsonl',
    head: () => '',
    row: (cells) =>
      `{${cells.map((cell) => `${JSON.stringify(cell.column)}:${jsonValue(cell)}`).join(',')}}\n`,
  },
}

/** Numbers keep all their digits, which a JavaScript number might not. */
const jsonValue = ({ value, isNumber }: Cell) =>
  isNumber && value !== '' ? value : JSON.stringify(value)
