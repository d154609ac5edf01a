import { expect, test } from 'vitest'
import { exportFormats } from './format.ts'

test('no name of a column or text of a row runs in a spreadsheet, whatever separates its cells', () => {
  const cells = [
    { column: 'toName', value: 'Acme;=HYPERLINK("x")' },
    { column: 'toAccountId', value: '=1' },
  ]
  expect(exportFormats.csv.head(['a', '=b'])).toBe("a,'=b\r\n")
  expect(exportFormats.csv.row(cells)).toBe(`"Acme;'=HYPERLINK(""x"")",'=1\r\n`)
})

test('a number stays a number, with all its digits', () => {
  const cells = [
    { column: 'status', value: 'COMPLETED' },
    { column: 'amountIn', value: '-0.123456789012345678', isNumber: true },
    { column: 'note', value: '1' },
    { column: 'none', value: '', isNumber: true },
  ]
  expect(exportFormats.csv.row(cells)).toBe('COMPLETED,-0.123456789012345678,1,\r\n')
  expect(exportFormats.jsonl.row(cells)).toBe(
    '{"status":"COMPLETED","amountIn":-0.123456789012345678,"note":"1","none":""}\n',
  )
  expect(exportFormats.csv.row(cells.slice(1, 3))).toBe("'-0.123456789012345678,1\r\n")
})
