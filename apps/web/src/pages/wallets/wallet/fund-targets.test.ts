import { expect, test } from 'vitest'
import type { Jurisdiction } from '../../../api/queries/accounts.ts'
import { fundTargets, readAmount } from './fund-targets.ts'

const token = (id: string, currency: string, currencyScale: number): Jurisdiction => ({
  id,
  name: `Test chain ${currency}`,
  type: 'blockchain',
  currency,
  currencyScale,
  rails: [],
  features: { onRamp: false, offRamp: false, payIn: false, walletToWallet: true, entityTypes: [] },
  status: 'AVAILABLE',
})
const jurisdictions = [token('jur_1', 'TUSD', 6), token('jur_2', 'TEUR', 18)]
const wallet = (name: string, ...tokens: string[]) => ({
  walletId: `wal_${name}`,
  walletName: name,
  createdAt: '2026-01-05T12:00:00.000Z',
  accounts: tokens.map((jurisdictionId) => ({
    accountId: `wac_${name}_${jurisdictionId}`,
    externalAccountId: `acc_${name}_${jurisdictionId}`,
    jurisdictionId,
    address: `0x${name}`,
  })),
})

test('the faucet can pay every account whose token is known', () => {
  const targets = fundTargets([wallet('a', 'jur_1', 'jur_2', 'jur_9')], jurisdictions)
  expect(targets.map(({ label, scale }) => [label, scale])).toEqual([
    ['Test chain TUSD', 6],
    ['Test chain TEUR', 18],
  ])
})

test('of several wallets each account says whose it is', () => {
  const targets = fundTargets([wallet('a', 'jur_1'), wallet('b', 'jur_1')], jurisdictions)
  expect(targets.map(({ label }) => label)).toEqual(['Test chain TUSD, a', 'Test chain TUSD, b'])
})

test.each([
  ['1,250.00', 1250],
  [' 0.000001 ', 0.000001],
  ['1,000,000', 1_000_000],
  ['7', 7],
])('%j is the amount %d', (typed, amount) => {
  expect(readAmount(typed, { currency: 'TUSD', scale: 6 })).toEqual({ amount })
})

test.each([
  ['', 'Enter an amount'],
  ['0.00', 'Enter more than 0'],
  ['1,5', 'A number, such as 1,250.00'],
  ['1e3', 'A number, such as 1,250.00'],
  ['-1', 'A number, such as 1,250.00'],
  ['1.0000001', 'TUSD has 6 decimals, and 15 digits can be sent'],
  ['1234567890.123456', 'TUSD has 6 decimals, and 15 digits can be sent'],
])('%j is refused: %s', (typed, problem) => {
  expect(readAmount(typed, { currency: 'TUSD', scale: 6 })).toEqual({ problem })
})
