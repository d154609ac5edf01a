import { expect, test } from 'vitest'
import { leftOut, oldestFirst, sumsText } from './forward-labels.ts'

const limit = {
  kind: 'PARTNER_DAY',
  limit: 500,
  used: 490,
  left: 10,
  needed: 20,
  currency: 'USD',
  resetsAt: '2027-01-01T00:00:00.000Z',
} as const
const row = (amount: number, at: string, fit: object) =>
  ({ amountIn: { amount, currency: 'EUR' }, receivedAt: at, fit }) as Parameters<
    typeof sumsText
  >[0][number]
const fits = row(100, '2026-11-02T00:00:00.000Z', { fits: true, reason: '' })
const late = row(20, '2026-11-03T00:00:00.000Z', { fits: false, reason: 'LIMIT', limit })
const off = row(30, '2026-11-01T00:00:00.000Z', { fits: false, reason: 'ROUTE_INACTIVE' })

test('what is left out is shown with its number and its reason', () => {
  expect(leftOut([fits, late, late, off], [fits])).toEqual([
    '2 of 4: Your daily limit: 490.00 USD of 500.00 USD used; this deposit takes 20.00 USD.',
    '1 of 4: Its route is off.',
    '1 of 4: later ones, for another time.',
  ])
})

test('sums by currency, oldest first', () => {
  expect(sumsText([fits, late])).toBe('120.00 EUR')
  expect(oldestFirst([late, fits, off])).toEqual([off, fits, late])
})
