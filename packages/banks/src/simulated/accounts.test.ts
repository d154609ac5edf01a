import { expect, describe, test } from 'vitest'
import type { AccountRequest } from '../port/bank.ts'
import { bankMagic, createSimulatedAccounts, simulatedSender } from './accounts.ts'
import { schemes } from '../accounts/schemes.ts'

const countries = Object.keys(schemes)
const ask = (change: Partial<AccountRequest> = {}): AccountRequest => ({
  reference: 'partner/customer/US',
  countryCode: 'US',
  currency: 'USD',
  holderName: 'Ada Okonkwo',
  ...change,
})
async function open(change: Partial<AccountRequest> = {}, bank = createSimulatedAccounts()) {
  const answer = await bank.openAccount(ask(change))
  if (!answer.ok) throw new Error(answer.failure)
  return answer.value
}
const numbersOf = async (countryCode: string, reference: string) => {
  const { routingNumber, accountNumber } = await open({ countryCode, reference })
  return `${routingNumber}/${accountNumber}`
}

/** ISO 7064 mod 97-10, digit by digit, apart from the code under test. */
function remainderOf(iban: string): number {
  const moved = iban.slice(4) + iban.slice(0, 4)
  let rest = 0
  for (const character of moved)
    for (const digit of String(Number.parseInt(character, 36)))
      rest = (rest * 10 + Number(digit)) % 97
  return rest
}
const sumOf = (digits: string, weights: number[]) =>
  Array.from(digits).reduce(
    (sum, digit, i) => sum + Number(digit) * (weights[i % weights.length] ?? 0),
    0,
  )

/** Form of routing number and account number, from the scheme's own description. */
const forms: Record<string, [RegExp, RegExp]> = {
  US: [/^\d{9}$/, /^\d{4,17}$/],
  DE: [/^[A-Z]{4}DE[A-Z0-9]{5}$/, /^DE\d{20}$/],
  FR: [/^[A-Z]{4}FR[A-Z0-9]{5}$/, /^FR\d{25}$/],
  ES: [/^[A-Z]{4}ES[A-Z0-9]{5}$/, /^ES\d{22}$/],
  IT: [/^[A-Z]{4}IT[A-Z0-9]{5}$/, /^IT\d{2}[A-Z]\d{22}$/],
  NL: [/^[A-Z]{4}NL[A-Z0-9]{5}$/, /^NL\d{2}[A-Z]{4}\d{10}$/],
  GB: [/^\d{6}$/, /^\d{8}$/],
  MX: [/^\d{3}$/, /^\d{18}$/],
  IN: [/^[A-Z]{4}0[A-Z0-9]{6}$/, /^\d{9,18}$/],
  BR: [/^\d{7}$/, /^\d{4,13}$/],
  SG: [/^\d{7}$/, /^\d{9,12}$/],
  PH: [/^[A-Z]{4}PH[A-Z0-9]{5}$/, /^\d{10,12}$/],
  NG: [/^\d{3}$/, /^\d{10}$/],
  KE: [/^\d{5}$/, /^\d{8,14}$/],
  AE: [/^[A-Z]{4}AE[A-Z0-9]{5}$/, /^AE\d{21}$/],
  CA: [/^0\d{8}$/, /^\d{7,12}$/],
  AU: [/^\d{6}$/, /^\d{5,9}$/],
  JP: [/^\d{7}$/, /^\d{7}$/],
  KW: [/^[A-Z]{4}KW[A-Z0-9]{5}$/, /^KW\d{2}[A-Z]{4}\d{22}$/],
}

