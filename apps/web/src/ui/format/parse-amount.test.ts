import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseAmount } from './parse-amount.ts'

const usdc = { currency: 'USDC', decimals: 6 }

test.each([
  ['25', '25', 25_000_000n],
  [' 1,234.50 ', '1234.5', 1_234_500_000n],
  ['1 234 567.5', '1234567.5', 1_234_567_500_000n],
  ["1'234", '1234', 1_234_000_000n],
  ['1.5k', '1500', 1_500_000_000n],
  ['1.2345678K', '1234.5678', 1_234_567_800n],
  ['2 m', '2000000', 2_000_000_000_000n],
  ['.5', '0.5', 500_000n],
  ['.5k', '500', 500_000_000n],
  ['7.', '7', 7_000_000n],
  ['0012.300', '12.3', 12_300_000n],
  ['1,250.00 usdc', '1250', 1_250_000_000n],
  ['0.000001', '0.000001', 1n],
  ['1.5000000000', '1.5', 1_500_000n],
  ['999999999.999999', '999999999.999999', 999_999_999_999_999n],
])('%j is %s', (typed, text, minor) => {
  expect(parseAmount(typed, usdc)).toEqual({ ok: true, text, minor })
})

test.each([
  ['', 'Enter an amount'],
  ['0', 'Enter more than 0'],
  ['0.00', 'Enter more than 0'],
  ['1.0000001', 'USDC has 6 decimals; this has 7'],
  ['1.0000000001k', 'USDC has 6 decimals; this has 7'],
  ['1234567890.123456', 'At most 15 digits can be sent exactly'],
  ...[
    '.',
    '-1',
    '+1',
    '1e3',
    '1,5',
    '1,23,456',
    '1,234 567',
    '12,3456',
    '1.2.3',
    'k',
    'abc',
    '١٢',
  ].map((typed) => [typed, 'Write it as 1234.50, 1,234.50 or 1.5k']),
])('%j is refused: %s', (typed, message) => {
  expect(parseAmount(typed, usdc)).toEqual({ ok: false, message })
})

test('what is shown of an amount reads back as the same amount', () => {
  fc.assert(
    fc.property(fc.bigInt(1n, 10n ** 15n - 1n), fc.integer({ min: 0, max: 18 }), (minor, scale) => {
      const digits = minor.toString().padStart(scale + 1, '0')
      const cut = digits.length - scale
      const typed = scale === 0 ? digits : `${digits.slice(0, cut)}.${digits.slice(cut)}`
      const parsed = parseAmount(typed, { currency: 'X', decimals: scale })
      expect(parsed).toMatchObject({ ok: true, minor })
      if (parsed.ok) {
        expect(parseAmount(parsed.text, { currency: 'X', decimals: scale })).toEqual(parsed)
      }
    }),
  )
})
