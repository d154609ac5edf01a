import fc from 'fast-check'
import { expect, test } from 'vitest'
import { feeAccountOf, payable, runsLow } from './fee-accounts.ts'

const amounts = fc.array(fc.bigInt({ min: 1n, max: 20n }), { maxLength: 20 })

test('a balance pays the oldest fees, as many as it holds, and never one more', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 100n }), amounts, (balance, fees) => {
      const due = fees.map((amount, at) => ({ amount, at }))
      const paid = payable(balance, due)
      expect(paid).toEqual(due.slice(0, paid.length))
      const left = paid.reduce((rest, { amount }) => rest - amount, balance)
      expect(left >= 0n).toBe(true)
      const next = due[paid.length]
      if (next) expect(next.amount > left).toBe(true)
    }),
  )
})

test('a balance runs low once: when it falls below the threshold, not while it stays there', () => {
  expect(runsLow(10n, 9n, 10n)).toBe(true)
  expect(runsLow(11n, 10n, 10n)).toBe(false)
  expect(runsLow(9n, 7n, 10n)).toBe(false)
})

test('a submission that a transaction pays has no account', () => {
  expect(['PREPAID', 'PAYMENTS_ACCOUNT', 'TRANSACTION', 'NONE'].map(feeAccountOf)).toEqual([
    'PREPAID',
    'PAYMENTS',
    undefined,
    undefined,
  ])
})
