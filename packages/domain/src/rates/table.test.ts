import { describe, expect, test } from 'vitest'
import { inverse, midRate, rateText, readPerEuro, toRate, worthDown, worthUp } from './index.ts'

const perEuro = (rates: Record<string, string>) =>
  readPerEuro(Object.entries(rates)) ?? new Map<string, never>()
const files = [
  { source: 'Bank', day: '2026-11-20', perEuro: perEuro({ USD: '1.15', GBP: '0.88' }) },
  { source: 'Other', day: '2026-11-19', perEuro: perEuro({ NGN: '1700.5', USD: '2' }) },
]
const rateOf = (from: string, to: string) => {
  const found = midRate(files, from, to, '2026-11-21')
  return found.ok ? { ...found.value, mid: rateText(toRate(found.value.mid)) } : undefined
}

describe('mid rates', () => {
  test('cross rates go through the euro, exactly', () => {
    expect(rateOf('EUR', 'USD')).toEqual({ mid: '1.15', source: 'Bank', asOf: '2026-11-20' })
    expect(rateOf('USD', 'GBP')?.mid).toBe('0.765217391304347')
  })

  test('the older of two files is named with both', () => {
    const rate = rateOf('NGN', 'GBP')
    expect(rate).toMatchObject({ source: 'Other, Bank', asOf: '2026-11-19' })
  })

  test('tokens of the dollar are worth one, and so is every currency in itself', () => {
    for (const [from, to] of [
      ['USDC', 'USD'],
      ['DAI', 'USDC'],
      ['KES', 'KES'],
    ] as const)
      expect(rateOf(from, to)).toEqual({ mid: '1', source: 'par', asOf: '2026-11-21' })
    expect(rateOf('USDC', 'EUR')?.mid).toBe(rateOf('USD', 'EUR')?.mid)
  })

  test('a currency that no file knows has no rate', () => {
    expect(rateOf('KES', 'EUR')).toBeUndefined()
  })

  test('a file with anything but currencies and numbers above zero is none', () => {
    for (const [currency, text] of [
      ['USD', '0'],
      ['USD', '-1'],
      ['USD', '1e3'],
      ['USD', 'N/A'],
      ['usd', '1'],
    ] as const)
      expect(readPerEuro([[currency, text]])).toBeUndefined()
  })

  test('a worth is rounded up or down', () => {
    const third = { numerator: 1n, denominator: 3n }
    expect(worthUp(100n, third, { from: 2, to: 6 })).toBe(333_334n)
    expect(worthDown(100n, third, { from: 2, to: 6 })).toBe(333_333n)
    expect(worthDown(100n, inverse(third), { from: 2, to: 2 })).toBe(300n)
  })
})
