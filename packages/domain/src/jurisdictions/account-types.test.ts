import { describe, expect, test } from 'vitest'
import { applicableFields } from '../fields/applicable.ts'
import { checkFields } from '../fields/check.ts'
import { accountTypes, normalValues, readAccount, walletAccountType } from './account-types.ts'
import { routingNumbers } from './rules/bank-names.ts'
import { countryRules } from './countries.ts'
import { validations } from '../fields/checks.ts'

const codes = countryRules.map(({ code }) => code)
const choices = (['individual', 'business'] as const).flatMap((entityType) =>
  (['SELF', 'THIRD_PARTY'] as const).map((ownership) => ({ entityType, ownership })),
)
const forms = codes.flatMap((code) =>
  choices.flatMap((choice) =>
    accountTypes(code, choice).map((rules) => ({
      title: `${code} ${rules.type} ${rules.rail} ${choice.entityType} ${choice.ownership}`,
      code,
      choice,
      rules,
    })),
  ),
)
const examplesOf = ({ fields }: (typeof forms)[number]['rules']) =>
  Object.fromEntries(fields.map(({ key, example }) => [key, example]))

describe.each(forms)('$title', ({ code, choice, rules }) => {
  test('the form made of its examples is accepted', () => {
    expect(checkFields(rules.fields, examplesOf(rules), { required: true })).toEqual([])
  })

  test('so is the one without what is not required, and any required one is missed', () => {
    const examples = examplesOf(rules)
    const needed = applicableFields(rules.fields, examples).filter(({ required }) => required)
    const least = Object.fromEntries(needed.map(({ key }) => [key, examples[key] ?? '']))
    expect(checkFields(rules.fields, least, { required: true })).toEqual([])
    expect(needed.length).toBeGreaterThan(0)
    for (const { key } of needed) {
      const issues = checkFields(rules.fields, { ...least, [key]: '' }, { required: true })
      expect(issues).toContainEqual(expect.objectContaining({ path: key, code: 'FIELD_REQUIRED' }))
    }
  })

  test('no two fields have the same key, and what others depend on is asked for', () => {
    const keys = rules.fields.map(({ key }) => key)
    expect(new Set(keys).size).toBe(keys.length)
    for (const { dependsOn } of rules.fields) {
      for (const { key } of dependsOn) expect(keys).toContain(key)
    }
  })

  test('asked for by its rail alone, it comes alone', () => {
    const found = accountTypes(code, { ...choice, rail: rules.rail })
    expect(found).toEqual([rules])
  })

  test('the account is read in the members of the specification, and hidden where it is a number', () => {
    const { account, identity } = readAccount(code, rules.type, examplesOf(rules))
    expect(identity).toMatch(new RegExp(`^${code}:${rules.type}:.+`))
    expect(account.bankCountry).toBe(code)
    expect(rules.fields.some(({ sensitive }) => sensitive)).toBe(true)
  })
})

describe('a country', () => {
  test.each(countryRules)('$name has rails of its own with wide limits', ({ code, rails }) => {
    const offered = accountTypes(code, {}).map(({ rail }) => rail)
    expect(offered.toSorted()).toEqual(rails.map(({ rail }) => rail).toSorted())
    for (const { min, max, cutoff, etaMinutes } of rails) {
      expect(min).toBeLessThanOrEqual(1)
      expect(max).toBeGreaterThanOrEqual(1_000_000)
      expect(etaMinutes).toBeGreaterThan(0)
      if (cutoff === '') continue
      const [time = '', zone = ''] = cutoff.split(' ')
      expect(time).toMatch(/^([01]\d|2[0-3]):[0-5]\d$/)
      expect(Intl.supportedValuesOf('timeZone')).toContain(zone)
    }
  })

  test.each(codes)('%s asks for the same as before', (code) => {
    const lines = accountTypes(code, { ownership: 'THIRD_PARTY' }).map((rules) => ({
      way: `${rules.type} ${rules.rail} of ${rules.rails.join(', ')}`,
      fields: rules.fields.map(({ key, required, validation, check, sensitive }) =>
        [key, required && 'required', validation, check, sensitive && 'sensitive']
          .filter(Boolean)
          .join(' '),
      ),
    }))
    expect(lines).toMatchSnapshot()
  })

  test('that is unknown has no accounts, nor has an unknown rail', () => {
    expect(accountTypes('XX', {})).toEqual([])
    expect(accountTypes('DE', { rail: 'ACH' })).toEqual([])
    expect(() => readAccount('XX', 'BANK', {})).toThrow('XX')
  })
})

