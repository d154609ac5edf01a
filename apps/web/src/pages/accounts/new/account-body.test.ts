import { expect, test } from 'vitest'
import { accountBody, chosenType, groupsOf, keyOfType } from './account-body.ts'
import type { AccountType } from '../../../api/queries/accounts.ts'

const field = (key: string) => ({
  key,
  label: key,
  type: 'text' as const,
  required: true,
  refreshOnChange: false,
  minLength: 0,
  maxLength: 200,
  pattern: '',
  validation: null,
  example: '',
  options: [],
  dependsOn: [],
  helpText: '',
  sensitive: false,
})
const way = (type: AccountType['type'], rail: string, keys: string[] = []): AccountType => ({
  type,
  rail,
  fields: keys.map(field),
  etaMinutes: 10,
  feeHint: '',
})

test('the body names what was chosen and holds the answers', () => {
  const choice = {
    entityId: 'ent_1',
    jurisdictionId: 'jur_1',
    ownership: 'SELF' as const,
    typeKey: '',
  }
  expect(
    accountBody(choice, way('BANK', 'SEPA'), {
      'account.additionalDetails.pixKey': 'someone@example.com',
      'accountHolder.name': 'Ada Bauer',
      'accountHolder.address.city': 'Bremen',
      nickname: 'Rent',
    }),
  ).toEqual({
    entityId: 'ent_1',
    jurisdictionId: 'jur_1',
    ownership: 'SELF',
    type: 'BANK',
    rail: 'SEPA',
    account: { additionalDetails: { pixKey: 'someone@example.com' } },
    accountHolder: { name: 'Ada Bauer', address: { city: 'Bremen' } },
    nickname: 'Rent',
  })
})

test('fields stand under their member of the body, in the order they are asked for', () => {
  const groups = groupsOf(
    way('BANK', 'ACH', ['accountHolder.name', 'account.a', 'accountHolder.x']),
  )
  expect(groups.map(({ title, fields }) => [title, fields.map(({ key }) => key)])).toEqual([
    ['Account holder', ['accountHolder.name', 'accountHolder.x']],
    ['Account', ['account.a']],
  ])
  expect(groupsOf(undefined)).toEqual([])
})

test('a chosen way stays while it is offered; else the same kind, else the first', () => {
  const types = [way('BANK', 'SEPA'), way('MOBILE_MONEY', 'MPESA'), way('BANK', 'SWIFT')]
  expect(chosenType(types, 'BANK SWIFT')).toBe(types[2])
  expect(chosenType(types, 'MOBILE_MONEY MTN')).toBe(types[1])
  expect(chosenType(types, '')).toBe(types[0])
  expect(chosenType([], 'BANK SEPA')).toBeUndefined()
  expect(types.map(keyOfType)).toEqual(['BANK SEPA', 'MOBILE_MONEY MPESA', 'BANK SWIFT'])
})
