import { describe, expect, test } from 'vitest'
import type { ExternalAccount } from '../../../../api/queries/accounts.ts'
import { anAccount, usdc } from '../../../../features/transfers/testing/samples.ts'
import { partyOf } from '../../../../features/transfers/signing/parties.ts'
import { fromOptions, lookAlikes, toOptions } from './parties.ts'

const halden = anAccount('halden', '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266')
const orchid = anAccount('orchid', '0xa78465c49c9A85E0abd66deA14dC12D103983eF6')
const dai = { id: 'jur_dai', name: 'Test chain DAI', currency: 'DAI', type: 'blockchain' } as const
function withoutWallet(account: ExternalAccount): ExternalAccount {
  const bare = { ...account }
  delete bare.wallet
  return bare
}

const reasonOf = (to: ExternalAccount, from?: ExternalAccount) =>
  toOptions([to], from)[0]?.disabledReason

describe('who can be paid', () => {
  test('an account of the same token, and before a sender is chosen any wallet', () => {
    expect(reasonOf(orchid, halden)).toBeUndefined()
    expect(reasonOf({ ...orchid, jurisdiction: dai })).toBeUndefined()
  })

  test.each([
    ['a disabled account', { ...orchid, status: 'DISABLED' as const }, 'not enabled'],
    ['the sender itself', halden, 'already there'],
    ['the sender’s address under another name', { ...halden, accountId: 'acc_x' }, 'already there'],
    ['another token', { ...orchid, jurisdiction: dai }, 'On Test chain DAI; a direct transfer'],
  ])('%s stays in the list and says why not', (_, account, reason) => {
    expect(reasonOf(account, halden)).toContain(reason)
  })

  test('a wallet pays a bank account, and a bank account pays both', () => {
    const bank = withoutWallet({ ...orchid, accountId: 'acc_bank', accountKind: 'BANK' })
    expect(reasonOf(bank, halden)).toBeUndefined()
    expect(reasonOf(halden, bank)).toBeUndefined()
    expect(reasonOf({ ...bank, accountId: 'acc_other' }, bank)).toBeUndefined()
    const outside = { ...halden, accountKind: 'WALLET' as const }
    expect(reasonOf(bank, outside)).toBeUndefined()
    expect(reasonOf(orchid, outside)).toContain('signs here')
  })

  test('those that can be paid come first, the last used of them before the others', () => {
    const recent = anAccount('recent', '0x01', { lastUsedAt: '2026-01-04T00:00:00Z' })
    const off = anAccount('off', '0x02', { status: 'DISABLED', lastUsedAt: '2026-01-05T00:00:00Z' })
    const order = toOptions([orchid, off, recent], halden).map(({ value }) => value)
    expect(order).toEqual(['acc_recent', 'acc_orchid', 'acc_off'])
  })
})

test('wallets and bank accounts can pay, with what they hold; mobile money cannot', () => {
  const bank = withoutWallet({ ...orchid, accountKind: 'BANK' })
  const phone = withoutWallet({ ...orchid, accountKind: 'MOBILE_MONEY' })
  expect(fromOptions([bank, phone], () => undefined).map(({ value }) => value)).toEqual([
    'acc_orchid',
  ])
  expect(fromOptions([halden], () => '5.00 USDC')).toEqual([
    {
      value: 'acc_halden',
      label: 'halden, Main (USDC)',
      sub: '5.00 USDC, 0xf39F…2266, Test chain USDC',
      disabledReason: undefined,
    },
  ])
})

test('an account of an unknown jurisdiction is no party', () => {
  expect(partyOf(halden, [])).toBeUndefined()
  expect(partyOf(halden, [usdc])).toMatchObject({ decimals: 6, nativeCurrency: 'ETH' })
})

test('an address that begins and ends as a known one is a look-alike, the same one is not', () => {
  const twin = anAccount('twin', '0xA784000000000000000000000000000000003ef6')
  const address = orchid.wallet?.walletAddress ?? ''
  expect(lookAlikes(address, [orchid, halden, twin])).toEqual([twin])
  expect(lookAlikes(address.toLowerCase(), [orchid])).toEqual([])
})
