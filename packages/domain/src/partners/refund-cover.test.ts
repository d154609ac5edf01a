import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { worthDown } from '../rates/rate.ts'
import { planCover, type SpendableBalance } from './refund-cover.ts'

const eur = { asset: 'EUR', scale: 2 }
const usdc = { asset: 'USDC@31337', scale: 6 }
const par = { numerator: 1n, denominator: 1n }
const rate = { numerator: 4n, denominator: 5n }

describe('what pays a refund', () => {
  test.each([
    ['the same currency first', 50n * 100n, [['EUR', 5_000n, 5_000n]], 0n],
    [
      'then the others at their rate, what is taken rounded up',
      10_001n,
      [
        ['EUR', 10_000n, 10_000n],
        ['USDC@31337', 12_500n, 1n],
      ],
      0n,
    ],
    [
      'and says what is short',
      30_000n,
      [
        ['EUR', 10_000n, 10_000n],
        ['USDC@31337', 200_000_000n, 16_000n],
      ],
      4_000n,
    ],
  ])('%s', (_name, amount, parts, short) => {
    const plan = planCover({ ...eur, amount }, [
      { ...usdc, available: 200_000_000n, rate },
      { ...eur, available: 10_000n, rate: par },
    ])
    expect(plan.parts.map(({ from, gives }) => [from.asset, from.amount, gives])).toEqual(parts)
    expect(plan.short).toBe(short)
  })

  test('no more is taken than is there, all of it is accounted for, and no conversion costs the service', () => {
    const balance: fc.Arbitrary<SpendableBalance> = fc.record({
      asset: fc.constantFrom('EUR', 'GBP', 'USDC@31337', 'DAI@31337', 'JPY'),
      scale: fc.constantFrom(0, 2, 6, 18),
      available: fc.bigInt(0n, 10n ** 24n),
      rate: fc.record({
        numerator: fc.bigInt(1n, 10n ** 9n),
        denominator: fc.bigInt(1n, 10n ** 9n),
      }),
    })
    fc.assert(
      fc.property(
        fc.bigInt(1n, 10n ** 24n),
        fc.uniqueArray(balance, { selector: ({ asset }) => asset }),
        (amount, balances) => {
          const { parts, short } = planCover({ ...eur, amount }, balances)
          expect(parts.reduce((sum, { gives }) => sum + gives, short)).toBe(amount)
          expect(short).toBeGreaterThanOrEqual(0n)
          for (const { from, gives } of parts) {
            const held = balances.find(({ asset }) => asset === from.asset)
            expect(from.amount).toBeLessThanOrEqual(held?.available ?? 0n)
            if (!held || from.asset === eur.asset) continue
            const worth = worthDown(from.amount, held.rate, { from: held.scale, to: eur.scale })
            expect(worth).toBeGreaterThanOrEqual(gives)
          }
          const spent = parts.every(({ from }) =>
            balances.some((item) => item.asset === from.asset && item.available === from.amount),
          )
          if (short > 0n) expect(spent).toBe(true)
        },
      ),
    )
  })
})
