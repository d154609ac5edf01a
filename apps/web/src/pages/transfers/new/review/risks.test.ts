import { expect, test } from 'vitest'
import { aTransfer, anAccount, usdc } from '../../../../features/transfers/testing/samples.ts'
import { isWallet, partyOf } from '../../../../features/transfers/signing/parties.ts'
import { risksOf } from './risks.ts'

const halden = anAccount('halden', '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266')
const orchid = anAccount('orchid', '0xa78465c49c9A85E0abd66deA14dC12D103983eF6')
const from = partyOf(halden, [usdc])
const to = partyOf(orchid, [usdc])
const accounts = [halden, orchid]
const titles = (change: Partial<Parameters<typeof risksOf>[0]>) => {
  if (!from || !to || !isWallet(from) || !isWallet(to))
    throw new Error('the sample accounts are no wallets')
  const calm = { from, to, accounts, amount: 12_500_000n, sent: [], received: [aTransfer()] }
  return risksOf({ ...calm, ...change }).map(({ title }) => title)
}

test('nothing, for a usual transfer to somebody who was paid before', () => {
  expect(titles({})).toEqual([])
})

test('a recipient nobody has paid, or only others have', () => {
  const byOthers = aTransfer({ from: { ...aTransfer().from, entityId: 'another' } })
  const first = ['First transfer to this recipient.']
  expect(titles({ received: [] })).toEqual(first)
  expect(titles({ received: [byOthers] })).toEqual(first)
  expect(titles({ received: undefined })).toEqual([])
})

test('an address that looks like another', () => {
  const twin = anAccount('twin', '0xA784000000000000000000000000000000003ef6')
  expect(titles({ accounts: [...accounts, twin] })).toEqual([
    'This address looks like another one.',
  ])
})

test('more than three times the middle of at least three transfers', () => {
  const sent = [aTransfer(), aTransfer(), aTransfer()]
  expect(titles({ sent, amount: 37_500_000n })).toEqual([])
  expect(titles({ sent, amount: 37_500_001n })).toEqual([
    'More than three times what this wallet usually sends.',
  ])
  expect(titles({ sent: sent.slice(1), amount: 37_500_001n })).toEqual([])
})
