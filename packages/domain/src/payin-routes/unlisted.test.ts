import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shownDecimals, shownSymbol } from './unlisted.ts'

const listed = ['USDC', 'DAI', 'ETH', 'EUR']

test.each([
  ['SHIB', 'SHIB'],
  ['a.b-C_$9', 'a.b-C_$9'],
  ['', ''],
  ['USDC', ''],
  ['usdc.e', ''],
  ['U-S-D-C', ''],
  ['USĐC', ''],
  ['u5dc', ''],
  ['WETH', ''],
  ['Visit evil.example', ''],
  ['evil\u202Ecod', ''],
  ['A\u0000', ''],
  ['<b>', ''],
  ['A\n', ''],
  ['x'.repeat(17), ''],
])('the symbol %j is shown as %j', (text, shown) => {
  expect(shownSymbol(text, listed)).toBe(shown)
})

test('whatever a contract says, what is shown is short and plain', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(shownSymbol(text, listed)).toMatch(/^[A-Za-z0-9.$_-]{0,16}$/)
    }),
  )
})

test.each([
  [0n, 0],
  [18n, 18],
  [36n, 36],
  [37n, undefined],
  [2n ** 255n, undefined],
  [undefined, undefined],
])('decimals of %s are shown as %s', (given, shown) => {
  expect(shownDecimals(given)).toBe(shown)
})
