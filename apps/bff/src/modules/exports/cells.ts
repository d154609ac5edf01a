import type { Column } from './lists.ts'
import type { Cell } from './format.ts'
import { zonedTime } from './zone.ts'

/** The values of a row that a list operation answered, in the columns asked for. */
export const cellsOf = (row: unknown, columns: readonly Column[], zone: string): Cell[] =>
  columns.map(({ key, kind, path }) => {
    const value = valueAt(row, path)
    if (kind === 'time') return { column: key, value: zonedTime(textOf(value), zone) }
    if (kind === 'number') return { column: key, value: decimalText(value), isNumber: true }
    return { column: key, value: textOf(value) }
  })

/** Of a list inside a row, the values of all its items. */
export function valueAt(row: unknown, path: readonly string[]): unknown {
  const [name, ...rest] = path
  if (name === undefined) return row
  if (Array.isArray(row)) return row.map((item: unknown) => valueAt(item, path))
  if (typeof row !== 'object' || row === null) return undefined
  return valueAt((row as Record<string, unknown>)[name], rest)
}

export function textOf(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'string') return value
  if (Array.isArray(value))
    return value
      .map(textOf)
      .filter((text) => text !== '')
      .join('; ')
  return typeof value === 'number' ? decimalText(value) : JSON.stringify(value)
}

/** All digits of an answer's number, and no exponent. */
function decimalText(value: unknown): string {
  if (typeof value !== 'number' && typeof value !== 'string') return ''
  const text = String(value)
  const match = /^(-?)(\d+)(?:\.(\d+))?e([+-]\d+)$/i.exec(text)
  if (!match) return text
  const [, sign = '', whole = '', fraction = '', power = '0'] = match
  const digits = whole + fraction
  const point = whole.length + Number.parseInt(power, 10)
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`
  if (point >= digits.length) return sign + digits.padEnd(point, '0')
  return `${sign}${digits.slice(0, point)}.${digits.slice(point)}`
}
