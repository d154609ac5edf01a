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

test('a branch code stays one where the country uses it', () => {
  const { values } = canonicalKeys('KE', { 'account.branchCode': '404' })
  expect(values).toEqual({ 'account.branchCode': '404' })
})

test('an account number stays one where the country uses it', () => {
  const { values } = canonicalKeys('US', { 'account.accountNumber': '1' })
  expect(values).toEqual({ 'account.accountNumber': '1' })
})

test.each<[string, string, string, string]>([
  ['CA', '11000-000', '000', '11000'],
  ['CA', '000011000', '000', '11000'],
  ['BR', '110-0001', '110', '0001'],
  ['KE', '01 404', '01', '404'],
])('in %s, %s is bank %s and branch %s in one', (country, sent, bank, branch) => {
  const { values, sentAs } = canonicalKeys(country, { 'account.routingNumber': sent })
  expect(values).toEqual({ 'account.bankRoutingNumber': bank, 'account.branchCode': branch })
  expect(sentAs('account.branchCode')).toBe('account.routingNumber')
})

test('a number that is not of the two stays, and so does a branch that was given', () => {
  const given = [
    { 'account.bankRoutingNumber': '0030' },
    { 'account.bankRoutingNumber': '11000-000', 'account.branchCode': '00002' },
  ]
  for (const values of given) expect(canonicalKeys('CA', values).values).toEqual(values)
})

test('values of a list are accepted in any case', () => {
  const { values } = canonicalKeys('US', {
    'account.accountType': 'checking',
    'accountHolder.type': 'INDIVIDUAL',
  })
  expect(values).toEqual({ 'account.accountType': 'CHECKING', 'accountHolder.type': 'individual' })
})
