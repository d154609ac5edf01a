import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { readPaymentFile } from '../../testing/read-payment-file.ts'
import { schemaErrors } from '../../testing/validate.ts'
import type { IncomingEvent } from './events.ts'
import { testOperatorAccounts } from '../../accounts/operator-accounts.ts'
import { readMessages } from './reader.ts'

const accountAt = (countryCode: string, currency: string, accountNumber: string) =>
  testOperatorAccounts([{ countryCode: 'DE', currency: 'EUR' }]).map((account) => ({
    ...account,
    countryCode,
    currency,
    routingNumber: '',
    accountNumber,
  }))

const sample = (name: string) =>
  readFile(new URL(`../../../samples/${name}.xml`, import.meta.url), 'utf8')

async function eventsOf(name: string, accounts: ReturnType<typeof accountAt>) {
  const all: IncomingEvent[] = []
  for await (const events of readMessages([Buffer.from(await sample(name))], accounts))
    all.push(...events)
  return all
}
const types = (events: readonly IncomingEvent[]) => events.map(({ type }) => type)

const finpetrol = accountAt('SE', 'SEK', '50000000054910000003')

test("the standard's statement: a deposit, a batch of payments, an exchange; it adds up", async () => {
  const events = await eventsOf('iso-camt.053.001.04', finpetrol)
  expect(types(events)).toEqual([
    'HEADER',
    'STATEMENT',
    'EVIDENCE',
    'EVIDENCE',
    'EVIDENCE',
    'BALANCE',
  ])
  expect(events).toMatchObject([
    {
      kind: 'camt.053',
      messageId: 'AAAASESS-FP-STAT001',
      createdAt: new Date('2010-10-18T17:00:00+01:00'),
    },
    { statement: { account: { countryCode: 'SE' }, isStatement: true } },
    {
      evidence: {
        line: 1,
        part: 0,
        kind: 'ENTRY',
        direction: 'CREDIT',
        currency: 'SEK',
        // The details have no amount, the entry 105,678.50.
        minor: 10_567_850n,
        scale: 2,
        payer: { name: 'MUELLER', account: '' },
        text: '',
        ids: { lineReference: 'AAAASESS-FP-CN_98765/01', endToEndId: 'MUELL/FINP/RA12345' },
        bookedOn: '2010-10-18',
        moment: new Date('2010-10-18T13:15:00+01:00'),
      },
    },
    {
      evidence: {
        kind: 'BATCH',
        direction: 'DEBIT',
        batchCount: 20,
        ids: { batchMessageId: 'FINP-0055', batchId: 'FINP-0055/001' },
      },
    },
    // 3,255 euro were bought: what was booked is 30,000 crowns.
    { evidence: { currency: 'SEK', minor: 3_000_000n, ids: { endToEndId: 'AAAASS1085FINPSS' } } },
    { balance: { countryCode: 'SE', currency: 'SEK' } },
  ])
})

test("the standard's report: what is not booked yet is only announced", async () => {
  const events = await eventsOf('iso-camt.052.001.04', finpetrol)
  expect(events).toMatchObject([
    { type: 'HEADER', kind: 'camt.052', messageId: 'AAAASESS-FP-ACCR001' },
    { type: 'STATEMENT', statement: { isStatement: false } },
    { type: 'EVIDENCE', evidence: { kind: 'BATCH', ids: { batchId: 'FINP-0055-001' } } },
    { type: 'ANNOUNCED', announced: { line: 2, minor: 3_000_000n, currency: 'SEK' } },
  ])
})

test("Nordea's statement: two deposits, four debits of others, and it adds up", async () => {
  const events = await eventsOf(
    'nordea-camt.053.001.02',
    accountAt('FI', 'EUR', 'FI8529501800030574'),
  )
  const evidence = (parts: object) => ({ type: 'EVIDENCE', evidence: parts })
  expect(events).toMatchObject([
    { type: 'HEADER', messageId: 'XML12345678901234567890123456789012' },
    { type: 'STATEMENT' },
    evidence({
      kind: 'ENTRY',
      direction: 'CREDIT',
      minor: 1_000_000n,
      text: '00000000000000001245',
      ids: { lineReference: '1905082588CEAA0001', endToEndId: '20190501-E00005' },
      bookedOn: '2019-05-08',
      moment: undefined,
    }),
    evidence({
      minor: 10_050n,
      text: 'Free text max 140 characters and ma x 35 characters in one line',
    }),
    evidence({ direction: 'DEBIT', minor: 70_050n, text: 'RF332348236' }),
    evidence({ minor: 30_000n, ids: { lineReference: '1905092588CEAG0004' } }),
    evidence({ minor: 40_000n, text: '' }),
    evidence({ minor: 10_000n, text: 'CMS/Account Number' }),
    {
      balance: {
        opening: 20_050n,
        closing: 880_050n,
        opensOn: '2019-05-08',
        closesOn: '2019-05-08',
      },
    },
  ])
})

