import { expect, test } from 'vitest'
import { toOrigin } from './return-target.ts'
import type { DepositRow } from '../../db/schema/rows.ts'
import type { Sender } from '../../records/deposits/sender.ts'

const from = (source: 'BANK' | 'CHAIN', sender: Partial<Sender>) =>
  toOrigin({
    source,
    sender: { name: 'Ada', account: '', walletAddress: '', reference: '', ...sender },
  } as unknown as DepositRow)
const zero = `0x${'0'.repeat(40)}`
const bank = (account: object) => ({
  accountId: null,
  address: '',
  beneficiary: { name: 'Ada', account },
})

test.each([
  [
    'an IBAN',
    'BANK',
    { account: 'de89 3704 0044 0532 0130 00' },
    bank({ bankIban: 'DE89370400440532013000' }),
  ],
  ['a national number', 'BANK', { account: '1234 5678' }, bank({ accountNumber: '12345678' })],
  ['no account', 'BANK', {}, undefined],
  [
    'an address',
    'CHAIN',
    { walletAddress: '0xAbc' },
    { accountId: null, address: '0xAbc', beneficiary: { name: 'Ada', account: {} } },
  ],
  ['no address', 'CHAIN', {}, undefined],
  ['tokens that were just made', 'CHAIN', { walletAddress: zero }, undefined],
] as const)('money goes back to whoever sent it: %s', (_name, source, sender, expected) => {
  expect(from(source, sender)).toEqual(expected)
})
