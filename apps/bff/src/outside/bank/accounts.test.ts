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
  ['accounts.0.accountNumber', { accounts: [{ ...account, accountNumber: 'DE89 3704' }] }],
  ['accounts.0', { accounts: [{ ...account, iban: 'DE89370400440532013000' }] }],
  ['the same country and currency', { accounts: [account, { ...account, accountNumber: 'D2E3' }] }],
  ['the same number', { accounts: [account, { ...account, countryCode: 'ES' }] }],
])('live does not start where the file %s', (why, content) => {
  if (content !== undefined) write(content)
  expect(read).toThrow(StartRefused)
  expect(read).toThrow(why)
  expect(read).not.toThrow('89370400440532013000')
})
