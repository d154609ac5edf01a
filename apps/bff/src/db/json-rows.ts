/**
 * Rows as one JSON text for `jsonb_populate_recordset`: whole numbers of any size as texts, bytes as
 * hex, and what is JSON text already, in the columns that hold JSON, as it is.
 */
export const jsonRows = (
  rows: readonly Readonly<Record<string, unknown>>[],
  jsonColumns: ReadonlySet<string>,
): string => `[${rows.map((row) => jsonRow(row, jsonColumns)).join(',')}]`

function jsonRow(row: Readonly<Record<string, unknown>>, jsonColumns: ReadonlySet<string>): string {
  const members = Object.entries(row).flatMap(([name, value]) => {
    if (value === null || value === undefined) return []
    const isJson = typeof value === 'string' && jsonColumns.has(name)
    return [`"${name}":${isJson ? value : jsonOf(value)}`]
  })
  return `{${members.join(',')}}`
}

function jsonOf(value: unknown): string {
  if (typeof value === 'bigint') return `"${value}"`
  if (value instanceof Uint8Array) return `"\\\\x${Buffer.from(value).toString('hex')}"`
  return JSON.stringify(value)
}
