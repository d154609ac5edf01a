import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { PayoutInstruction } from '../../port/bank.ts'
import { readPaymentFile } from '../../testing/read-payment-file.ts'
import { utcDay } from '../../testing/utc-day.ts'
import { schemaErrors } from '../../testing/validate.ts'
import { decimalOf, sumOf } from '../../values/amounts.ts'
import { testOperatorAccounts } from '../../accounts/operator-accounts.ts'
import { buildPaymentFile } from './pain001.ts'
import { payeeName } from './parties.ts'

const places = [
  ['DE', 'EUR'],
  ['US', 'USD'],
  ['GB', 'GBP'],
  ['IN', 'INR'],
  ['BR', 'BRL'],
  ['SG', 'SGD'],
  ['KE', 'KES'],
  ['MX', 'MXN'],
  ['CA', 'CAD'],
  ['AU', 'AUD'],
  ['NG', 'NGN'],
  ['PH', 'PHP'],
  ['AE', 'AED'],
  ['JP', 'JPY'],
  ['KW', 'KWD'],
].map(([countryCode = '', currency = '']) => ({ countryCode, currency }))
const accounts = testOperatorAccounts(places)
const at = new Date('2026-01-05T09:08:07.654Z')
const build = (payments: readonly PayoutInstruction[]) =>
  buildPaymentFile(payments, at, { accounts, initiator: 'Corridor Payments', executionDay: utcDay })

const order = (change: Partial<PayoutInstruction> = {}): PayoutInstruction => ({
  reference: '0198c5a4-0000-7000-8000-00000000000a',
  uetr: '9f3c1a52-6b1e-4c7d-8e2f-0a1b2c3d4e5f',
  countryCode: 'DE',
  rail: 'SEPA_CREDIT',
  currency: 'EUR',
  minor: 12_345n,
  scale: 2,
  beneficiary: { name: 'Ada Okonkwo', account: { bankIban: 'DE89370400440532013000' } },
  remittance: 'INV 7',
  ...change,
})

/** Accounts as the forms of each country take them, and what a bank reads of them. */
const payees: [string, string, object, string, string][] = [
  ['DE', 'SEPA_INSTANT', { bankIban: 'DE89 3704 0044 0532 0130 00' }, '', 'DE89370400440532013000'],
  [
    'DE',
    '',
    { bankIban: 'FR1420041010050500013M02606', bankBic: 'PSSTFRPP' },
    'PSSTFRPP',
    'FR1420041010050500013M02606',
  ],
  [
    'US',
    'ACH',
    { bankRoutingNumber: '021000021', accountNumber: '123456789' },
    '021000021',
    '123456789',
  ],
  ['US', 'FEDWIRE', { bankRoutingNumber: '021000021', accountNumber: '1234' }, '021000021', '1234'],
  [
    'GB',
    'FASTER_PAYMENTS',
    { bankRoutingNumber: '601613', accountNumber: '31926819' },
    '601613',
    '31926819',
  ],
  [
    'IN',
    'IMPS',
    { bankRoutingNumber: 'SBIN0000300', accountNumber: '30001234567' },
    'SBIN0000300',
    '30001234567',
  ],
  ['MX', 'SPEI', { accountNumber: '032180000118359719' }, '', '032180000118359719'],
  [
    'CA',
    'EFT',
    { bankRoutingNumber: '003', branchCode: '00002', accountNumber: '1234567' },
    '000300002',
    '1234567',
  ],
  ['AU', 'NPP', { bankRoutingNumber: '062000', accountNumber: '12345678' }, '062000', '12345678'],
  [
    'BR',
    'PIX',
    { additionalDetails: { pixKeyType: 'EMAIL', pixKey: 'fulano_da_silva.recebedor@example.com' } },
    '',
    'fulano_da_silva.recebedor@example.com',
  ],
  [
    'BR',
    'PIX',
    { additionalDetails: { pixKeyType: 'RANDOM', pixKey: '123e4567-e12b-12d1-a456-426655440000' } },
    '',
    '123e4567-e12b-12d1-a456-426655440000',
  ],
  [
    'BR',
    'TED',
    { bankRoutingNumber: '001', branchCode: '1606', accountNumber: '28347X' },
    '0011606',
    '28347X',
  ],
  [
    'SG',
    'PAYNOW',
    { additionalDetails: { payNowType: 'MOBILE', payNowMobile: '+6591234567' } },
    '',
    '+6591234567',
  ],
  ['SG', 'FAST', { bankRoutingNumber: '7171', accountNumber: '0052312891' }, '7171', '0052312891'],
  ['KE', 'MPESA', { accountNumber: '+254712345678' }, '', '+254712345678'],
  [
    'KE',
    'PESALINK',
    { bankRoutingNumber: '01', branchCode: '100', accountNumber: '1100123456' },
    '01100',
    '1100123456',
  ],
  ['NG', 'NIP', { bankRoutingNumber: '011', accountNumber: '0000014579' }, '011', '0000014579'],
  [
    'PH',
    'INSTAPAY',
    { bankBic: 'BNORPHMM', accountNumber: '001234567890' },
    'BNORPHMM',
    '001234567890',
  ],
  ['AE', 'UAEFTS', { bankIban: 'AE070331234567890123456' }, '', 'AE070331234567890123456'],
  [
    'JP',
    'ZENGIN',
    {
      bankRoutingNumber: '0001',
      branchCode: '001',
      accountType: 'ORDINARY',
      accountNumber: '1234567',
    },
    '0001001',
    '1234567',
  ],
  [
    'KW',
    'KASSIP',
    { bankIban: 'KW81CBKU0000000000001234560101' },
    '',
    'KW81CBKU0000000000001234560101',
  ],
]
const ordersToAll = payees.map(([countryCode, rail, account], i) =>
  order({
    reference: `0198c5a4-0000-7000-8000-${String(i).padStart(12, '0')}`,
    countryCode,
    rail,
    currency: places.find((place) => place.countryCode === countryCode)?.currency ?? '',
    beneficiary: { name: `Payee ${i}`, account: account as Record<string, unknown> },
  }),
)

