import { expect, test } from 'vitest'
import { baseUnits } from './base-units.ts'

test.each([
  [25, 6, 25_000_000n],
  [0.01, 6, 10_000n],
  [1e-7, 18, 100_000_000_000n],
  [1.5e-7, 18, 150_000_000_000n],
  [1e21, 6, 10n ** 27n],
  [0, 6, 0n],
  [0.1, 1, 1n],
] as const)('%d with %d decimals is exact', (amount, decimals, units) => {
  expect(baseUnits(amount, decimals)).toBe(units)
})

test.each([
  [0.0000001, 6],
  [1.5e-7, 7],
  [-1, 6],
  [Number.NaN, 6],
  [Number.POSITIVE_INFINITY, 6],
] as const)('%d with %d decimals is no amount', (amount, decimals) => {
  expect(baseUnits(amount, decimals)).toBeUndefined()
})

test('an amount of up to 15 digits never loses a unit', () => {
  const numbers = Array.from({ length: 200 }, (_, i) => (BigInt(i) ** 7n * 7919n + 1n) % 10n ** 15n)
  for (const units of numbers) {
    for (let decimals = 0; decimals <= 18; decimals += 1) {
      const text = units.toString().padStart(decimals + 1, '0')
      const point = text.length - decimals
      const amount = Number(`${text.slice(0, point)}.${text.slice(point)}`)
      expect(baseUnits(amount, decimals)).toBe(units)
    }
  }
})
