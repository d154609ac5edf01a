import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvField, exportFormats } from './format.ts'

const text = fc.string({ unit: 'binary', maxLength: 30 }).map((one) => one.toWellFormed())

test('any text of a row is read back as it was, by a reader of RFC 4180', () =>
  fc.assert(
    fc.property(fc.array(text, { minLength: 2, maxLength: 6 }), (values) => {
      const cells = values.map((value, at) => ({ column: `c${at}`, value }))
      const file = exportFormats.csv.head(['c0', 'c1']) + exportFormats.csv.row(cells)
      const options = { record_delimiter: '\r\n', relax_column_count: true } as const
      const [, row] = parse(file, options)
      expect(row?.map((field, at) => (field === `'${values[at]}` ? values[at] : field))).toEqual(
        values,
      )
    }),
  ))

test.each([
  '=1+2',
  '+44',
  '-1',
  '@SUM(A1)',
  '\t=1',
  '\r=1',
  '\n=1',
  '＝1',
  "=cmd|' /C calc'!A0",
  '"=1"',
])('a spreadsheet does not run %j', (value) => {
  const [[field = '']] = parse(`${csvField(value)},x\r\n`) as [string[]]
  expect(field).not.toMatch(/^[=+\-@\t\r\n＝＋－＠]/u)
})

test('a number stays a number, with all its digits', () => {
  const cells = [
    { column: 'amountIn', value: '-0.123456789012345678', isNumber: true },
    { column: 'note', value: '1' },
    { column: 'none', value: '', isNumber: true },
  ]
  expect(exportFormats.csv.row(cells)).toBe('-0.123456789012345678,1,\r\n')
  expect(exportFormats.jsonl.row(cells)).toBe(
    '{"amountIn":-0.123456789012345678,"note":"1","none":""}\n',
  )
})
