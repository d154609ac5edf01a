import { expect, test } from 'vitest'
import type { WalletBalance } from '../../../api/queries/wallets.ts'
import { firstHeldText, heldText } from './held-text.ts'

const balance = (...tokens: [string, number, number][]): WalletBalance => ({
  address: '0x1',
  networkName: 'Dev',
  chainId: '1',
  native: { currency: 'ETH', amount: 0 },
  tokens: tokens.map(([currency, amount, decimals]) => ({
    currency,
    amount,
    decimals,
    tokenAddress: '0x2',
  })),
  asOf: '2026-11-22T10:00:00Z',
  blockNumber: 1,
})

test.each([
  [
    'of several tokens',
    [balance(['USDC', 1250, 6], ['DAI', 3.5, 18])],
    '1,250.000000 USDC, 3.500000 DAI',
  ],
  [
    'of one token on two networks, with different decimals',
    [balance(['USDC', 0.1, 6]), balance(['USDC', 0.2, 18])],
    '0.300000 USDC',
  ],
  ['of nothing', [balance(['USDC', 0, 6])], 'nothing'],
  ['of a wallet without an account', [], 'nothing'],
  ['with every decimal', [balance(['USDC', 0.000001, 6])], '0.000001 USDC'],
])('the sum %s', (_, balances, text) => {
  expect(heldText(balances)).toBe(text)
})

test('where there is little room the first sum stands for all', () => {
  const balances = [balance(['USDC', 1250, 6], ['DAI', 3.5, 18], ['EURC', 1, 6])]
  expect(firstHeldText(balances)).toBe('1,250.000000 USDC +2')
  expect(firstHeldText([balance(['USDC', 1, 6])])).toBe('1.000000 USDC')
  expect(firstHeldText(undefined)).toBeUndefined()
})

test('a network that cannot be reached leaves no sum', () => {
  expect(heldText(undefined)).toBeUndefined()
})
