import { call, transfers } from '../../api/call.ts'
import type { ListQuery } from '../../components/table/types.ts'
import type { Zone } from '../../ui/times.ts'
import { csvLines, headLine, jsonLines } from './csv.ts'
import type { Transfer } from './words.ts'

export type ExportFormat = 'csv' | 'jsonl'

const pageSize = '200'
const mimeTypes: Record<ExportFormat, string> = {
  csv: 'text/csv;charset=utf-8',
  jsonl: 'application/jsonl;charset=utf-8',
}

/**
 * All rows of a view, page by page, as one file; `onRows` says how many are there so far.
 * @throws {ApiError} and nothing is saved
 */
export async function exportView(
  query: ListQuery,
  options: {
    format: ExportFormat
    zone: Zone
    signal: AbortSignal
    onRows: (count: number) => void
  },
): Promise<Blob> {
  const { format, zone, signal, onRows } = options
  const parts: string[] = []
  let rows = 0
  let cursor: string | undefined
  do {
    const page = { ...query, limit: pageSize, cursor }
    const { data, pagination } = await call(transfers.list, { query: page }, { signal })
    parts.push(linesOf(data, format, zone))
    rows += data.length
    onRows(rows)
    cursor = pagination.nextCursor ?? undefined
  } while (cursor)
  return fileOf(parts, format)
}

/** Rows that are here already as a file. */
export function exportRows(rows: readonly Transfer[], zone: Zone): Blob {
  return fileOf([linesOf(rows, 'csv', zone)], 'csv')
}

function linesOf(rows: readonly Transfer[], format: ExportFormat, zone: Zone): string {
  return format === 'csv' ? csvLines(rows, zone) : jsonLines(rows)
}

function fileOf(parts: readonly string[], format: ExportFormat): Blob {
  const head = format === 'csv' ? [headLine()] : []
  return new Blob([...head, ...parts], { type: mimeTypes[format] })
}

/** Hands a file to the browser's downloads. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}
