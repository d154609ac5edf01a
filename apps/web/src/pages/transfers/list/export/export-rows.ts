import type { Zone } from '../../../../ui/format/times.ts'
import { csvLines, headLine } from './csv.ts'
import type { ListedTransfer } from '../../../../api/queries/transfers.ts'

/** Rows that are here already as a file. */
export function exportRows(rows: readonly ListedTransfer[], zone: Zone): Blob {
  return new Blob([headLine(), csvLines(rows, zone)], { type: 'text/csv;charset=utf-8' })
}

/** Hands a file to the browser's downloads. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}
