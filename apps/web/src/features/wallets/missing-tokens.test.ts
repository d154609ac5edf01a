import { expect, test } from 'vitest'
import type { Jurisdiction } from '../../api/queries/accounts.ts'
import { missingTokens, tokenChoices } from './missing-tokens.ts'

const jurisdiction = (id: string, chainId?: string): Jurisdiction => ({
  id,
  name: `Place ${id}`,
  type: chainId ? 'blockchain' : 'country',
  currency: id.toUpperCase(),
  currencyScale: 6,
  ...(chainId ? { chainId, networkName: `Chain ${chainId}` } : {}),
  rails: [],
  features: {
    onRamp: false,
    offRamp: false,
    payIn: false,
    walletToWallet: chainId !== undefined,
    entityTypes: [],
  },
  status: 'AVAILABLE',
})
const all = [
  jurisdiction('de'),
  jurisdiction('a', '1'),
  jurisdiction('b', '1'),
  jurisdiction('c', '2'),
]

test('a whole chain comes before its tokens; a chain of one token and a country are no choice of their own', () => {
  expect(tokenChoices(all).map(({ label, jurisdictionIds }) => [label, jurisdictionIds])).toEqual([
    ['Chain 1, all tokens', ['a', 'b']],
    ['Place a', ['a']],
    ['Place b', ['b']],
    ['Place c', ['c']],
  ])
})

test('a wallet lacks the tokens of chains that it has no account for', () => {
  const wallet = {
    walletId: 'wal_1',
    walletName: 'Everyday',
    createdAt: '2026-01-05T12:00:00.000Z',
    accounts: [
      { accountId: 'wac_1', externalAccountId: 'acc_1', jurisdictionId: 'b', address: '0x1' },
    ],
  }
  expect(missingTokens([wallet], all).map(({ token }) => token.id)).toEqual(['a', 'c'])
  expect(missingTokens([], all)).toEqual([])
})