describe('whose account it is', () => {
  const fieldOf = (rail: string, ownership: 'SELF' | 'THIRD_PARTY', key: string) =>
    accountTypes('US', { rail, ownership })[0]?.fields.find((field) => field.key === key)

  test('the customer need not repeat its name, a payee is named', () => {
    expect(fieldOf('ACH', 'SELF', 'accountHolder.name')?.required).toBe(false)
    expect(fieldOf('ACH', 'SELF', 'accountHolder.type')).toBeUndefined()
    expect(fieldOf('ACH', 'THIRD_PARTY', 'accountHolder.name')?.required).toBe(true)
  })

  test('a wire needs the address of the payee, a credit by batch does not', () => {
    const key = 'accountHolder.address.city'
    expect(fieldOf('FEDWIRE', 'THIRD_PARTY', key)?.required).toBe(true)
    expect(fieldOf('ACH', 'THIRD_PARTY', key)?.required).toBe(false)
    const british = (rail: string) =>
      accountTypes('GB', { rail, ownership: 'THIRD_PARTY' })[0]?.fields.flatMap((item) =>
        item.required && item.key.includes('address') ? [item.key] : [],
      )
    expect(british('CHAPS')).toEqual([key, 'accountHolder.address.country'])
    expect(british('FASTER_PAYMENTS')).toEqual([])
  })

  test('TED asks a person for a CPF and a business for a CNPJ', () => {
    const fields = accountTypes('BR', { rail: 'TED', ownership: 'THIRD_PARTY' })[0]?.fields ?? []
    const asked = (type: string): string[] =>
      applicableFields(fields, { 'accountHolder.type': type })
        .map(({ key }) => key)
        .filter((key) => /holderC/.test(key))
    expect(asked('individual')).toEqual(['account.additionalDetails.holderCpf'])
    expect(asked('business')).toEqual(['account.additionalDetails.holderCnpj'])
  })

  test('the kind of a Pix key decides what the key looks like', () => {
    const kinds = ['CPF', 'CNPJ', 'EMAIL', 'PHONE', 'RANDOM']
    for (const kind of kinds) {
      const values = { 'account.additionalDetails.pixKeyType': kind }
      const [rules] = accountTypes('BR', { rail: 'PIX', values })
      const key = rules?.fields.find((field) => field.key === 'account.additionalDetails.pixKey')
      expect(key?.label).not.toBe('Pix key')
      const filled = { ...values, 'account.additionalDetails.pixKey': key?.example ?? '' }
      expect(checkFields(rules?.fields ?? [], filled, { required: true })).toEqual([])
    }
  })
})

