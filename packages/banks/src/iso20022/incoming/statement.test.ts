import { describe, expect, test } from 'vitest'
import type { IncomingEvent } from './events.ts'
import { testOperatorAccounts } from '../../accounts/operator-accounts.ts'
import { readIncoming } from './reader.ts'

const accounts = testOperatorAccounts([
  { countryCode: 'DE', currency: 'EUR' },
  { countryCode: 'GB', currency: 'GBP' },
])
const operatorIban = accounts[0]?.accountNumber ?? ''
const routing = accounts[0]?.routingNumber ?? ''
const uuid = '0198c5a4-1111-7222-8333-444444444444'
const ours = uuid.replaceAll('-', '')

type Parts = {
  amount?: string
  sign?: 'CRDT' | 'DBIT'
  status?: string
  before?: string
  reference?: string
  details?: string
  after?: string
}
/** An entry of version 08; only what a case is about has to be given. */
const entry = ({
  amount = '10.00',
  sign = 'CRDT',
  status = '<Sts><Cd>BOOK</Cd></Sts>',
  before = '',
  reference = '',
  details = '',
  after = '',
}: Parts = {}) =>
  `<Ntry><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>${sign}</CdtDbtInd>${before}${status}` +
  `<BookgDt><Dt>2026-01-05</Dt></BookgDt>` +
  (reference === '' ? '' : `<AcctSvcrRef>${reference}</AcctSvcrRef>`) +
  `<NtryDtls>${details}</NtryDtls>${after}</Ntry>`
const payment = (parts: string, refs = '') => `<TxDtls><Refs>${refs}</Refs>${parts}</TxDtls>`
const endToEnd = (id: string) => `<EndToEndId>${id}</EndToEndId>`
const servicer = (id: string) => `<AcctSvcrRef>${id}</AcctSvcrRef>`
const amount = (text: string) => `<Amt Ccy="EUR">${text}</Amt>`

const notification = (entries: string, message = 'camt.054.001.08') =>
  `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:${message}"><BkToCstmrDbtCdtNtfctn>` +
  `<GrpHdr><MsgId>N1</MsgId><CreDtTm>2026-01-05T12:00:00Z</CreDtTm></GrpHdr><Ntfctn><Id>1</Id>` +
  `<Acct><Id><IBAN>${operatorIban}</IBAN></Id><Ccy>EUR</Ccy></Acct>${entries}</Ntfctn>` +
  `</BkToCstmrDbtCdtNtfctn></Document>`

async function read(text: string | Uint8Array): Promise<IncomingEvent[]> {
  const all: IncomingEvent[] = []
  const bytes = typeof text === 'string' ? Buffer.from(text) : text
  for await (const events of readIncoming([bytes], accounts)) all.push(...events)
  return all.slice(1)
}
const readEntry = (parts: Parts) => read(notification(entry(parts)))
const idsOf = (events: readonly IncomingEvent[]) =>
  events.flatMap((event) => (event.type === 'ENTRY' ? [event.entry.entryId] : []))

const swissNamespace = 'http://www.six-interbank-clearing.com/de/camt.054.001.04.ch.02.xsd'

