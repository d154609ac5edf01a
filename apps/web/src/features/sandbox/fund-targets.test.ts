import { expect, test } from 'vitest'
import type { Jurisdiction } from '../../api/queries/accounts.ts'
import { fundTargets, operationalTarget } from './fund-targets.ts'

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
  expect(targets.map(({ label, decimals }) => [label, decimals])).toEqual([
    ['Test chain TUSD', 6],
    ['Test chain TEUR', 18],
  ])
})

test('of several wallets each account says whose it is', () => {
  const targets = fundTargets([wallet('a', 'jur_1'), wallet('b', 'jur_1')], jurisdictions)
  expect(targets.map(({ label }) => label)).toEqual(['Test chain TUSD, a', 'Test chain TUSD, b'])
})

test('the operational wallet is paid in its own token, once that is known', () => {
  const own = { partnerOperationalWallet: '0xop', cryptoTokenId: 'jur_2' }
  expect(operationalTarget(own, jurisdictions)).toMatchObject({
    address: '0xop',
    currency: 'TEUR',
    decimals: 18,
  })
  expect(operationalTarget(own, [])).toBeUndefined()
})
