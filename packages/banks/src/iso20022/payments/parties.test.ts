import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { testOperatorAccounts } from '../../accounts/operator-accounts.ts'
import type { PayoutInstruction, PostalAddress } from '../../port/bank.ts'
import { utcDay } from '../../testing/utc-day.ts'
import { schemaErrors } from '../../testing/validate.ts'
import { buildPaymentFile } from './pain001.ts'
import { addressElement, payeeName, UnnamedPayee } from './parties.ts'
import { unpayable } from './payee.ts'
import { purposeElement } from './purposes.ts'

const accounts = testOperatorAccounts([
  { countryCode: 'DE', currency: 'EUR' },
  { countryCode: 'GB', currency: 'GBP' },
  { countryCode: 'JP', currency: 'JPY' },
  { countryCode: 'KW', currency: 'KWD' },
])
const build = (payments: readonly PayoutInstruction[], own = accounts) =>
  buildPaymentFile(payments, new Date('2026-11-30T10:00:00Z'), {
    accounts: own,
    initiator: 'Corridor Payments',
    executionDay: utcDay,
  })
const order = (change: Partial<PayoutInstruction> = {}): PayoutInstruction => ({
  reference: '0198c5a4-0000-7000-8000-00000000000a',
  uetr: '9f3c1a52-6b1e-4c7d-8e2f-0a1b2c3d4e5f',
  countryCode: 'GB',
  rail: 'CHAPS',
  currency: 'GBP',
  minor: 12_345n,
  scale: 2,
  beneficiary: {
    name: 'Grace Payee',
    account: { bankRoutingNumber: '601613', accountNumber: '31926819' },
  },
  remittance: '',
  ...change,
})
const partOf = (text: string, name: string): string =>
  new RegExp(`<${name}>.*?</${name}>`, 's').exec(text)?.[0] ?? ''

const berlin = { lines: ['Sample Street 1'], town: 'Berlin', postalCode: '10117', country: 'DE' }
const lei = '529900T8BM49AURSDO55'

describe('the address of a party', () => {
  test.each<[string, PostalAddress | undefined, string | undefined]>([
    [
      'hybrid: town and country apart, the street in a line',
      berlin,
      '<PstCd>10117</PstCd><TwnNm>Berlin</TwnNm><Ctry>DE</Ctry><AdrLine>Sample Street 1</AdrLine>',
    ],
    [
      'structured where street and number are known apart',
      { street: 'Sample Street', buildingNumber: '1', town: 'Berlin', region: 'BE', country: 'DE' },
      '<StrtNm>Sample Street</StrtNm><BldgNb>1</BldgNb><TwnNm>Berlin</TwnNm><CtrySubDvsn>BE</CtrySubDvsn><Ctry>DE</Ctry>',
    ],
    [
      'two lines at most, empty ones left out',
      { ...berlin, postalCode: '', lines: ['c/o Ada', '', 'Yard 2', 'Stairs 3'] },
      '<TwnNm>Berlin</TwnNm><Ctry>DE</Ctry><AdrLine>c/o Ada</AdrLine><AdrLine>Yard 2</AdrLine>',
    ],
    [
      'of an order of earlier days: what is there',
      { country: 'DE', lines: ['Sample Street 1, Berlin'] },
      '<Ctry>DE</Ctry><AdrLine>Sample Street 1, Berlin</AdrLine>',
    ],
    [
      'in the letters of banks',
      { town: 'Zürich', country: 'CH' },
      '<TwnNm>Zurich</TwnNm><Ctry>CH</Ctry>',
    ],
    [
      'without a country that is none',
      { town: 'Berlin', country: 'Germany' },
      '<TwnNm>Berlin</TwnNm>',
    ],
    ['nothing where nothing can be written', { town: '東京', country: '' }, undefined],
    ['nothing where nothing is known', undefined, undefined],
  ])('%s', (_, address, content) => {
    const written = addressElement(address)
    const xml = typeof written === 'object' ? written.xml : written
    expect(xml).toBe(content === undefined ? undefined : `<PstlAdr>${content}</PstlAdr>`)
  })

  test('is in the order for each who has one, and so is the legal entity identifier', async () => {
    const own = accounts.map((account) => ({ ...account, lei }))
    const beneficiary = { ...order().beneficiary, address: berlin, lei }
    const originator = { name: 'Ada Okonkwo', country: '', address: '', postal: berlin, lei }
    const { text } = build([order({ beneficiary, originator })], own)
    expect(await schemaErrors('pain.001.001.09', [text])).toEqual([])
    for (const [party, town] of [
      ['Dbtr', 'London'],
      ['UltmtDbtr', 'Berlin'],
      ['Cdtr', 'Berlin'],
    ] as const) {
      const written = partOf(text, party)
      expect(partOf(written, 'TwnNm')).toBe(`<TwnNm>${town}</TwnNm>`)
      expect(partOf(written, 'Ctry')).toMatch(/^<Ctry>[A-Z]{2}<\/Ctry>$/)
      expect(partOf(written, 'LEI')).toBe(`<LEI>${lei}</LEI>`)
    }
  })

  test('of the debtor is left to its bank where the town is not known', () => {
    const own = accounts.map(({ town: _town, ...account }) => account)
    expect(partOf(build([order()], own).text, 'Dbtr')).toBe(
      '<Dbtr><Nm>Corridor Payments</Nm></Dbtr>',
    )
  })

  test('whatever is in it, the order is valid by the schema', async () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: 'grapheme', maxLength: 90 }),
    )
    const anyAddress = fc.record(
      {
        street: text,
        buildingNumber: text,
        postalCode: text,
        town: text,
        region: text,
        country: fc.oneof(text, fc.constantFrom('DE', 'GB')),
        lines: fc.array(text, { maxLength: 5 }),
      },
      { requiredKeys: [] },
    )
    const files: string[] = []
    fc.assert(
      fc.property(anyAddress, text, (address, name) => {
        const beneficiary = { ...order().beneficiary, address }
        const originator = { name, country: '', address: '', postal: address, lei: name }
        files.push(build([order({ beneficiary, originator })]).text)
      }),
      { numRuns: 40 },
    )
    expect(await schemaErrors('pain.001.001.09', files)).toEqual([])
  })
})

