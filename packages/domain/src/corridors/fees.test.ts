import { describe, expect, test } from 'vitest'
import { corridorFees, corridorKind, feeSummary, fixedFeeMinor, wholeFee } from './fees.ts'

describe('fees of corridors', () => {
  test('a fee is written as text and in minor units, a fraction of one rounded up', () => {
    expect(feeSummary(corridorFees.ON_RAMP, 'USD')).toBe('0.5 USD and 0.5 % of the amount')
    expect(feeSummary(corridorFees.FIAT_TO_FIAT, 'INR')).toBe('1 INR and 0.75 % of the amount')
    expect(feeSummary(corridorFees.CRYPTO_TO_CRYPTO, 'USDC')).toBe('No fee.')
    expect(feeSummary({ fixedHundredths: 5, basisPoints: 0 }, 'EUR')).toBe('0.05 EUR')
    expect(feeSummary({ fixedHundredths: 0, basisPoints: 110 }, 'EUR')).toBe('1.1 % of the amount')
    const whole = wholeFee('ON_RAMP', 'CHAIN')
    expect(feeSummary(whole, 'USD', 25)).toBe(
      '0.7 USD and 0.5 % of the amount; mid rate less 0.25 %',
    )
    expect(wholeFee('CRYPTO_TO_CRYPTO', 'CHAIN')).toEqual(corridorFees.CRYPTO_TO_CRYPTO)
    expect(fixedFeeMinor(corridorFees.ON_RAMP, 2)).toBe(50n)
    expect(fixedFeeMinor(corridorFees.ON_RAMP, 6)).toBe(500_000n)
    expect(fixedFeeMinor(corridorFees.ON_RAMP, 0)).toBe(1n)
  })

  test('no corridor takes more than 2 of the smallest amount of 100 units', () => {
    for (const kind of ['ON_RAMP', 'OFF_RAMP', 'FIAT_TO_FIAT'] as const)
      for (const payout of ['INSTANT', 'BATCH', 'CHAIN'] as const) {
        const { fixedHundredths, basisPoints } = wholeFee(kind, payout)
        expect(fixedHundredths + basisPoints).toBeLessThanOrEqual(200)
      }
  })

  test.each([
    ['country', 'blockchain', 'ON_RAMP'],
    ['blockchain', 'country', 'OFF_RAMP'],
    ['country', 'country', 'FIAT_TO_FIAT'],
    ['blockchain', 'blockchain', 'CRYPTO_TO_CRYPTO'],
  ] as const)('%s to %s is %s', (from, to, kind) => {
    expect(corridorKind(from, to)).toBe(kind)
  })
})