describe('what an entry is', () => {
  const virtual = '<CdtrAcct><Id><IBAN>DE89370400440532013000</IBAN></Id></CdtrAcct>'
  const cases: [string, Parts, object[]][] = [
    [
      'a credit is a deposit on the account that it was made to',
      {
        details: payment(
          `<RltdPties><Dbtr><Pty><Nm>Ada</Nm></Pty></Dbtr>` +
            `<DbtrAcct><Id><Othr><Id>77</Id></Othr></Id></DbtrAcct>${virtual}</RltdPties>` +
            `<RmtInf><Ustrd>for tea</Ustrd><Strd><CdtrRefInf><Ref>RF18</Ref></CdtrRefInf></Strd></RmtInf>`,
          endToEnd('E1'),
        ),
      },
      [
        {
          type: 'ENTRY',
          entry: {
            kind: 'CREDIT',
            countryCode: 'DE',
            routingNumber: routing,
            accountNumber: 'DE89370400440532013000',
            minor: 1_000n,
            sender: { name: 'Ada', account: '77' },
            reference: 'for tea RF18 E1',
          },
        },
      ],
    ],
    [
      'without details it lies on the account of the statement',
      { after: '<AddtlNtryInf>Cash</AddtlNtryInf>' },
      [{ type: 'ENTRY', entry: { accountNumber: operatorIban, reference: 'Cash' } }],
    ],
    [
      'our payment that comes back with a reason is a return',
      {
        details: payment('<RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf>', endToEnd(ours)),
      },
      [
        {
          type: 'ENTRY',
          entry: {
            kind: 'RETURN',
            payoutReference: uuid,
            code: 'BENEFICIARY_ACCOUNT_CLOSED',
            accountNumber: operatorIban,
          },
        },
      ],
    ],
    [
      'a return of somebody else’s payment is a return of nothing that we know',
      { details: payment('<RtrInf><Rsn><Cd>MS03</Cd></Rsn></RtrInf>', endToEnd('X')) },
      [
        {
          type: 'ENTRY',
          entry: { kind: 'RETURN', payoutReference: '', code: 'BENEFICIARY_RETURNED' },
        },
      ],
    ],
    [
      'our id on a credit is a return if the payment was ours, else a deposit',
      { details: payment('', endToEnd(ours)) },
      [
        {
          type: 'ENTRY',
          entry: { kind: 'RETURN', payoutReference: uuid },
          otherwise: { kind: 'CREDIT', payoutReference: '', code: '', reference: ours },
        },
      ],
    ],
    [
      'a debit of our payment confirms it',
      { sign: 'DBIT', reference: 'B1', details: payment('', endToEnd(ours)) },
      [
        {
          type: 'PAYMENT_STATUS',
          report: { reference: uuid, status: 'CONFIRMED', bankReference: 'B1', code: '' },
        },
      ],
    ],
    [
      'a fee for our payment does not, and is booked',
      {
        sign: 'DBIT',
        details: payment(
          '<BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>ICDT</Cd><SubFmlyCd>CHRG</SubFmlyCd></Fmly></Domn></BkTxCd>',
          endToEnd(ours),
        ),
      },
      [{ type: 'ENTRY', entry: { kind: 'CHARGE', minor: 1_000n } }],
    ],
    [
      'a debit of nothing that we know is reported',
      { sign: 'DBIT', details: payment('', endToEnd('X')) },
      [{ type: 'OTHER', other: { reason: 'FEE', text: 'X' } }],
    ],
    [
      'a debit that is given back is our payment coming back',
      { before: '<RvslInd>true</RvslInd>', details: payment('', endToEnd(ours)) },
      [{ type: 'ENTRY', entry: { kind: 'RETURN', payoutReference: uuid } }],
    ],
    [
      'a fee that is given back is no deposit',
      { before: '<RvslInd>1</RvslInd>' },
      [
        { type: 'OTHER', other: { reason: 'REVERSAL', minor: 1_000n } },
        { type: 'PROBLEM', problem: expect.stringContaining('gave back a debit of 10.00 EUR') },
      ],
    ],
    [
      'a credit that is taken back confirms nothing, is booked and reported',
      { sign: 'DBIT', before: '<RvslInd>true</RvslInd>', details: payment('', endToEnd(ours)) },
      [
        { type: 'ENTRY', entry: { kind: 'REVERSAL', minor: 1_000n, payoutReference: '' } },
        { type: 'PROBLEM', problem: expect.stringContaining('took back a credit') },
      ],
    ],
    ...['<Sts><Cd>PDNG</Cd></Sts>', '<Sts><Cd>INFO</Cd></Sts>', '<Sts>PDNG</Sts>', ''].map(
      (status): [string, Parts, object[]] => [
        `"${status}" is not booked`,
        { status },
        [{ type: 'OTHER', other: { reason: 'NOT_BOOKED' } }],
      ],
    ),
    [
      'a batch of credits that another file lists is no deposit',
      { amount: '99.00', details: '<Btch><NbOfTxs>12</NbOfTxs></Btch>' },
      [
        { type: 'OTHER', other: { reason: 'NO_DETAILS', minor: 9_900n } },
        { type: 'PROBLEM', problem: expect.stringContaining('99.00 EUR') },
      ],
    ],
    [
      'a batch of debits without details speaks for its payments',
      {
        sign: 'DBIT',
        details: '<Btch><PmtInfId>CR1-2</PmtInfId><NbOfTxs>12</NbOfTxs></Btch>',
      },
      [
        {
          type: 'FILE_STATUS',
          report: { messageId: 'CR1', batchId: 'CR1-2', status: 'CONFIRMED' },
        },
      ],
    ],
    [
      'the payments of a batch are each for themselves',
      {
        amount: '10.00',
        reference: 'E',
        details:
          payment(amount('4.00'), servicer('T1')) +
          payment('<AmtDtls><TxAmt><Amt Ccy="EUR">6</Amt></TxAmt></AmtDtls>', servicer('T2')),
      },
      [
        { type: 'ENTRY', entry: { minor: 400n, entryId: `${operatorIban}/CRDT/T1/4.00EUR` } },
        { type: 'ENTRY', entry: { minor: 600n, entryId: `${operatorIban}/CRDT/T2/6.00EUR` } },
      ],
    ],
    [
      'a debit inside of a credit is no deposit',
      {
        amount: '4.00',
        details:
          payment(`${amount('7.00')}<CdtDbtInd>CRDT</CdtDbtInd>`) +
          payment(`${amount('3.00')}<CdtDbtInd>DBIT</CdtDbtInd>`),
      },
      [
        { type: 'ENTRY', entry: { minor: 700n } },
        { type: 'OTHER', other: { reason: 'FEE', minor: -300n } },
      ],
    ],
    [
      'payments that are not as much as their entry are reported',
      { details: payment(amount('4.00')) + payment(amount('5.00')) },
      [
        { type: 'ENTRY' },
        { type: 'ENTRY' },
        { type: 'PROBLEM', problem: expect.stringContaining('900 and 1000') },
      ],
    ],
    [
      'a payment in another currency has no amount of its own',
      { details: payment(amount('10.00')) + payment('<Amt Ccy="USD">5.00</Amt>') },
      [{ type: 'ENTRY' }, { type: 'OTHER', other: { reason: 'NOT_BOOKED', minor: 0n } }],
    ],
  ]
  test.each(cases)('%s', async (_, parts, events) => {
    const found = await readEntry(parts)
    expect(found).toMatchObject(events)
    expect(found).toHaveLength(events.length)
  })

  test.each([
    ['AC01', 'BENEFICIARY_ACCOUNT_INVALID'],
    ['AC04', 'BENEFICIARY_ACCOUNT_CLOSED'],
    ['AC06', 'BENEFICIARY_ACCOUNT_INVALID'],
    ['BE04', 'BENEFICIARY_NAME_MISMATCH'],
    ['RC01', 'BENEFICIARY_BANK_INVALID'],
    ['AG01', 'BENEFICIARY_RETURNED'],
    ['AM04', 'BENEFICIARY_RETURNED'],
    ['ZZ99', 'BENEFICIARY_RETURNED'],
    ['', 'BENEFICIARY_RETURNED'],
  ])('a return for %s is reported as %s', async (code, expected) => {
    const reason = code === '' ? '<RtrInf/>' : `<RtrInf><Rsn><Cd>${code}</Cd></Rsn></RtrInf>`
    const events = await readEntry({ details: payment(reason, endToEnd(ours)) })
    expect(events).toMatchObject([{ entry: { code: expected } }])
  })
})

