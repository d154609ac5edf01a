import { expect, test } from 'vitest'
import { openVirtualAccount } from '../virtual.ts'
import { fitsSortCode } from './modulus.ts'
import { tables } from './tables.ts'

/** Vocalink, validating account numbers, chapter of test cases: all 34, in its order. */
const published: [sortCode: string, account: string, isRight: boolean][] = [
  ['089999', '66374958', true],
  ['107999', '88837491', true],
  ['202959', '63748472', true],
  ['871427', '46238510', true],
  ['872427', '46238510', true],
  ['871427', '09123496', true],
  ['871427', '99123496', true],
  ['820000', '73688637', true],
  ['827999', '73988638', true],
  ['827101', '28748352', true],
  ['134020', '63849203', true],
  ['118765', '64371389', true],
  ['200915', '41011166', true],
  ['938611', '07806039', true],
  ['938600', '42368003', true],
  ['938063', '55065200', true],
  ['772798', '99345694', true],
  ['086090', '06774744', true],
  ['309070', '02355688', true],
  ['309070', '12345668', true],
  ['309070', '12345677', true],
  ['309070', '99345694', true],
  ['938063', '15764273', false],
  ['938063', '15764264', false],
  ['938063', '15763217', false],
  ['118765', '64371388', false],
  ['203099', '66831036', false],
  ['203099', '58716970', false],
  ['089999', '66374959', false],
  ['107999', '88837493', false],
  ['074456', '12345112', true],
  ['070116', '34012583', true],
  ['074456', '11104102', true],
  ['180002', '00000190', true],
]

test.each(published)('%s %s: %s', (sortCode, account, isRight) => {
  expect(fitsSortCode(sortCode, account)).toBe(isRight)
  // No check leaves anything behind that changes the next.
  expect(fitsSortCode(sortCode, account)).toBe(isRight)
})

test.each<[sortCode: string, account: string, isRight: boolean]>([
  // The example of the IBAN registry, and the same with a wrong digit.
  ['601613', '31926819', true],
  ['601613', '31926818', false],
  // The account of seven digits with a zero in front is another one.
  ['601613', '01926819', false],
  // Coutts: the last digit of an account is 0, 1 or 9.
  ['180002', '09747109', true],
  ['180002', '12345678', false],
  // In no range.
  ['000000', '12345678', true],
])('also %s %s: %s', (sortCode, account, isRight) => {
  expect(fitsSortCode(sortCode, account)).toBe(isRight)
})

test('accounts that customers get at a British bank pass its check, under its prefix', () => {
  const own = {
    countryCode: 'GB',
    currency: 'GBP',
    holderName: 'Corridor Payments',
    bankName: 'Bank',
    bankAddress: '',
    routingNumber: '601613',
    accountNumber: '31926819',
    virtualPrefix: '77',
  }
  const numbers = Array.from({ length: 50 }, (_, i) => {
    const opened = openVirtualAccount([own], { ...own, reference: `customer ${i}` })
    return opened.ok ? opened.value.accountNumber : ''
  })
  expect(new Set(numbers).size).toBe(50)
  for (const number of numbers) {
    expect(number).toMatch(/^77\d{6}$/)
    expect(fitsSortCode('601613', number), number).toBe(true)
  }
})

test('the tables are whole: ranges in order, fourteen weights each, at most two checks', () => {
  const { lines, substitutes } = tables()
  expect(lines).toHaveLength(1151)
  expect(substitutes.size).toBe(21)
  for (const { from, to, weights } of lines) {
    expect(`${from} ${to}`).toMatch(/^\d{6} \d{6}$/)
    expect(from <= to, from).toBe(true)
    expect(weights.filter(Number.isInteger), from).toHaveLength(14)
    const own = lines.filter((line) => line.from <= from && from <= line.to)
    expect(own.length, from).toBeLessThanOrEqual(2)
  }
})
