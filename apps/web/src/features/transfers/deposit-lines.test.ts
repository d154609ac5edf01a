import { expect, test } from 'vitest'
import { linesText } from '../accounts/deposit-lines.tsx'
import { depositLines } from './deposit-lines.tsx'

const bank = {
  currency: 'EUR',
  amount: 1250.5,
  reference: 'CR-7K3F9Q',
  accountNumber: '0417164300',
  accountHolderName: 'Corridor Payments',
  bankName: 'Nordhaven Bank',
  bankAddress: '',
  bankCountry: 'NL',
  bankSwiftCode: 'NDHVNL2A',
  bankRoutingNumber: '',
  bankIban: 'NL91ABNA0417164300',
  bankBic: 'NDHVNL2A',
  branchCode: '',
  paymentRail: 'SEPA_INSTANT',
}

test('a bank payment names its reference first; what is copied is what a form takes', () => {
  expect(linesText(depositLines(bank)).split('\n')).toEqual([
    'Payment reference: CR-7K3F9Q',
    'Send exactly: 1250.5',
    'Account holder: Corridor Payments',
    'IBAN: NL91ABNA0417164300',
    'BIC: NDHVNL2A',
    'Bank: Nordhaven Bank',
    'Bank country: Netherlands',
    'Payment rail: SEPA INSTANT',
  ])
})

test('an account without an IBAN is paid by number, routing number and branch', () => {
  const lines = depositLines({ ...bank, bankIban: '', bankRoutingNumber: '031902766' })
  expect(linesText(lines)).toContain(
    'Account number: 0417164300\nBIC: NDHVNL2A\nRouting number: 031902766',
  )
})

test('a token payment names address, exact amount, network and token contract', () => {
  const lines = depositLines({
    networkName: 'Test chain',
    chainId: '31337',
    currency: 'USDC',
    tokenAddress: '0xA382745C1207b14493c7877E37b3005D02DD744d',
    depositWalletAddress: '0x30897EA4b6F1a2C3D4e5F60718293a4b5C6d71aF',
    amount: 0.0000001,
  })
  expect(linesText(lines).split('\n')).toEqual([
    'Deposit address: 0x30897EA4b6F1a2C3D4e5F60718293a4b5C6d71aF',
    'Send exactly: 0.0000001',
    'Token: USDC',
    'Network: Test chain',
    'Chain: 31337',
    'Token address: 0xA382745C1207b14493c7877E37b3005D02DD744d',
  ])
})