describe('accounts that are no IBAN', () => {
  const landedAt = async (agent: string) => {
    const text = notification(
      entry({
        details: payment(
          `<RltdPties><CdtrAcct><Id><Othr><Id>87654321</Id></Othr></Id></CdtrAcct></RltdPties>${agent}`,
        ),
      }),
    )
    const british = text
      .replaceAll('Ccy="EUR"', 'Ccy="GBP"')
      .replace('<Ccy>EUR', '<Ccy>GBP')
      .replace(
        `<IBAN>${operatorIban}</IBAN>`,
        `<Othr><Id>${accounts[1]?.accountNumber}</Id></Othr>`,
      )
    const [event] = await read(british)
    return event?.type === 'ENTRY' ? event.entry : undefined
  }
  const memberOf = (id: string) =>
    `<RltdAgts><CdtrAgt><FinInstnId>${id}</FinInstnId></CdtrAgt></RltdAgts>`
  const sortCode = accounts[1]?.routingNumber

  test.each([
    ['', sortCode],
    [memberOf('<ClrSysMmbId><MmbId>001234</MmbId></ClrSysMmbId>'), '001234'],
    [memberOf('<ClrSysMmbId><MmbId>GBDSC001234</MmbId></ClrSysMmbId>'), sortCode],
    [memberOf('<BICFI>CRDRGB20</BICFI>'), sortCode],
  ])('with the agent "%s" lie at %s', async (agent, routingNumber) => {
    expect(await landedAt(agent)).toMatchObject({
      countryCode: 'GB',
      routingNumber,
      accountNumber: '87654321',
    })
  })
})

