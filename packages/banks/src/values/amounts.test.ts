import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decimalOf, minorOf, scaleOf, sumOf } from './amounts.ts'

test('an amount is the same when it was written and read', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 17n }), fc.nat(5), (minor, scale) => {
      expect(minorOf(decimalOf(minor, scale), scale)).toBe(minor)
    }),
  )
})

test.each([
  ['1', 2, 100n],
  ['1.', 2, 100n],
  ['+1.50', 2, 150n],
  ['0.5000', 1, 5n],
  ['007', 0, 7n],
  ['1.23', 1, undefined],
  ['-1', 2, undefined],
  ['.5', 2, 50n],
  ['.05', 2, 5n],
  ['5.', 2, 500n],
  ['+5', 2, 500n],
  ['.', 2, undefined],
  ['+', 2, undefined],
  ['1,5', 2, undefined],
  ['1e3', 2, undefined],
  ['1 000', 2, undefined],
  ['', 2, undefined],
  ['12345678901234567890', 2, undefined],
])('%j with %i decimals is %s', (text, scale, minor) => {
  expect(minorOf(text, scale)).toBe(minor)
})

test('amounts of any scale are summed exactly', () => {
  const amounts = [
    { minor: 1n, scale: 0 },
    { minor: 250n, scale: 2 },
    { minor: 7n, scale: 3 },
  ]
  expect(sumOf(amounts)).toBe('3.507')
  expect(sumOf([])).toBe('0')
})

test('currencies have as many decimals as they have', () => {
  expect(['EUR', 'JPY', 'KWD', 'USD'].map(scaleOf)).toEqual([2, 0, 3, 2])
})
