import { expect, test } from 'vitest'
import { canPayFee, isExactFee } from './fee-match.ts'

const frame = {
  status: 'QUOTED' as const,
  asset: 'USDC',
  feePayment: {
    networkName: 'Test chain',
    chainId: '31337',
    tokenAddress: '0x1',
    toWalletAddress: '0x2',
    amount: 1296,
  },
  misc: { quotedAt: '2026-11-20T10:00:00.000Z' } as Parameters<typeof canPayFee>[1]['misc'],
}
const payment = {
  status: 'UNMATCHED' as const,
  source: 'CHAIN' as const,
  amount: 1296,
  asset: 'USDC',
  transactionHash: '0xabc',
  receivedAt: '2026-11-20T10:05:00.000Z',
}

test('a payment of exactly the fee after the quote is the fee', () => {
  expect(isExactFee(payment, frame)).toBe(true)
})

test('more than the fee can be used as it, but nobody does so unasked', () => {
  const more = { ...payment, amount: 1300 }
  expect(canPayFee(more, frame)).toBe(true)
  expect(isExactFee(more, frame)).toBe(false)
})

test.each([
  ['less than the fee', { amount: 1295.99 }],
  ['another asset', { asset: 'DAI' }],
  ['a payment by bank', { source: 'BANK' as const }],
  ['one that came before the quote', { receivedAt: '2026-11-20T09:59:59.000Z' }],
  ['one that pays for something already', { status: 'REPAYMENT' as const }],
])('%s is not', (_, change) => {
  expect(canPayFee({ ...payment, ...change }, frame)).toBe(false)
})

test('a frame that is no quote any more takes none', () => {
  expect(canPayFee(payment, { ...frame, status: 'ACCEPTED' })).toBe(false)
})