describe('a payment file', () => {
  test('to every country and rail is valid by the schema, and says who is paid', async () => {
    const file = build(ordersToAll)
    expect(await schemaErrors('pain.001.001.09', [file.text])).toEqual([])
    const read = await readPaymentFile(file.text)
    const byId = new Map(read.map((payment) => [payment.endToEndId, payment]))
    for (const [i, [, , , creditorAgent, creditorAccount]] of payees.entries())
      expect(byId.get(`0198c5a40000700080000000000000${String(i).padStart(2, '0')}`)).toMatchObject(
        {
          creditorAgent,
          creditorAccount,
          creditorName: `Payee ${i}`,
        },
      )
  })

  test('has one batch for each operator account and rail, whatever order the payments come in', () => {
    const file = build(ordersToAll)
    const pairs = new Set(ordersToAll.map(({ countryCode, rail }) => `${countryCode}/${rail}`))
    expect(file.batches).toHaveLength(pairs.size)
    const backwards = build(ordersToAll.toReversed())
    expect(backwards.messageId).toBe(file.messageId)
    const sorted = ({ batches }: typeof file) =>
      batches.map(({ batchId, references }) => ({ batchId, references: references.toSorted() }))
    expect(sorted(backwards)).toEqual(sorted(file))
    expect(file.messageId.length).toBeLessThanOrEqual(35)
    for (const { batchId } of file.batches) {
      expect(batchId.startsWith(file.messageId)).toBe(true)
      expect(batchId.length).toBeLessThanOrEqual(35)
    }
  })

  test('is executed on the day that the calendar has for the account that pays and the rail', () => {
    const text = buildPaymentFile([order(), order({ reference: randomUUID(), rail: '' })], at, {
      accounts,
      initiator: 'Corridor Payments',
      executionDay: ({ countryCode, rail, currency }, moment) =>
        `${countryCode} ${currency} ${rail} ${moment.toISOString()}`,
    }).text
    const days = [...text.matchAll(/<ReqdExctnDt><Dt>(.*?)<\/Dt>/g)].map(([, day]) => day)
    expect(days).toEqual([
      'DE EUR  2026-01-05T09:08:07.654Z',
      'DE EUR SEPA_CREDIT 2026-01-05T09:08:07.654Z',
    ])
  })

  test('reads in full as it is written here', () => {
    const { text } = build([order()])
    expect(text).toMatchInlineSnapshot(`
      "<?xml version="1.0" encoding="UTF-8"?>
      <Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09"><CstmrCdtTrfInitn><GrpHdr><MsgId>CR20260105090807D9A1C61DEBA0D3</MsgId><CreDtTm>2026-01-05T09:08:07Z</CreDtTm><NbOfTxs>1</NbOfTxs><CtrlSum>123.45</CtrlSum><InitgPty><Nm>Corridor Payments</Nm></InitgPty></GrpHdr><PmtInf><PmtInfId>CR20260105090807D9A1C61DEBA0D3-1</PmtInfId><PmtMtd>TRF</PmtMtd><BtchBookg>false</BtchBookg><NbOfTxs>1</NbOfTxs><CtrlSum>123.45</CtrlSum><PmtTpInf><SvcLvl><Cd>SEPA</Cd></SvcLvl></PmtTpInf><ReqdExctnDt><Dt>2026-01-05</Dt></ReqdExctnDt><Dbtr><Nm>Corridor Payments</Nm><PstlAdr><PstCd>10115</PstCd><TwnNm>Berlin</TwnNm><Ctry>DE</Ctry></PstlAdr></Dbtr><DbtrAcct><Id><IBAN>DE78999995073353800252</IBAN></Id><Ccy>EUR</Ccy></DbtrAcct><DbtrAgt><FinInstnId><BICFI>CRDRDE20XXX</BICFI></FinInstnId></DbtrAgt><ChrgBr>SLEV</ChrgBr><CdtTrfTxInf><PmtId><InstrId>0198c5a400007000800000000000000a</InstrId><EndToEndId>0198c5a400007000800000000000000a</EndToEndId><UETR>9f3c1a52-6b1e-4c7d-8e2f-0a1b2c3d4e5f</UETR></PmtId><Amt><InstdAmt Ccy="EUR">123.45</InstdAmt></Amt><Cdtr><Nm>Ada Okonkwo</Nm></Cdtr><CdtrAcct><Id><IBAN>DE89370400440532013000</IBAN></Id></CdtrAcct><RmtInf><Ustrd>INV 7</Ustrd></RmtInf></CdtTrfTxInf></PmtInf></CstmrCdtTrfInitn></Document>
      "
    `)
  })

  test('of payments that no operator account pays is not written', () => {
    expect(() => build([order({ countryCode: 'FR' })])).toThrow('no operator account')
  })

  test('of an amount finer than any bank has is not written', () => {
    expect(() => build([order({ minor: 1n, scale: 18 })])).toThrow(RangeError)
    expect(build([order({ minor: 5n * 10n ** 17n, scale: 18 })]).controlSum).toBe('0.5')
  })
})

