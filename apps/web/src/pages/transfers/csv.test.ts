import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvCell, csvLines, exportColumns, headLine, instantIn } from './csv.ts'
import type { Transfer } from './words.ts'

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

const awkward = ['=', '+', '-', '@', '|', ',', '"', '\r', '\n', '\t', ' ', "'", 'a', 'Ä', '9']

test('any text comes back as it was, or with one apostrophe before it', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...awkward) }), (text) => {
      const [[back] = []] = read(`${csvCell(text)}\r\n`)
      expect([text, `'${text}`]).toContain(back)
    }),
  )
})

test.each(['=1+1', '+49 30', '-2', '@sum', '\t=1', ' =1', '"=1"', "'=1", '＝1', '|calc'])(
  '%j is no formula any more',
  (text) => {
    expect(read(`${csvCell(text)}\r\n`)).toEqual([[`'${text}`]])
  },
)

test.each(['12500.000001', 'T-1', '0xabc', 'Müller, Söhne & "Co"', ''])(
  '%j keeps its text',
  (text) => {
    expect(read(`${csvCell(text)}\r\n`)).toEqual([[text]])
  },
)

const side = {
  entityId: 'ent_1',
  accountId: 'acc_1',
  fullName: '=HYPERLINK("x"),"y"',
  email: 'a@example.com',
  jurisdiction: 'Test chain',
  currency: 'TUSD',
  amount: 0.000_000_1,
}
const none = { amount: 0, currency: 'TUSD' }
const transfer: Transfer = {
  executionId: 'cexec-1',
  transactionId: 'T-1',
  from: side,
  to: { ...side, amount: 123_456_789_012.345 },
  exchangeRate: 1,
  fees: { partnerFees: none, svcFees: none, txFees: none, totalFees: none },
  status: 'COMPLETED',
  eventStatus: 'payment_processed',
  details: [],
  direction: 'CRYPTO_TO_CRYPTO',
  validUntil: '2026-01-05T12:00:00.000Z',
  refundOf: '',
  refunds: [],
  routeId: '',
  depositId: '',
  allowedActions: [],
  payloadHash: '',
  transactionHash: '0xabc',
  createdAt: '2026-01-05T12:00:00.000Z',
  version: 4,
}

test('a row has a cell for each column, exact amounts, and currencies of their own', () => {
  const [head = [], row = []] = read(headLine() + csvLines([transfer], 'utc'))
  expect(head).toEqual(exportColumns.map(({ name }) => name))
  expect(row).toHaveLength(head.length)
  const cell = (name: string) => row[head.indexOf(name)]
  expect(cell('from_amount')).toBe('0.0000001')
  expect(cell('to_amount')).toBe('123456789012.345')
  expect(cell('to_currency')).toBe('TUSD')
  expect(cell('to_name')).toBe(`'${side.fullName}`)
  expect(cell('completed_at')).toBe('')
})

test('an instant is the same moment in every zone', () => {
  const at = '2026-07-05T12:34:56.789Z'
  expect(instantIn(at, 'utc')).toBe(at)
  expect(Date.parse(instantIn(at, 'local'))).toBe(Date.parse(at))
  expect(instantIn(undefined, 'utc')).toBe('')
})