test("PostFinance's batch: each payment separately, on the account that it was made to", async () => {
  const name = 'postfinance-camt.054.001.08'
  const events = await eventsOf(name, accountAt('CH', 'CHF', 'CH2909000000250094239'))
  const common = {
    kind: 'ENTRY',
    payee: { account: 'CH7730000001250094239' },
    currency: 'CHF',
    lineMinor: 169_222n,
    payer: { name: 'Bernasconi Maria', account: 'CH5109000000250092291' },
  }
  expect(events).toMatchObject([
    // No offset is given: it is taken in the zone of the account.
    { type: 'HEADER', kind: 'camt.054', createdAt: new Date('2020-06-18T23:41:07+02:00') },
    { type: 'STATEMENT' },
    {
      evidence: {
        ...common,
        part: 1,
        minor: 77_829n,
        ids: { paymentReference: '2000000000000000' },
        text: '539115429773825311971477453 ?REJECT?0 ?ERROR?000',
      },
    },
    {
      evidence: {
        ...common,
        part: 2,
        minor: 91_393n,
        ids: { paymentReference: '3000000000000000' },
        text: '662437765447746478179744715 ?REJECT?0 ?ERROR?000',
      },
    },
  ])
  expect(await schemaErrors('camt.054.001.08', [await sample(name)])).toEqual([])
})

test('two statements in one message, without any reference of the bank', async () => {
  const events = await eventsOf(
    'genkgo-camt.053.001.02',
    accountAt('NL', 'EUR', 'NL26VAYB8060476890'),
  )
  expect(events).toMatchObject([
    { type: 'HEADER' },
    { type: 'STATEMENT' },
    {
      evidence: {
        line: 1,
        payee: { account: 'NL56AGDH9619008421' },
        minor: 885n,
        text: 'Transaction Description 1',
      },
    },
    { balance: { countryCode: 'NL', currency: 'EUR' } },
    { type: 'STATEMENT' },
    { evidence: { line: 2, direction: 'DEBIT', minor: 700n, text: 'Transaction Description 2' } },
    { type: 'BALANCE' },
  ])
})

test('of a statement of an account of others nothing is reported', async () => {
  expect(await eventsOf('nordea-camt.053.001.02', [])).toMatchObject([
    { type: 'HEADER' },
    { type: 'FOREIGN', number: 'FI8529501800030574', currency: 'EUR' },
  ])
})

test.each([
  [
    'payments',
    [
      {
        type: 'PAYMENT_STATUS',
        report: { status: 'REJECTED', reference: '', code: 'RAIL_REJECTED' },
      },
      {
        type: 'PAYMENT_STATUS',
        report: { status: 'REJECTED', reference: '', code: 'RAIL_REJECTED' },
      },
      {
        type: 'FILE_STATUS',
        report: { messageId: 'MSGID-950-TEST2-2807-01', batchId: 'PMTINFID-950-TEST2-2807-01' },
      },
    ],
  ],
  [
    'batch',
    [
      {
        type: 'FILE_STATUS',
        report: {
          status: 'REJECTED',
          messageId: 'MSGID-COM-SCE25-1707-01',
          batchId: 'PMTINFID-COM-SCE25-1707-01',
          code: 'RAIL_REJECTED',
        },
      },
    ],
  ],
  [
    'file',
    [
      {
        type: 'FILE_STATUS',
        // As a copy of a file that it has taken before.
        report: { status: 'ATTENTION', messageId: 'MSGID-PS-TEST-0708-01', batchId: '' },
      },
    ],
  ],
])("Nordea's status report that rejects single %s", async (name, reports) => {
  const events = await eventsOf(`nordea-pain.002.001.03-${name}`, [])
  expect(events).toMatchObject([{ type: 'HEADER', kind: 'pain.002' }, ...reports])
})

test('the German example of a payment file, as the other side reads it', async () => {
  const payments = await readPaymentFile(await sample('dk-pain.001.001.03'))
  const common = {
    messageId: '1',
    batchId: 'Payment-Information-ID-4711',
    debtorAccount: 'DE87200500001234567890',
    creditorAgent: 'SPUEDE2UXXX',
    currency: 'EUR',
    remittance: 'Unstructured Remittance Information',
  }
  expect(payments).toEqual([
    {
      ...common,
      endToEndId: 'OriginatorID1234',
      creditorAccount: 'DE21500500009876543210',
      creditorName: 'Creditor Name',
      amount: '6543.14',
    },
    {
      ...common,
      endToEndId: 'OriginatorID1235',
      creditorAccount: 'DE21500500001234567897',
      creditorName: 'Other Creditor Name',
      amount: '112.72',
    },
  ])
})
