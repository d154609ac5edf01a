import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { readPaymentFile } from '../../testing/read-payment-file.ts'
import { schemaErrors } from '../../testing/validate.ts'
import type { IncomingEvent } from './events.ts'
import { testOperatorAccounts } from '../../accounts/operator-accounts.ts'
import { readIncoming } from './reader.ts'

const accountAt = (countryCode: string, currency: string, accountNumber: string) =>
  testOperatorAccounts([{ countryCode: 'DE', currency: 'EUR' }]).map((account) => ({
    ...account,
    countryCode,
    currency,
    routingNumber: 'HOUSEBIC',
    accountNumber,
  }))

const sample = (name: string) =>
  readFile(new URL(`../../../samples/${name}.xml`, import.meta.url), 'utf8')

async function eventsOf(name: string, accounts: ReturnType<typeof accountAt>) {
  const all: IncomingEvent[] = []
  for await (const events of readIncoming([Buffer.from(await sample(name))], accounts))
    all.push(...events)
  return all
}
const types = (events: readonly IncomingEvent[]) => events.map(({ type }) => type)

test("the standard's statement: a deposit, a batch of payments, an exchange; it adds up", async () => {
  const finpetrol = accountAt('SE', 'SEK', '50000000054910000003')
  const events = await eventsOf('iso-camt.053.001.04', finpetrol)
  expect(types(events)).toEqual(['HEADER', 'ENTRY', 'FILE_STATUS', 'ENTRY', 'BALANCE'])
  expect(events).toMatchObject([
    {
      kind: 'camt.053',
      messageId: 'AAAASESS-FP-STAT001',
      createdAt: new Date('2010-10-18T16:00:00Z'),
    },
    {
      entry: {
        entryId: '50000000054910000003/CRDT/AAAASESS-FP-CN_98765/01/105678.50SEK',
        kind: 'CREDIT',
        countryCode: 'SE',
        routingNumber: 'HOUSEBIC',
        accountNumber: '50000000054910000003',
        currency: 'SEK',
        // The details say nothing, the entry 105,678.50.
        minor: 10_567_850n,
        scale: 2,
        sender: { name: 'MUELLER', account: '' },
        reference: 'MUELL/FINP/RA12345',
        payoutReference: '',
        code: '',
        bookedAt: new Date('2010-10-18T12:15:00Z'),
      },
    },
    {
      report: {
        messageId: 'FINP-0055',
        batchId: 'FINP-0055/001',
        status: 'CONFIRMED',
        bankReference: 'AAAASESS-FP-ACCR-01',
        code: '',
      },
    },
    // 3,255 euro were bought: what was booked is 30,000 crowns.
    { entry: { currency: 'SEK', minor: 3_000_000n, reference: 'AAAASS1085FINPSS' } },
    { balance: { countryCode: 'SE', currency: 'SEK' } },
  ])
})

test("the standard's report: what is not booked yet is no deposit", async () => {
  const finpetrol = accountAt('SE', 'SEK', '50000000054910000003')
  const events = await eventsOf('iso-camt.052.001.04', finpetrol)
  expect(events).toMatchObject([
    { type: 'HEADER', kind: 'camt.052', messageId: 'AAAASESS-FP-ACCR001' },
    { type: 'FILE_STATUS', report: { messageId: 'FINP-0055', batchId: 'FINP-0055-001' } },
    { type: 'OTHER', other: { reason: 'NOT_BOOKED', minor: 3_000_000n, currency: 'SEK' } },
  ])
})

test("Nordea's statement: two deposits, four debits of others, and it adds up", async () => {
  const events = await eventsOf(
    'nordea-camt.053.001.02',
    accountAt('FI', 'EUR', 'FI8529501800030574'),
  )
  expect(events).toMatchObject([
    { type: 'HEADER', messageId: 'XML12345678901234567890123456789012' },
    {
      type: 'ENTRY',
      entry: {
        entryId: 'FI8529501800030574/CRDT/1905082588CEAA0001/10000.00EUR',
        kind: 'CREDIT',
        countryCode: 'FI',
        accountNumber: 'FI8529501800030574',
        minor: 1_000_000n,
        reference: '00000000000000001245 20190501-E00005',
        bookedAt: new Date('2019-05-08T00:00:00Z'),
      },
    },
    {
      type: 'ENTRY',
      entry: {
        minor: 10_050n,
        reference: 'Free text max 140 characters and ma x 35 characters in one line',
      },
    },
    {
      type: 'OTHER',
      other: { reason: 'FEE', minor: -70_050n, text: 'RF332348236 20190508-E123456' },
    },
    { type: 'OTHER', other: { minor: -30_000n, bankReference: '1905092588CEAG0004' } },
    { type: 'OTHER', other: { minor: -40_000n, text: '' } },
    { type: 'OTHER', other: { minor: -10_000n, text: 'CMS/Account Number' } },
    {
      balance: {
        opening: 20_050n,
        closing: 880_050n,
        opensOn: '2019-05-08',
        closesOn: '2019-05-08',
      },
    },
  ])
  expect(events).toHaveLength(8)
})

test("PostFinance's batch: each payment separately, on the account that it was made to", async () => {
  const name = 'postfinance-camt.054.001.08'
  const events = await eventsOf(name, accountAt('CH', 'CHF', 'CH2909000000250094239'))
  const payer = { name: 'Bernasconi Maria', account: 'CH5109000000250092291' }
  const common = {
    kind: 'CREDIT',
    countryCode: 'CH',
    accountNumber: 'CH7730000001250094239',
    currency: 'CHF',
    sender: payer,
  }
  expect(events).toMatchObject([
    // No offset is given: it is taken as UTC.
    { type: 'HEADER', kind: 'camt.054', createdAt: new Date('2020-06-18T23:41:07Z') },
    {
      entry: {
        ...common,
        entryId: 'CH2909000000250094239/CRDT/2000000000000000/778.29CHF',
        minor: 77_829n,
        reference:
          '539115429773825311971477453 ?REJECT?0 ?ERROR?000 1006265-aic5dL-75dzf3jk9-cf2d5e9',
      },
    },
    {
      entry: {
        ...common,
        entryId: 'CH2909000000250094239/CRDT/3000000000000000/913.93CHF',
        minor: 91_393n,
        reference: '662437765447746478179744715 ?REJECT?0 ?ERROR?000',
      },
    },
  ])
  expect(events).toHaveLength(3)
  expect(await schemaErrors('camt.054.001.08', [await sample(name)])).toEqual([])
})

test('two statements in one message, without any reference of the bank', async () => {
  const events = await eventsOf(
    'genkgo-camt.053.001.02',
    accountAt('NL', 'EUR', 'NL26VAYB8060476890'),
  )
  expect(types(events)).toEqual(['HEADER', 'ENTRY', 'BALANCE', 'OTHER', 'BALANCE'])
  expect(events).toMatchObject([
    {},
    {
      entry: {
        entryId: expect.stringMatching(/^NL26VAYB8060476890\/CRDT\/[0-9a-f]{32}\/1$/),
        accountNumber: 'NL56AGDH9619008421',
        minor: 885n,
        reference: 'Transaction Description 1 000000001',
      },
    },
    { balance: { countryCode: 'NL', currency: 'EUR' } },
    { other: { reason: 'FEE', minor: -700n, text: 'Transaction Description 2 000000002' } },
    {},
  ])
})

test('a statement of an unknown account is reported as such, and its deposits are kept', async () => {
  const events = await eventsOf('nordea-camt.053.001.02', [])
  expect(types(events).slice(0, 4)).toEqual(['HEADER', 'PROBLEM', 'ENTRY', 'ENTRY'])
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
