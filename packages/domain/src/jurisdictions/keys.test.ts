import { expect, test } from 'vitest'
import { canonicalKeys } from './keys.ts'

test.each<[string, string, string]>([
  ['DE', 'account.bankIban', 'account.iban'],
  ['DE', 'account.accountNumber', 'account.iban'],
  ['DE', 'account.bankBic', 'account.bic'],
  ['DE', 'account.bankSwiftCode', 'account.bic'],
  ['US', 'account.routingNumber', 'account.bankRoutingNumber'],
  ['GB', 'account.sortCode', 'account.bankRoutingNumber'],
  ['MX', 'account.clabe', 'account.accountNumber'],
  ['IN', 'account.ifsc', 'account.bankRoutingNumber'],
  ['AU', 'account.bsb', 'account.bankRoutingNumber'],
  ['AU', 'account.branchCode', 'account.bankRoutingNumber'],
  ['CA', 'account.transitNumber', 'account.branchCode'],
  ['CA', 'account.institutionNumber', 'account.bankRoutingNumber'],
  ['CA', 'account.additionalDetails.transitNumber', 'account.branchCode'],
  ['MX', 'account.additionalDetails.clabe', 'account.accountNumber'],
  ['BR', 'account.pixKey', 'account.additionalDetails.pixKey'],
  ['NG', 'account.bankCode', 'account.bankRoutingNumber'],
  ['KE', 'account.phoneNumber', 'account.accountNumber'],
  ['DE', 'account.accountHolderName', 'accountHolder.name'],
])('in %s, %s is %s, and errors name what was sent', (country, sent, key) => {
  const { values, sentAs } = canonicalKeys(country, { [sent]: 'X' })
  expect(values).toEqual({ [key]: 'X' })
  expect(sentAs(key)).toBe(sent)
  expect(sentAs('account.other')).toBe('account.other')
})

test('a member under its own name wins over a customary one', () => {
  const given = { 'account.iban': 'A', 'account.bankIban': 'B' }
  const { values, sentAs } = canonicalKeys('DE', given)
  expect(values).toEqual(given)
  expect(sentAs('account.iban')).toBe('account.iban')
})

test('a branch code stays one where the country has it', () => {
  const { values } = canonicalKeys('KE', { 'account.branchCode': '404' })
  expect(values).toEqual({ 'account.branchCode': '404' })
})

test('an account number stays one where the country has it', () => {
  const { values } = canonicalKeys('US', { 'account.accountNumber': '1' })
  expect(values).toEqual({ 'account.accountNumber': '1' })
})

test('words of a list are taken in any case', () => {
  const { values } = canonicalKeys('US', {
    'account.accountType': 'checking',
    'accountHolder.type': 'INDIVIDUAL',
  })
  expect(values).toEqual({ 'account.accountType': 'CHECKING', 'accountHolder.type': 'individual' })
})
