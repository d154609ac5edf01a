import { expect, test } from 'vitest'
import type { Corridor, ExternalAccount } from '../../../api/queries/accounts.ts'
import { depositPlace, destinationOptions, fundingOptions, targetOptions } from './destinations.ts'

const germany = { id: 'jur_de', name: 'Germany', currency: 'EUR', type: 'country' as const }
const polygon = { id: 'jur_pol', name: 'Polygon', currency: 'USDC', type: 'blockchain' as const }
const ethereum = { id: 'jur_eth', name: 'Ethereum', currency: 'USDC', type: 'blockchain' as const }
const address = '0x30897EA4aD2b0b5Fd1a6a6E67bC3a2f9fC1971aF'

function anAccount(over: Partial<ExternalAccount> & { accountId: string }): ExternalAccount {
  const isWallet = over.jurisdiction?.type === 'blockchain'
  return {
    status: 'ENABLED',
    jurisdiction: germany,
    nickname: '',
    accountHolder: { name: 'Ada Lovelace' },
    account: {
      bankIban: isWallet ? '' : 'DE89370400440532013000',
      accountNumber: '',
      bankName: 'Elbe',
    },
    verification: { bankName: '' },
    ...(isWallet
      ? {
          wallet: {
            walletAddress: address,
            networkName: 'Polygon',
            chainId: '137',
            tokenAddress: '',
          },
        }
      : {}),
    ...over,
  } as ExternalAccount
}

const corridorTo = (to: typeof germany | typeof polygon, health = 'AVAILABLE') =>
  ({ to, health }) as Corridor

const bank = { jurisdiction: germany, depositAccountInfo: { bank_account_number: 'DE02 1' } }
const chain = {
  jurisdiction: polygon,
  depositAccountInfo: { bank_account_number: '', depositWalletAddress: address.toLowerCase() },
}

test.each([
  ['an account that fits', anAccount({ accountId: 'a' }), bank, [corridorTo(germany)], undefined],
  [
    'one that is off',
    anAccount({ accountId: 'a', status: 'DISABLED' }),
    bank,
    [corridorTo(germany)],
    'Not enabled: disabled',
  ],
  [
    'the destination now, also while it is off',
    anAccount({ accountId: 'now', status: 'DISABLED' }),
    bank,
    [corridorTo(germany)],
    'Deposits go there now',
  ],
  [
    'a corridor that does not exist',
    anAccount({ accountId: 'a' }),
    bank,
    [],
    'No corridor from Germany to Germany',
  ],
  [
    'another chain',
    anAccount({ accountId: 'a', jurisdiction: ethereum }),
    chain,
    [corridorTo(polygon)],
    'On Ethereum; tokens stay on Polygon',
  ],
  [
    'the deposit address itself, in whichever case',
    anAccount({ accountId: 'a', jurisdiction: polygon }),
    chain,
    [corridorTo(polygon)],
    'Deposits arrive there',
  ],
  [
    'a corridor that is paused',
    anAccount({ accountId: 'a' }),
    bank,
    [corridorTo(germany, 'PAUSED')],
    'This corridor is paused at the moment',
  ],
])('a destination says why it is not offered: %s', (_, account, source, corridors, reason) => {
  const [option] = destinationOptions([account], source, corridors, 'now')
  expect(option?.disabledReason).toBe(reason)
})

test('those that fit come first, the one used last before the others; no number is shown in full', () => {
  const all = [
    anAccount({ accountId: 'off', status: 'DISABLED', lastUsedAt: '2026-03-01T00:00:00Z' }),
    anAccount({ accountId: 'old' }),
    anAccount({ accountId: 'new', lastUsedAt: '2026-02-01T00:00:00Z', nickname: 'Main' }),
  ]
  const options = destinationOptions(all, bank, [corridorTo(germany)])
  expect(options.map(({ value }) => value)).toEqual(['new', 'old', 'off'])
  expect(options[0]).toMatchObject({ label: 'Ada Lovelace, Main (EUR)', sub: 'Elbe, ••••3000' })
})

test('money is returned where it came in, to accounts that are on', () => {
  const all = [
    anAccount({ accountId: 'wallet', jurisdiction: polygon }),
    anAccount({ accountId: 'off', status: 'NEEDS_RELINK' }),
    anAccount({ accountId: 'bank' }),
  ]
  const options = targetOptions(all, ({ jurisdiction }) => jurisdiction.id === germany.id)
  expect(options.map(({ value, disabledReason }) => [value, disabledReason])).toEqual([
    ['off', 'Not enabled: needs relink'],
    ['bank', undefined],
  ])
})

test.each([
  ['ACTIVE', undefined],
  ['PROVISIONING', 'Still being opened'],
  ['INACTIVE', 'Switched off; it has to be activated first'],
  ['CLOSED', 'Cannot be used: closed'],
] as const)('a funding account that is %s', (status, reason) => {
  const depositAccountInfo = {
    currency: 'EUR',
    bank_name: 'Corvane Bank',
    bank_address: '',
    bank_routing_number: '',
    bank_account_number: 'DE75512108001245126199',
    payment_rail: 'SEPA',
  }
  const account = { fundingAccountId: 'fund_1', status, jurisdiction: germany, depositAccountInfo }
  expect(depositPlace(account)).toBe('Corvane Bank, ••••6199')
  expect(fundingOptions([account])[0]).toMatchObject({
    label: 'Germany, EUR',
    disabledReason: reason,
  })
})
