import { describe, expect, test } from 'vitest'
import {
  amountParts,
  amountText,
  countText,
  cutDecimals,
  decimalText,
  rateText,
} from './numbers.ts'

test.each([
  [0, '0'],
  [1250.5, '1250.5'],
  [1e-7, '0.0000001'],
  [1.23e-7, '0.000000123'],
  [-4.5e-9, '-0.0000000045'],
  [1e21, '1000000000000000000000'],
  [1.234e21, '1234000000000000000000'],
  ['12500.000000', '12500.000000'],
])('%s is written as %s, never in exponent form', (value, text) => {
  expect(decimalText(value)).toBe(text)
})

test.each([
  [0.199985033236681, '0.199985'],
  [0.1999999, '0.199999'],
  [1e-7, '0.000000'],
  ['2', '2.000000'],
])('%s is cut to %s, never rounded', (value, text) => {
  expect(cutDecimals(value, 6)).toBe(text)
})

describe('an amount is shown exactly', () => {
  test.each([
    [123456789012.345, undefined, '123,456,789,012.345'],
    [999999999999999, undefined, '999,999,999,999,999.00'],
    [0.000000000000001, undefined, '0.000000000000001'],
    [12500, 6, '12,500.000000'],
    [0.1, undefined, '0.10'],
    [1250, 0, '1,250'],
    [-3.5, undefined, '−3.50'],
  ])('%s with %s decimals is %s', (value, decimals, text) => {
    expect(amountText(value, undefined, decimals)).toBe(text)
  })

  test('no decimal is cut, even when the asset claims fewer', () => {
    expect(amountText(1.2345, 'USDC', 2)).toBe('1.2345 USDC')
  })

  test('a text has the digits of a currency, and two of a token at least', () => {
    expect(amountText(1250, 'JPY')).toBe('1,250 JPY')
    expect(amountText(3.5, 'KWD')).toBe('3.500 KWD')
    expect(amountText(1250, 'USDC')).toBe('1,250.00 USDC')
    expect(amountText(0.928514432, 'USDC')).toBe('0.928514432 USDC')
  })

  test('every number of up to 15 significant digits keeps its digits', () => {
    for (let digits = 1; digits <= 15; digits += 1) {
      for (let scale = 0; scale <= 18; scale += 1) {
        const minor = '987654321987654'.slice(0, digits)
        const padded = minor.padStart(scale + 1, '0')
        const text = scale === 0 ? padded : `${padded.slice(0, -scale)}.${padded.slice(-scale)}`
        const { major, minor: tail } = amountParts(Number(text), scale)
        expect(`${major}${tail}`.replaceAll(',', '').replace('.', '').replace(/^0+/, '')).toBe(
          minor,
        )
      }
    }
  })
})

test('the minor part is apart, so that it can stand back', () => {
  expect(amountParts(48200)).toEqual({ major: '48,200', minor: '.00' })
})

test('counts are grouped', () => {
  expect(countText(4318)).toBe('4,318')
})

test.each([
  [1.30685772773797, '1.306858'],
  [0.000012345678, '0.00001234568'],
  [1, '1'],
  [17_250.5, '17,250.5'],
])('the rate %d is read as %s', (rate, text) => {
  expect(rateText(rate)).toBe(text)
})
