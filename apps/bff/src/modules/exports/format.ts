import type { exportFormats as names } from '@corridor/contract'
import { csvField, csvLine } from '@corridor/domain'

/** A value of a column: an amount is the exact text of its number. */
export type Cell = { column: string; value: string; isNumber?: boolean }

export type ExportFormat = {
  mime: string
  ending: string
  head: (columns: readonly string[]) => string
  row: (cells: readonly Cell[]) => string
}

const lines: ExportFormat = {
  mime: 'application/jsonl; charset=utf-8',
  ending: 'jsonl',
  head: () => '',
  row: (cells) =>
    `{${cells.map((cell) => `${JSON.stringify(cell.column)}:${jsonValue(cell)}`).join(',')}}\n`,
}

/** The lines of a proof are no rows of cells: `audit-proof.ts` writes them. */
export const exportFormats: Readonly<Record<(typeof names)[number], ExportFormat>> = {
  csv: {
    mime: 'text/csv; charset=utf-8; header=present',
    ending: 'csv',
    head: (columns) => csvLine(columns.map(csvField)),
    row: (cells) => csvLine(cells.map(csvCell)),
  },
  jsonl: lines,
  proof: lines,
}

/** Numbers are written by us; one that begins a line with its sign would begin a formula, too. */
const csvCell = ({ value, isNumber }: Cell, at: number) =>
  isNumber && !(at === 0 && value.startsWith('-')) ? value : csvField(value)

/** Numbers keep all their digits, which a JavaScript number might not. */
const jsonValue = ({ value, isNumber }: Cell) =>
  isNumber && value !== '' ? value : JSON.stringify(value)
