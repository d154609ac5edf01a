import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readOperatorAccounts } from './accounts.ts'
import { StartRefused } from '../../config/start-refused.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'corridor-accounts-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const account = {
  countryCode: 'DE',
  currency: 'EUR',
  holderName: 'Corridor Payments GmbH',
  bankName: 'Bank',
  routingNumber: 'COBADEFFXXX',
  accountNumber: 'DE89370400440532013000',
  town: 'Berlin',
}
const write = (content: unknown) =>
  writeFileSync(
    join(folder, 'accounts.json'),
    typeof content === 'string' ? content : JSON.stringify(content),
  )
const read = (ENVIRONMENT: 'sandbox' | 'live' = 'live') =>
  readOperatorAccounts({ ENVIRONMENT, BANK_FILES_DIR: folder })

test('live takes the accounts of the file', () => {
  write({ accounts: [account, { ...account, countryCode: 'ES', accountNumber: 'ES12' }] })
  expect(read()).toMatchObject([{ ...account, bankAddress: '', virtualPrefix: '' }, {}])
})

test('numbers may be written in groups, and bank codes have three digits in some countries', () => {
  const british = { ...account, countryCode: 'GB', currency: 'GBP', routingNumber: '60-16-13' }
  const nigerian = { ...account, countryCode: 'NG', currency: 'NGN', routingNumber: '011' }
  write({
    accounts: [
      { ...account, accountNumber: 'DE89 3704 0044 0532 0130 00' },
      { ...british, accountNumber: '3192 6819' },
      { ...nigerian, accountNumber: '0000014579' },
    ],
  })
  expect(read().map(({ routingNumber, accountNumber }) => [routingNumber, accountNumber])).toEqual([
    ['COBADEFFXXX', 'DE89370400440532013000'],
    ['601613', '31926819'],
    ['011', '0000014579'],
  ])
})

test('live refuses a holder without a town, which orders would lack', () => {
  const { town: _, ...homeless } = account
  write({ accounts: [account, { ...homeless, countryCode: 'ES', accountNumber: 'ES12' }] })
  expect(() => read()).toThrow('accounts.1.town: is missing')
  expect(read('sandbox')).toHaveLength(2)
})

test('the seat of the holder and its identifier are taken', () => {
  const seat = { street: 'Sample Street', buildingNumber: '1', postalCode: '10117', town: 'Berlin' }
  const lei = '529900T8BM49AURSDO55'
  write({ accounts: [{ ...account, ...seat, lei, bankAddress: 'Bank Street 1, Frankfurt' }] })
  const bankAddress = 'Bank Street 1, Frankfurt'
  expect(read()).toEqual([{ ...account, bankAddress, virtualPrefix: '', ...seat, lei }])
})

test('the sandbox has one in every country where there is no file, and takes a file', () => {
  expect(read('sandbox').length).toBeGreaterThan(10)
  write({ accounts: [account] })
  expect(read('sandbox')).toHaveLength(1)
})

test.each([
  ['is missing', undefined],
  ['is no JSON', '{'],
  ['accounts', {}],
  ['accounts', { accounts: [] }],
  ['accounts.0.countryCode', { accounts: [{ ...account, countryCode: 'de' }] }],
  ['accounts.0.holderName', { accounts: [{ ...account, holderName: ' ' }] }],
  ['accounts.0.accountNumber', { accounts: [{ ...account, accountNumber: 'DE89/3704' }] }],
  ['accounts.0.accountNumber', { accounts: [{ ...account, accountNumber: '1 - 2' }] }],
  ['accounts.0.routingNumber', { accounts: [{ ...account, routingNumber: '01' }] }],
  ['accounts.0.holderName', { accounts: [{ ...account, holderName: 'محمد' }] }],
  ['accounts.0.town', { accounts: [{ ...account, town: '' }] }],
  ['accounts.0.lei', { accounts: [{ ...account, lei: '529900' }] }],
  ['accounts.0', { accounts: [{ ...account, iban: 'DE89370400440532013000' }] }],
  ['the same country and currency', { accounts: [account, { ...account, accountNumber: 'D2E3' }] }],
  ['the same number', { accounts: [account, { ...account, countryCode: 'ES' }] }],
])('live does not start where the file %s', (why, content) => {
  if (content !== undefined) write(content)
  expect(read).toThrow(StartRefused)
  expect(read).toThrow(why)
  expect(read).not.toThrow('89370400440532013000')
})
