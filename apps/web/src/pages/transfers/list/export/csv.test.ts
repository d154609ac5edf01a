import { expect, test } from 'vitest'
import { csvColumns, csvLines, headLine, instantIn } from './csv.ts'
import { aTransfer } from '../../../../features/transfers/testing/samples.ts'

/** Reads RFC 4180 as a spreadsheet does. */
function read(csv: string): string[][] {
  const lines: string[][] = [[]]
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/gy
  for (const [, inQuotes, plain, end] of csv.matchAll(cell)) {
    lines.at(-1)?.push(inQuotes === undefined ? (plain ?? '') : inQuotes.replaceAll('""', '"'))
    if (end === '\r\n') lines.push([])
  }
  return lines.slice(0, -1)
}

const { from, to } = aTransfer()
const transfer = aTransfer({
  from: { ...from, amount: 0.000_000_1 },
  to: { ...to, amount: 123_456_789_012.345, fullName: '=HYPERLINK("x"),"y"' },
})

test('a row has a cell for each column, exact amounts, and currencies of their own', () => {
  const [head = [], row = []] = read(headLine() + csvLines([transfer], 'utc'))
  expect(head).toEqual(csvColumns.map(({ name }) => name))
  expect(row).toHaveLength(head.length)
  const cell = (name: string) => row[head.indexOf(name)]
  expect(cell('from_amount')).toBe('0.0000001')
  expect(cell('to_amount')).toBe('123456789012.345')
  expect(cell('to_currency')).toBe('USDC')
  expect(cell('to_name')).toBe(`'${transfer.to.fullName}`)
  expect(cell('completed_at')).toBe('')
})

test('an instant is the same moment in every zone', () => {
  const at = '2026-07-05T12:34:56.789Z'
  expect(instantIn(at, 'utc')).toBe(at)
  expect(Date.parse(instantIn(at, 'local'))).toBe(Date.parse(at))
  expect(instantIn(undefined, 'utc')).toBe('')
})
