import { accountTypes, checkFields, countryRules } from '@corridor/domain'
import { describe, expect, test } from 'vitest'
import { StartRefused } from '../../config/start-refused.ts'
import { createSandboxBankLink, openBankLink } from './bank-link.ts'

const link = createSandboxBankLink()
const anybody = { entityId: 'ent_01h455vb4pex5vsknk084sn02q' }

describe.each(countryRules.map(({ code }) => code))('the test banks of %s', (country) => {
  test('have accounts that every rule of the country accepts', async () => {
    const banks = await link.banks(country)
    expect(banks.length).toBeGreaterThanOrEqual(3)
    for (const { id } of banks) {
      const accounts = await link.accounts(country, id, anybody)
      expect(accounts.length).toBeGreaterThan(0)
      for (const { type, values } of accounts) {
        const rules = accountTypes(country, {}).find((kind) => kind.type === type)
        expect(checkFields(rules?.fields ?? [], values, { required: true })).toEqual([])
      }
    }
  })
})

test('the same customer finds the same accounts again, another one finds others', async () => {
  const numbersOf = async (entityId: string) =>
    (await link.accounts('DE', 'lighthouse', { entityId })).map(({ values }) => values)
  const mine = await numbersOf('ent_a')
  expect(await numbersOf('ent_a')).toEqual(mine)
  expect(await numbersOf('ent_b')).not.toEqual(mine)
  expect(new Set(mine.map((record) => record['account.iban'])).size).toBe(2)
})

test('there is nothing at a bank or in a country that is not one', async () => {
  expect(await link.accounts('DE', 'nobank', anybody)).toEqual([])
  expect(await link.banks('XX')).toEqual([])
})

test('live refuses to start with simulated banks', () => {
  expect(() => openBankLink({ ENVIRONMENT: 'live' })).toThrow(StartRefused)
  expect(openBankLink({ ENVIRONMENT: 'sandbox' }).simulated).toBe(true)
})