describe('the name of a payee', () => {
  test.each([
    ['محمد علي', ''],
    ['山田 太郎', ''],
    ['', ''],
    [' - ', ''],
    ['Ali محمد', ''],
    ['Əliyev', 'Eliyev'],
    ['Ђорђе Љубић', 'Djordje Ljubic'],
    ['Анна Иванова', 'Anna Ivanova'],
    ['Ελένη', 'Eleni'],
    ['Jürgen Groß', 'Jurgen Gross'],
  ])('%s goes out as %s', (name, written) => {
    expect(payeeName(name)).toBe(written)
  })

  test('is never made up: without one the order is refused, and written into no file', () => {
    const unnamed = order({ beneficiary: { ...order().beneficiary, name: 'محمد علي' } })
    expect(unpayable(accounts, unnamed)).toBe('BENEFICIARY_NAME_MISSING')
    expect(unpayable(accounts, order())).toBe('')
    expect(() => build([order({ reference: 'other' }), unnamed])).toThrow(UnnamedPayee)
    expect(() => build([unnamed])).toThrow(unnamed.reference)
  })

  test('is no condition for whom it is paid', async () => {
    const originator = { name: '山田', country: 'JP', address: '', postal: { town: 'Tokyo' } }
    const nameless = { name: '山田', country: '', address: '' }
    const file = build([order({ originator }), order({ reference: 'b', originator: nameless })])
    expect(file.text).not.toContain('NOTPROVIDED')
    expect(file.text.match(/<UltmtDbtr>/g)).toHaveLength(1)
    expect(await schemaErrors('pain.001.001.09', [file.text])).toEqual([])
  })
})

test.each([
  ['SALARY', '<Purp><Cd>SALA</Cd></Purp>'],
  ['FAMILY_SUPPORT', '<Purp><Prtry>FAMILY-SUPPORT</Prtry></Purp>'],
  ['', undefined],
  [undefined, undefined],
])('the purpose %s', (purpose, xml) => {
  const written = purposeElement(purpose)
  expect(typeof written === 'object' ? written.xml : written).toBe(xml)
})

test.each([
  ['ORDINARY', '<Tp><Cd>SVGS</Cd></Tp>'],
  ['CURRENT', '<Tp><Cd>CACC</Cd></Tp>'],
  ['SAVINGS', '<Tp><Prtry>SAVINGS</Prtry></Tp>'],
])('a Japanese account is named with its kind: %s', async (accountType, type) => {
  const account = { bankRoutingNumber: '0001', branchCode: '001', accountType }
  const { text } = build([
    order({
      countryCode: 'JP',
      rail: 'ZENGIN',
      currency: 'JPY',
      scale: 0,
      beneficiary: { name: 'Taro', account: { ...account, accountNumber: '1234567' } },
    }),
  ])
  expect(await schemaErrors('pain.001.001.09', [text])).toEqual([])
  expect(partOf(text, 'CdtrAcct')).toContain(type)
  expect(partOf(text, 'CdtrAgt')).toContain('<Cd>JPZGN</Cd></ClrSysId><MmbId>0001001</MmbId>')
})

test('currencies without decimals and with three keep their own', async () => {
  const yen = order({ countryCode: 'JP', rail: 'ZENGIN', currency: 'JPY', minor: 1_234n, scale: 0 })
  const dinar = order({
    reference: 'kwd',
    countryCode: 'KW',
    rail: 'KASSIP',
    currency: 'KWD',
    minor: 1_234_567n,
    scale: 3,
  })
  const { text, controlSum } = build([yen, dinar])
  expect(await schemaErrors('pain.001.001.09', [text])).toEqual([])
  expect(text).toContain('<InstdAmt Ccy="JPY">1234</InstdAmt>')
  expect(text).toContain('<InstdAmt Ccy="KWD">1234.567</InstdAmt>')
  expect(controlSum).toBe('2468.567')
})

test.each([
  [{ bankIban: 'DE89370400440532013000', bankName: 'A bank' }, ''],
  [{ bankIban: 'DE89370400440532013000', bankBic: 'COBADEFFXXX' }, '<BICFI>COBADEFFXXX</BICFI>'],
  [{ accountNumber: '31926819', bankRoutingNumber: '601613', bankName: 'A bank' }, '601613'],
])('the payee’s bank has an id and no name, or is left out: %j', (account, id) => {
  const place =
    'bankIban' in account ? { countryCode: 'DE', currency: 'EUR', rail: 'SEPA_CREDIT' } : {}
  const text = build([order({ ...place, beneficiary: { name: 'Ada', account } })]).text
  const agent = /<CdtrAgt>.*?<\/CdtrAgt>/s.exec(text)?.[0] ?? ''
  expect(agent === '').toBe(id === '')
  expect(agent).toContain(id)
  expect(agent).not.toContain('<Nm>')
})
