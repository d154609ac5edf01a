import { expect, test } from 'vitest'
import { linesText } from './deposit-lines.tsx'
import { depositInstructions } from './deposit-instructions.ts'

const accountOwner = { entityId: 'ent_1', name: 'Baltazar Foods SA' }
const bank = {
  currency: 'USD',
  bank_name: 'Corvane Bank',
  bank_address: '400 Harbor Street',
  bank_routing_number: '031902766',
  bank_account_number: '884011774471',
  payment_rail: 'ACH',
}

test('bank details come in the order of a payment form, the holder among them', () => {
  const lines = depositInstructions({ accountOwner, depositAccountInfo: bank })
  expect(linesText(lines).split('\n')).toEqual([
    'Bank name: Corvane Bank',
    'Bank address: 400 Harbor Street',
    'Routing number: 031902766',
    'Account number: 884011774471',
    'Account holder: Baltazar Foods SA',
    'Payment rail: ACH',
    'Currency: USD',
  ])
})

test('on a blockchain the address, network and token stand in their place', () => {
  const labels = depositInstructions({
    accountOwner,
    depositAccountInfo: {
      ...bank,
      bank_name: '',
      payment_rail: 'blockchain',
      currency: 'USDC',
      networkName: 'Harbour',
      chainId: '31337',
      tokenAddress: '0x5FbDB2315678afecb367f032d93F642f64180aa3',
      depositWalletAddress: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
    },
  }).map(({ label }) => label)
  expect(labels).toEqual(['Deposit address', 'Network', 'Chain', 'Token', 'Token address'])
})

test('what the bank has not answered yet is left out', () => {
  const lines = depositInstructions({
    accountOwner,
    depositAccountInfo: { ...bank, bank_account_number: '', bank_routing_number: '' },
  })
  expect(lines.map(({ label }) => label)).not.toContain('Account number')
})