describe('ids of entries', () => {
  const alike = entry({ details: payment('', endToEnd('A')) })

  test('follow the bank’s reference of the payment, else of the entry and the place in it', async () => {
    const batch = (references: string[]) =>
      entry({
        amount: '8.00',
        reference: 'E',
        details: references.map((reference) => payment(amount('4.00'), reference)).join(''),
      })
    const both = ['/E/1/4.00EUR', '/E/2/4.00EUR'].map((end) => `${operatorIban}/CRDT${end}`)
    expect(idsOf(await read(notification(batch(['', '']))))).toEqual(both)
    // One reference for all of them identifies none.
    expect(idsOf(await read(notification(batch([servicer('E'), servicer('E')]))))).toEqual(both)
    expect(idsOf(await read(notification(batch([servicer('S'), servicer('S')]))))).toEqual(both)
    expect(idsOf(await readEntry({ reference: 'E', details: payment('') }))).toEqual([
      `${operatorIban}/CRDT/E/10.00EUR`,
    ])
    expect(idsOf(await readEntry({ reference: 'NONREF' }))[0]).toMatch(/\/[0-9a-f]{32}\/1$/)
  })

  test('of entries that are alike and have no reference differ, in the same way each time', async () => {
    const first = idsOf(await read(notification(alike + alike + entry({ amount: '1' }))))
    expect(new Set(first).size).toBe(3)
    expect(idsOf(await read(notification(alike + entry({ amount: '1' }) + alike)))).toEqual([
      first[0],
      first[2],
      first[1],
    ])
  })

  test('with one reference twice in one file are one entry, and that is reported', async () => {
    const same = entry({ reference: 'SAME' })
    expect(await read(notification(same + same))).toMatchObject([
      { type: 'ENTRY' },
      { type: 'ENTRY' },
      { type: 'PROBLEM', problem: expect.stringContaining('stands twice') },
    ])
    // Of another amount it is another entry: money is never passed over.
    expect(
      new Set(idsOf(await read(notification(same + entry({ reference: 'SAME', amount: '1' })))))
        .size,
    ).toBe(2)
  })
})

describe('forms of the file', () => {
  const text = notification(
    entry({ details: payment('<RmtInf><Ustrd>Käse &amp; Brot</Ustrd></RmtInf>') }),
  )
  const expected = [{ type: 'ENTRY', entry: { reference: 'Käse & Brot' } }]
  const declared = (encoding: string) => `<?xml version="1.0" encoding="${encoding}"?>${text}`

  test.each<[string, Uint8Array]>([
    ['UTF-8', Buffer.from(text)],
    ['UTF-8 with a mark', Buffer.from(`\u{FEFF}${declared('utf-8')}`)],
    ['Latin 1', Buffer.from(declared('ISO-8859-1'), 'latin1')],
    ['UTF-16', Buffer.from(`\u{FEFF}${declared('UTF-16')}`, 'utf16le')],
    ['UTF-16, the other way', Buffer.from(`\u{FEFF}${text}`, 'utf16le').swap16()],
    [
      'prefixes',
      Buffer.from(text.replaceAll(/<(\/?)(\w)/g, '<$1n:$2').replace('xmlns=', 'xmlns:n=')),
    ],
    ['no namespace', Buffer.from(text.replace(/ xmlns="[^"]*"/, ''))],
    ['a later version', Buffer.from(text.replace('054.001.08', '054.001.13'))],
    ['a version of a country', Buffer.from(text.replace(/urn:iso[^"]*/, swissNamespace))],
    [
      'an envelope of SWIFT',
      Buffer.from(`<DataPDU><Revision>2</Revision><Body><AppHdr/>${text}</Body></DataPDU>`),
    ],
    ['an envelope', Buffer.from(`<BizMsg><AppHdr><To>us</To></AppHdr>${text}</BizMsg>`)],
    [
      'comments and CDATA',
      Buffer.from(text.replace('Käse &amp; Brot', '<!-- x -->Käse <![CDATA[& Brot]]>')),
    ],
  ])('%s', async (_, bytes) => {
    expect(await read(bytes)).toMatchObject(expected)
  })

  test('pieces of any size say the same', async () => {
    const bytes = Buffer.from(declared('utf-8'))
    for (const size of [1, 7, 300]) {
      const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (__, i) =>
        bytes.subarray(i * size, (i + 1) * size),
      )
      const all: IncomingEvent[] = []
      for await (const events of readIncoming(pieces, accounts)) all.push(...events)
      expect(all.slice(1)).toMatchObject(expected)
    }
  })
})
