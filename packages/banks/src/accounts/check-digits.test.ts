import { expect, test } from 'vitest'
import {
  clabeCheck,
  frenchKey,
  ibanOf,
  italianLetter,
  nubanCheck,
  spanishCheck,
} from './check-digits.ts'

// Published examples: ISO 13616 registry, Banco de México, Central Bank of Nigeria.
test.each([
  ['DE', '370400440532013000', 'DE89370400440532013000'],
  ['GB', 'WEST12345698765432', 'GB82WEST12345698765432'],
  ['FR', '20041010050500013M02606', 'FR1420041010050500013M02606'],
  ['ES', '21000418450200051332', 'ES9121000418450200051332'],
  ['IT', 'X0542811101000000123456', 'IT60X0542811101000000123456'],
  ['NL', 'ABNA0417164300', 'NL91ABNA0417164300'],
  ['AE', '0331234567890123456', 'AE070331234567890123456'],
])('%s: the check digits of the registry’s example', (country, bban, iban) => {
  expect(ibanOf(country, bban)).toBe(iban)
})

test('the check digits inside the national numbers of the same examples', () => {
  expect(spanishCheck('21000418', '0200051332')).toBe('45')
  expect(italianLetter('0542811101000000123456')).toBe('X')
  expect(frenchKey('30006', '00001', '12345678901')).toBe('89')
  expect(clabeCheck('03218000011835971')).toBe('9')
  expect(nubanCheck('011000001457')).toBe('9')
})