describe('accounts of the simulated bank', () => {
  test('there is a form to check for every country that it serves', () => {
    expect(countries.toSorted()).toEqual(Object.keys(forms).toSorted())
  })

  test.each(countries)('%s: numbers have the form of the country', async (countryCode) => {
    const [routing, account] = forms[countryCode] ?? [/^$/, /^$/]
    for (let i = 0; i < 200; i += 1) {
      const { routingNumber, accountNumber } = await open({ countryCode, reference: `r${i}` })
      expect(routingNumber).toMatch(routing)
      expect(accountNumber).toMatch(account)
      if (accountNumber.startsWith(countryCode)) expect(remainderOf(accountNumber)).toBe(1)
    }
  })

  test.each(countries)(
    '%s: a reference names one account, two references two',
    async (countryCode) => {
      const references = Array.from({ length: 1_000 }, (_, i) => `customer ${i}`)
      const first = await Promise.all(
        references.map((reference) => numbersOf(countryCode, reference)),
      )
      const again = await Promise.all(
        references.map((reference) => numbersOf(countryCode, reference)),
      )
      expect(again).toEqual(first)
      expect(new Set(first).size).toBe(first.length)
    },
  )

  test('the check digits of each scheme hold', async () => {
    for (let i = 0; i < 200; i += 1) {
      const openIn = (countryCode: string) => open({ countryCode, reference: `check ${i}` })
      const [us, mx, ng] = [await openIn('US'), await openIn('MX'), await openIn('NG')]
      expect(sumOf(us.routingNumber, [3, 7, 1]) % 10).toBe(0)
      const products = Array.from(mx.accountNumber.slice(0, 17)).map(
        (digit, at) => (Number(digit) * ([3, 7, 1][at % 3] ?? 0)) % 10,
      )
      const sum = products.reduce((total, product) => total + product, 0)
      expect(mx.accountNumber.at(-1)).toBe(String((10 - (sum % 10)) % 10))
      const nuban = `999${ng.accountNumber}`
      const last = (10 - (sumOf(nuban.slice(0, 12), [3, 7, 3]) % 10)) % 10
      expect(nuban.at(-1)).toBe(String(last))
      const dutch = (await openIn('NL')).accountNumber.slice(8)
      expect(sumOf(dutch, [10, 9, 8, 7, 6, 5, 4, 3, 2, 1]) % 11).toBe(0)
      // The whole French number, letters apart, is divisible by 97.
      const french = (await openIn('FR')).accountNumber.slice(4)
      const weights = [89n, 15n, 3n]
      const parts = [french.slice(0, 5), french.slice(5, 10), french.slice(10, 21)]
      const total = parts.reduce((all, part, at) => all + (weights[at] ?? 0n) * BigInt(part), 0n)
      expect((total + BigInt(french.slice(21))) % 97n).toBe(0n)
    }
  })

  test('what it gives says whose bank it is, in the currency asked for', async () => {
    expect(await open({ countryCode: 'DE', currency: 'EUR' })).toMatchObject({
      currency: 'EUR',
      bankName: 'Corridor Test Bank DE',
      bankAddress: 'Testallee 1, 10115 Berlin',
      rail: 'SEPA_CREDIT',
    })
  })
})

describe('what the simulated bank refuses', () => {
  test('a country that it does not know, and the customer NO BANK', async () => {
    const refused = { ok: false, failure: 'COUNTRY_NOT_SERVED' }
    const bank = createSimulatedAccounts()
    expect(await bank.openAccount(ask({ countryCode: 'AQ' }))).toEqual(refused)
    expect(await bank.openAccount(ask({ holderName: bankMagic.none }))).toEqual(refused)
  })

  test('SLOW BANK is served at the second request for an account', async () => {
    const bank = createSimulatedAccounts()
    const request = ask({ holderName: 'Slow Bank' })
    expect(await bank.openAccount(request)).toEqual({ ok: false, failure: 'BANK_UNAVAILABLE' })
    expect(await bank.openAccount(request)).toMatchObject({ ok: true })
    const other = await bank.openAccount({ ...request, reference: 'another' })
    expect(other).toEqual({ ok: false, failure: 'BANK_UNAVAILABLE' })
  })
})

test('a sender has one account in each country, whatever the case of the name', () => {
  for (const country of countries) {
    const account = simulatedSender(country, 'Ada Okonkwo')
    expect(account).toMatch(/^[A-Z0-9]{5,34}$/)
    expect(simulatedSender(country, ' ada OKONKWO ')).toBe(account)
    expect(simulatedSender(country, 'Grace Hopper')).not.toBe(account)
  }
  expect(simulatedSender('XX', 'Ada Okonkwo')).toBe('')
})