const rails = fc.constantFrom('', 'SEPA_CREDIT', 'SEPA_INSTANT', 'ACH', 'UPI & more <fast>')
const anyText = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }))
const anyOrder: fc.Arbitrary<PayoutInstruction> = fc
  .record({
    place: fc.constantFrom(...places),
    rail: rails,
    minor: fc.bigInt({ min: 1n, max: 10n ** 13n }),
    name: anyText.filter((name) => payeeName(name) !== ''),
    remittance: anyText,
    account: fc.stringMatching(/^[A-Z0-9]{4,34}$/),
  })
  .map(({ place, name, account, ...rest }) => ({
    ...rest,
    ...place,
    reference: randomUUID(),
    scale: 2,
    beneficiary: { name, account: { accountNumber: account } },
  }))

test('whatever is ordered, the other side reads the same amounts and references', async () => {
  const texts: string[] = []
  await fc.assert(
    fc.asyncProperty(fc.array(anyOrder, { minLength: 1, maxLength: 12 }), async (payments) => {
      const file = build(payments)
      texts.push(file.text)
      // It refuses a file whose numbers or control sums do not agree.
      const read = await readPaymentFile(file.text)
      const expected = payments.map(({ reference, currency, minor, scale, beneficiary }) => ({
        endToEndId: reference.replaceAll('-', ''),
        currency,
        amount: decimalOf(minor, scale),
        creditorAccount: beneficiary.account['accountNumber'],
      }))
      const byId = <T extends { endToEndId: string }>(items: readonly T[]) =>
        items.toSorted((a, b) => (a.endToEndId < b.endToEndId ? -1 : 1))
      expect(byId(read)).toMatchObject(byId(expected))
      expect(file.controlSum).toBe(sumOf(payments))
      for (const { creditorName, remittance } of read) {
        expect(creditorName).toMatch(/^[a-zA-Z0-9/\-?:().,'+ ]{1,70}$/)
        expect(remittance).toMatch(/^[a-zA-Z0-9/\-?:().,'+ ]{0,140}$/)
      }
    }),
    { numRuns: 60 },
  )
  expect(await schemaErrors('pain.001.001.09', texts)).toEqual([])
})

test('who is paid for, and what for, is in the order as its standard has it', async () => {
  const originator = { name: 'Ada Okonkwo', country: 'GB', address: '1 Long Lane, London' }
  const { text } = build([
    order({ originator, purpose: 'FAMILY_SUPPORT' }),
    order({ reference: randomUUID(), originator: { name: 'Zoë', country: '', address: '' } }),
    order({ reference: randomUUID() }),
  ])
  expect(await schemaErrors('pain.001.001.09', [text])).toEqual([])
  expect(text.match(/<UltmtDbtr>.*?<\/UltmtDbtr>/gs)).toEqual([
    expect.stringContaining('<Ctry>GB</Ctry>'),
    expect.not.stringContaining('PstlAdr'),
  ])
  expect(text).toContain('<Purp><Prtry>FAMILY-SUPPORT</Prtry></Purp>')
})
