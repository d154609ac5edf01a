import { expect, test } from 'vitest'
import { bankLabels, shownNumber } from './bank-labels.ts'
import { depositInstructions, transferInstructions } from './deposit-instructions.tsx'
import { linesText } from './deposit-lines.tsx'

const accountOwner = { entityId: 'ent_1', name: 'Baltazar Foods SA' }
const american = {
  currency: 'USD',
  bank_name: 'Corvane Bank',
  bank_address: '400 Harbor Street',
  bank_routing_number: '031902766',
  bank_account_number: '884011774471',
  payment_rail: 'ACH',
}
const german = {
  currency: 'EUR',
  amount: 1250.5,
  reference: 'CR-7K3F9Q',
  accountNumber: 'DE89370400440532013000',
  accountHolderName: 'Corridor Payments',
  bankName: 'Nordhaven Bank',
  bankAddress: '',
  bankCountry: 'DE',
  bankSwiftCode: 'NDHVDE2A',
  bankRoutingNumber: '',
  bankIban: 'DE89370400440532013000',
  bankBic: 'NDHVDE2A',
  branchCode: '',
  paymentRail: 'SEPA_CREDIT',
}

test('bank details come in the order of a payment form, in the words of the country', () => {
  const lines = depositInstructions({ accountOwner, depositAccountInfo: american })
  expect(linesText(lines).split('\n')).toEqual([
    'Account holder: Baltazar Foods SA',
    'Account number: 884011774471',
    'ACH routing number: 031902766',
    'Bank: Corvane Bank',
    'Bank address: 400 Harbor Street',
    'Payment rail: ACH',
    'Currency: USD',
  ])
})

test('a funding account and a transfer call the same account by the same words', () => {
  const funding = depositInstructions({
    accountOwner: { entityId: 'ent_1', name: german.accountHolderName },
    depositAccountInfo: {
      currency: 'EUR',
      bank_name: german.bankName,
      bank_address: '',
      bank_routing_number: german.bankBic,
      bank_account_number: german.bankIban,
      payment_rail: german.paymentRail,
    },
  })
  const transfer = transferInstructions(german)
  expect(linesText(transfer).split('\n')).toEqual([
    'Payment reference: CR-7K3F9Q',
    'Send exactly: 1250.5',
    'Account holder: Corridor Payments',
    'IBAN: DE89370400440532013000',
    'BIC: NDHVDE2A',
    'Bank: Nordhaven Bank',
    'Bank country: Germany',
    'Payment rail: SEPA CREDIT',
  ])
  expect(transfer).toEqual(expect.arrayContaining(funding.slice(0, -1)))
})

test.each([
  ['SEPA_INSTANT', 'DE89370400440532013000', 'NDHVDE2A', 'IBAN', 'BIC'],
  ['FASTER_PAYMENTS', '12345678', '001234', 'Account number', 'Sort code'],
  ['FEDWIRE', '884011774471', '031902766', 'Account number', 'Wire routing number'],
  ['SPEI', '646180157042875763', '646', 'CLABE', 'Bank code'],
  ['NPP', '123456789', '999123', 'Account number', 'BSB'],
  ['IMPS', '12345678901234', 'CRDR0123456', 'Account number', 'IFSC'],
  ['SOMETHING', '123', '456', 'Account number', 'Routing number'],
])('%s: %s and %s are called %s and %s', (rail, account, routing, ...labels) => {
  const terms = bankLabels({ account, routing, rail })
  expect([terms.account, terms.routing]).toEqual(labels)
})

test('where the rail is not known, the country says how its numbers are called', () => {
  const labels = bankLabels({ account: '12345678', routing: '001234', country: 'GB' })
  expect(labels).toEqual({ account: 'Account number', routing: 'Sort code' })
})

test('numbers are shown in groups, and copied without spaces', () => {
  expect(shownNumber('IBAN', 'DE89370400440532013000')).toBe('DE89 3704 0044 0532 0130 00')
  expect(shownNumber('Sort code', '001234')).toBe('00-12-34')
  expect(shownNumber('BSB', '999123')).toBe('999-123')
  expect(shownNumber('Account number', '884011774471')).toBe('884011774471')
})

test('on a blockchain the address comes first, and the exact amount where there is one', () => {
  const chain = {
    currency: 'USDC',
    networkName: 'Harbour',
    chainId: '31337',
    tokenAddress: '0x5FbDB2315678afecb367f032d93F642f64180aa3',
    depositWalletAddress: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  }
  const info = { ...american, ...chain, bank_name: '', payment_rail: 'blockchain' }
  const labels = ['Deposit address', 'Token', 'Network', 'Chain', 'Token address']
  const funding = depositInstructions({ accountOwner, depositAccountInfo: info })
  expect(funding.map(({ label }) => label)).toEqual(labels)
  const transfer = transferInstructions({ ...chain, amount: 0.0000001 })
  expect(transfer.map(({ label }) => label)).toEqual(labels.toSpliced(1, 0, 'Send exactly'))
  expect(transfer[1]?.text).toBe('0.0000001')
})

test('what the bank has not answered yet is left out', () => {
  const lines = depositInstructions({
    accountOwner,
    depositAccountInfo: { ...american, bank_account_number: '', bank_routing_number: '' },
  })
  expect(lines.map(({ label }) => label)).not.toContain('Account number')
})
