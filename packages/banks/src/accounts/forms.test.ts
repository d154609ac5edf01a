import { expect, test } from 'vitest'
import { canonicalAccount, isIban, ownAccountOf } from './forms.ts'
import type { OperatorAccount } from './operator-accounts.ts'

const account = (
  countryCode: string,
  currency: string,
  routingNumber: string,
  accountNumber: string,
): OperatorAccount => ({
  countryCode,
  currency,
  routingNumber,
  accountNumber,
  holderName: 'Corridor',
  bankName: 'Bank',
  bankAddress: '',
  virtualPrefix: '',
})
const german = account('DE', 'EUR', 'COBADEFFXXX', 'DE89370400440532013000')
const british = account('GB', 'GBP', '601613', '31926819')
const american = account('US', 'USD', '021000021', '000123456789')
const nigerian = account('NG', 'NGN', '011', '2000000006')
const accounts = [german, british, american, nigerian]
const found = (number: string, agent = '', currency = '') =>
  ownAccountOf(accounts, { number, agent, currency })

test.each([
  [german, 'DE89 3704 0044 0532 0130 00', ''],
  [german, 'de89370400440532013000', 'COBADEFF'],
  [german, '370400440532013000', ''],
  [german, '37040044532013000', ''],
  [german, '37040044/0532013000', ''],
  [german, '532013000', '37040044'],
  [british, 'GB29NWBK60161331926819', ''],
  [british, '60161331926819', ''],
  [british, '60-16-13 31926819', ''],
  [british, '31926819', ''],
  [british, '31926819', '60-16-13'],
  [british, '31926819', 'NWBKGB2L'],
  [american, '123456789', ''],
  [american, '021000021000123456789', ''],
  [american, '021000021/123456789', ''],
  [nigerian, '2000000006', '011'],
])('%j is meant by %s at %s', (own, number, agent) => {
  expect(found(number, agent)).toBe(own)
})

test.each([
  ['another number', 'DE75512108001245126199', ''],
  ['wrong check digits', 'DE88370400440532013000', ''],
  ['another bank', '31926819', '200000'],
  ['a bank of another country', '31926819', 'COBADEFF'],
  ['the number of an IBAN without its bank', '532013000', ''],
  ['the IBAN of another British bank code', 'GB64NWBK20000031926819', ''],
  ['nothing', '', ''],
  ['a part of a number', '2681', ''],
])('%s is no account of ours', (_, number, agent) => {
  expect(found(number, agent)).toBeUndefined()
})

test('another currency than the account has is another account', () => {
  expect(found('DE89370400440532013000', '', 'USD')).toBeUndefined()
  expect(found('DE89370400440532013000', '', 'EUR')).toBe(german)
})

test('a number that is kept in two currencies needs the currency', () => {
  const both = [german, { ...german, countryCode: 'ES', currency: 'USD' }]
  const stated = { number: german.accountNumber, agent: '' }
  expect(ownAccountOf(both, { ...stated, currency: '' })).toBeUndefined()
  expect(ownAccountOf(both, { ...stated, currency: 'USD' })).toBe(both[1])
})

test.each([
  ['GB', 'GB29NWBK60161331926819', '', '601613', '31926819'],
  ['GB', '60161331926819', '', '601613', '31926819'],
  ['GB', '60-16-13/31926819', '', '601613', '31926819'],
  ['GB', '1926819', '601613', '601613', '01926819'],
  ['DE', '370400440532013000', 'COBADEFF', 'COBADEFF', 'DE89370400440532013000'],
  ['DE', 'DE89 3704 0044 0532 0130 00', '', '', 'DE89370400440532013000'],
  ['US', '123-456', '021000021', '021000021', '123456'],
])('in %s, %s at %j is %s %s', (country, number, agent, routingNumber, accountNumber) => {
  expect(canonicalAccount(country, { number, agent })).toEqual({ routingNumber, accountNumber })
})

test('an IBAN has its check digits', () => {
  expect(isIban('GB29NWBK60161331926819')).toBe(true)
  expect(isIban('GB28NWBK60161331926819')).toBe(false)
  expect(isIban('NOTANIBAN')).toBe(false)
})