describe('the same account is the same, however it was written', () => {
  test.each<[string, Record<string, string>, Record<string, string>]>([
    [
      'DE',
      { iban: 'DE89370400440532013000' },
      { iban: 'de89 3704 0044 0532 0130 00', bic: 'COBADEFF' },
    ],
    [
      'GB',
      { bankRoutingNumber: '601613', accountNumber: '31926819' },
      { bankRoutingNumber: '60-16-13', accountNumber: '3192 6819' },
    ],
    [
      'NG',
      { bankRoutingNumber: '011', accountNumber: '0000014579' },
      { bankRoutingNumber: '000011', accountNumber: '0000014579' },
    ],
    [
      'NG',
      { bankRoutingNumber: '50211', accountNumber: '2000000006' },
      { bankRoutingNumber: '950211', accountNumber: '2000000006' },
    ],
    [
      'GB',
      { bankRoutingNumber: '601613', accountNumber: '1926819' },
      { bankRoutingNumber: '60-16-13', accountNumber: '01926819' },
    ],
    [
      'PH',
      { bic: 'BNORPHMM', accountNumber: '001234567890' },
      { bic: 'bnorphmmxxx', accountNumber: '001234567890' },
    ],
    [
      'KE',
      { bankRoutingNumber: '68', branchCode: '404', accountNumber: '12345678' },
      { bankRoutingNumber: '68', branchCode: '405', accountNumber: '12345678' },
    ],
    [
      'BR',
      { 'additionalDetails.pixKeyType': 'CPF', 'additionalDetails.pixKey': '11144477735' },
      { 'additionalDetails.pixKeyType': 'CPF', 'additionalDetails.pixKey': '111.444.777-35' },
    ],
  ])('%s', (code, first, other) => {
    const keyed = (values: Record<string, string>) =>
      Object.fromEntries(Object.entries(values).map(([key, text]) => [`account.${key}`, text]))
    const identity = (values: Record<string, string>) =>
      readAccount(code, 'BANK', keyed(values)).identity
    expect(identity(other)).toBe(identity(first))
  })

  test('an IBAN of the zone is the same number in each of its countries', () => {
    const numberOf = (code: string, iban: string) =>
      readAccount(code, 'BANK', { 'account.iban': iban }).number.identity
    const lithuanian = 'LT121000011101001000'
    expect(numberOf('FR', lithuanian)).toBe(numberOf('DE', lithuanian))
    const german = 'DE89370400440532013000'
    expect(numberOf('IT', german)).toBe(numberOf('DE', german))
    // As it was before the countries were a zone.
    expect(numberOf('DE', german)).toBe(
      readAccount('DE', 'BANK', { 'account.iban': german }).identity,
    )
    expect(numberOf('NL', 'NL91ABNA0417164300')).toBe('NL:BANK:NL91ABNA0417164300')
  })

  test('two accounts are two', () => {
    const identities = forms.map(
      ({ code, rules }) => readAccount(code, rules.type, examplesOf(rules)).identity,
    )
    const ways = new Set(
      forms.map(({ code, rules }) => `${code} ${rules.type} ${rules.fields.at(-1)?.key}`),
    )
    expect(new Set(identities).size).toBeGreaterThanOrEqual(ways.size)
  })

  test('leading zeros count', () => {
    const us = (accountNumber: string) =>
      readAccount('US', 'BANK', {
        'account.bankRoutingNumber': '021000021',
        'account.accountNumber': accountNumber,
      }).identity
    expect(us('0001234')).not.toBe(us('1234'))
  })
})

test('a wallet is its address, in whatever case', () => {
  const { fields } = walletAccountType()
  const example = { 'wallet.walletAddress': fields[0]?.example ?? '' }
  expect(checkFields(fields, example, { required: true })).toEqual([])
  const lower = { 'wallet.walletAddress': example['wallet.walletAddress'].toLowerCase() }
  expect(readAccount('', 'WALLET', lower)).toEqual(readAccount('', 'WALLET', example))
})

test('answers that are not asked for are not kept', () => {
  const [rules] = accountTypes('DE', {})
  const values = { 'account.iban': 'DE89 3704 0044 0532 0130 00', 'account.color': 'red' }
  expect(normalValues(rules?.fields ?? [], values)).toEqual({
    'account.iban': 'DE89370400440532013000',
  })
})

test('every routing number of the directory is one', () => {
  for (const digits of routingNumbers.keys()) {
    const fault = validations.aba.fault(digits, { label: '', argument: '', values: {} })
    expect(fault, digits).toBeUndefined()
  }
})

test('an account in the United States is for checking where nothing is chosen', () => {
  const values = {
    'account.bankRoutingNumber': '110000000',
    'account.accountNumber': '000123456789',
  }
  const savings = { ...values, 'account.accountType': 'SAVINGS' }
  expect(readAccount('US', 'BANK', values).account.accountType).toBe('CHECKING')
  expect(readAccount('US', 'BANK', savings).account.accountType).toBe('SAVINGS')
})
