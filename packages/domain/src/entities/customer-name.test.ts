import { expect, test } from 'vitest'
import { customerName } from './customer-name.ts'

test.each([
  ['a business by its name', ['Ada', 'Lovelace', 'Engines Ltd'], 'Engines Ltd'],
  ['a person by both names', ['Ada', 'Lovelace', ''], 'Ada Lovelace'],
  ['a person by the one name there is', ['', 'Lovelace', ''], 'Lovelace'],
  ['nobody yet by none', ['', '', ''], ''],
])('a customer is called: %s', (_, [first_name = '', last_name = '', business_name = ''], name) => {
  expect(customerName({ first_name, last_name, business_name })).toBe(name)
})
