import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { basisPointsOf, decimalText, fromWire, toText, toWire } from './index.ts'

const scales = fc.integer({ min: 0, max: 18 })

describe('money on the wire', () => {
  test('every amount of at most 15 digits comes back as it went in', () => {
    const digits = fc.bigInt({ min: 1n, max: 999_999_999_999_999n })
    fc.assert(
      fc.property(digits, scales, (minor, scale) => {
        const wire = toWire({ minor, scale })
        const back = fromWire(JSON.parse(JSON.stringify(wire)) as number, 'USDC', scale)
        expect(back).toEqual({ ok: true, value: { minor, currency: 'USDC', scale } })
      }),
      { numRuns: 100_000 },
    )
  })

  test.each([
    ['more decimals than the currency has', 1.001, 2],
    ['a fraction of a currency without decimals', 0.5, 0],
    ['a binary remainder', 0.1 + 0.2, 18],
    ['sixteen significant digits', 1234567890.123456, 18],
    ['a negative amount', -1, 2],
    ['not a number', Number.NaN, 2],
    ['infinity', Number.POSITIVE_INFINITY, 2],
  ])('%s is refused, never rounded', (_, value, scale) => {
    expect(fromWire(value, 'USD', scale)).toEqual({ ok: false, failure: 'AMOUNT_PRECISION' })
  })

  test.each([
    [1e-7, '0.0000001'],
    [1.5e-10, '0.00000000015'],
    [1e21, '1000000000000000000000'],
    [123456, '123456'],
    [-2.5e-8, '-0.000000025'],
  ])('%s is written without an exponent', (value, text) => {
    expect(decimalText(value)).toBe(text)
  })

  test('an amount beyond 15 digits is cut toward zero on the way out', () => {
    expect(toWire({ minor: 1_234_567_890_123_456_789n, scale: 18 })).toBe(1.23456789012345)
    expect(toText(1_234_567_890_123_456_789n, 18)).toBe('1.234567890123456789')
  })

  test('basis points round only where the caller says', () => {
    const base = { minor: 10_001n, currency: 'USD', scale: 2 }
    expect(basisPointsOf(base, 50, 'down').minor).toBe(50n)
    expect(basisPointsOf(base, 50, 'up').minor).toBe(51n)
  })
})
