import { depositLabels, heldReasons, routeReasons } from '@corridor/contract'
import { expect, test } from 'vitest'
import {
  destinationNumber,
  destinationPlace,
  fundingText,
  heldText,
  heldLabel,
  labelsText,
  routeName,
  routeReason,
  senderName,
} from './labels.ts'

const usa = { id: 'j1', name: 'United States', currency: 'USD', type: 'country' } as const
const polygon = { id: 'j2', name: 'Polygon', currency: 'USDC', type: 'blockchain' } as const
const bank = {
  currency: 'USD',
  bank_name: 'Corvane Bank',
  bank_address: '400 Harbor Street',
  bank_routing_number: '031902760',
  bank_account_number: '884011774471',
  payment_rail: 'ACH push, Fedwire',
}
const account = {
  kind: 'BANK',
  nickname: '',
  holderName: 'Baltazar Foods SA',
  bankName: '',
  numberMasked: '••••7788',
  status: 'ENABLED',
}

test('a route is called by its owner and what becomes of the money', () => {
  const accountOwner = { entityId: 'ent_1', name: 'Baltazar Foods SA' }
  const route = { accountOwner, depositAccountInfo: bank, destinationJurisdiction: polygon }
  expect(routeName(route)).toBe('Baltazar Foods SA, USD to USDC')
})

test('no list shows a whole account number', () => {
  expect(fundingText({ depositAccountInfo: bank })).toBe('Corvane Bank, ••••4471')
  const wallet = { networkName: 'Polygon', depositWalletAddress: `0x320D${'0'.repeat(32)}bc02` }
  expect(fundingText({ depositAccountInfo: { ...bank, ...wallet } })).toBe('Polygon, 0x320D…bc02')
})

test('a destination is the end of its number and where it is', () => {
  const toBank = { destinationAccount: account, destinationJurisdiction: usa }
  expect(destinationNumber(toBank)).toBe('••••7788')
  expect(destinationPlace(toBank)).toBe('United States')
  const destination = { walletAddress: `0x320D${'0'.repeat(32)}bc02` }
  const toWallet = { ...toBank, destination, destinationJurisdiction: polygon }
  expect(destinationNumber(toWallet)).toBe('0x320D…bc02')
  expect(destinationPlace(toWallet)).toBe('Polygon')
})

test.each(heldReasons.filter(Boolean))('%s has a label', (reason) => {
  expect(heldLabel(reason)).not.toMatch(/_/)
  expect(heldText(reason)).toMatch(/^[A-Z].+\.$/)
})

test.each(routeReasons.filter(Boolean))('%s has a sentence', (reason) => {
  expect(routeReason(reason)).toMatch(/^[A-Z].+\.$/)
})

test('a reason that nobody knows yet is shown as it came', () => {
  expect([heldLabel('NEW_ONE'), heldText('NEW_ONE'), routeReason('NEW_ONE')]).toEqual(
    Array.from({ length: 3 }, () => 'NEW_ONE'),
  )
})

test('labels are text', () => {
  expect(labelsText(depositLabels)).toBe(
    'Underpaid, Overpaid, Late, Below minimum, Unsupported asset, Memo missing',
  )
})

test.each([
  [{ name: 'Acme', accountMasked: '••••3000', walletAddress: '' }, 'Acme'],
  [{ name: '', accountMasked: '••••3000', walletAddress: '' }, '••••3000'],
  [
    { name: '', accountMasked: '', walletAddress: `0x320D${'0'.repeat(32)}bc02` },
    expect.stringMatching(/^0x320D/),
  ],
  [{ name: '', accountMasked: '', walletAddress: `0x${'0'.repeat(40)}` }, 'Newly issued tokens'],
  [{ name: '', accountMasked: '', walletAddress: '' }, 'Unknown sender'],
])('of a sender people see what is known', (sender, text) => {
  expect(senderName({ sender })).toEqual(text)
})
