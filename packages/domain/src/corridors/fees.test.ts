import { describe, expect, test } from 'vitest'
import { readRate } from '../rates/index.ts'
import {
  corridorFees,
  corridorKind,
  feeSummary,
  fixedFeeMinor,
  payoutFeeMinor,
  wholeFee,
} from './fees.ts'

describe('fees of corridors', () => {
  test('a fee is written as text and in minor units, a fraction of one rounded up', () => {
    expect(feeSummary(corridorFees.ON_RAMP)).toBe('0.50 USD and 0.5 % of the amount')
    expect(feeSummary(corridorFees.FIAT_TO_FIAT)).toBe('1.00 USD and 0.75 % of the amount')
    expect(feeSummary(corridorFees.CRYPTO_TO_CRYPTO)).toBe('No fee.')
    expect(feeSummary({ fixedCents: 5, basisPoints: 0 })).toBe('0.05 USD')
    expect(feeSummary({ fixedCents: 0, basisPoints: 110 })).toBe('1.1 % of the amount')
    const whole = wholeFee('ON_RAMP', 'CHAIN')
    expect(feeSummary(whole, 25)).toBe('0.70 USD and 0.5 % of the amount; mid rate less 0.25 %')
    expect(wholeFee('CRYPTO_TO_CRYPTO', 'CHAIN')).toEqual(corridorFees.CRYPTO_TO_CRYPTO)
  })

  test.each([
    ['dollars', '1', 2, 50n],
    ['a token of the dollar', '1', 6, 500_000n],
    ['a token with more decimals than a fee has', '1', 18, 500_000_000_000_000_000n],
    ['euros', '1.152', 2, 44n],
    ['yen, without decimals', '0.00639', 0, 79n],
  ] as const)(
    'the fixed part is the same worth in every currency: %s',
    (_, dollar, scale, minor) => {
      const { digits, scale: decimals } = readRate(dollar)
      const priced = { dollar: { numerator: digits, denominator: 10n ** BigInt(decimals) }, scale }
      expect(fixedFeeMinor(corridorFees.ON_RAMP, priced)).toBe(minor)
      expect(payoutFeeMinor('INSTANT', priced)).toBe((minor * 4n + 9n) / 10n)
    },
  )

  test.each([
    ['country', 'blockchain', 'ON_RAMP'],
    ['blockchain', 'country', 'OFF_RAMP'],
    ['country', 'country', 'FIAT_TO_FIAT'],
    ['blockchain', 'blockchain', 'CRYPTO_TO_CRYPTO'],
  ] as const)('%s to %s is %s', (from, to, kind) => {
    expect(corridorKind(from, to)).toBe(kind)
  })
})
