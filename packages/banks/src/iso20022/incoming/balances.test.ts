import { expect, test } from 'vitest'
import { testOperatorAccounts } from '../../accounts/operator-accounts.ts'
import type { IncomingEvent } from './events.ts'
import { readMessages } from './reader.ts'

const accounts = testOperatorAccounts([{ countryCode: 'DE', currency: 'EUR' }])
const operatorIban = accounts[0]?.accountNumber ?? ''

const balance = (code: string, amount: string, sign = 'CRDT', currency = 'EUR') =>
  `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="${currency}">${amount}</Amt>` +
  `<CdtDbtInd>${sign}</CdtDbtInd><Dt><Dt>2026-01-05</Dt></Dt></Bal>`
const entry = (amount: string, sign = 'CRDT', more = '<Sts>BOOK</Sts>') =>
  `<Ntry><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>${sign}</CdtDbtInd>${more}` +
  `<BookgDt><Dt>2026-01-05</Dt></BookgDt></Ntry>`
const page = (number: number, isLast: boolean) =>
  `<StmtPgntn><PgNb>${number}</PgNb><LastPgInd>${isLast}</LastPgInd></StmtPgntn>`

async function eventsOf(inside: string, before = ''): Promise<IncomingEvent[]> {
  const text =
    `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt>` +
    `<GrpHdr><MsgId>S</MsgId><CreDtTm>2026-01-05T20:00:00</CreDtTm></GrpHdr><Stmt><Id>1</Id>` +
    `${before}<Acct><Id><IBAN>${operatorIban}</IBAN></Id></Acct>${inside}</Stmt></BkToCstmrStmt></Document>`
  const all: IncomingEvent[] = []
  for await (const events of readMessages([Buffer.from(text)], accounts)) all.push(...events)
  return all
}
const problemsOf = async (inside: string, before = '') =>
  (await eventsOf(inside, before)).flatMap((event) =>
    event.type === 'PROBLEM' ? [event.problem] : [],
  )

test.each([
  [
    'what came in and went out',
    balance('OPBD', '5') + balance('CLBD', '7') + entry('3') + entry('1', 'DBIT'),
  ],
  ['nothing at all', balance('OPBD', '5') + balance('CLBD', '5.00')],
  ['an account in debt', balance('OPBD', '5', 'DBIT') + balance('CLBD', '2', 'DBIT') + entry('3')],
  [
    'what was booked and taken back',
    balance('OPBD', '5') + balance('CLBD', '5') + entry('3', 'DBIT') + entry('3'),
  ],
  [
    'what is only announced',
    balance('OPBD', '5') + balance('CLBD', '5') + entry('3', 'CRDT', '<Sts>PDNG</Sts>'),
  ],
  [
    'the closing balance of the day before',
    balance('PRCD', '5') + balance('CLBD', '8') + entry('3'),
  ],
  [
    'other balances beside',
    balance('OPAV', '9') +
      balance('OPBD', '5') +
      balance('CLBD', '8') +
      balance('CLAV', '1') +
      entry('3'),
  ],
])('a statement adds up with %s', async (_, inside) => {
  expect(await problemsOf(inside)).toEqual([])
})

test.each([
  [
    'too little',
    balance('OPBD', '5') + balance('CLBD', '7.99') + entry('3'),
    'makes 8.00000; it closes with 7.99000 EUR',
  ],
  ['too much', balance('OPBD', '5') + balance('CLBD', '8.01') + entry('3'), 'closes with 8.01000'],
  [
    'the wrong side',
    balance('OPBD', '5') + balance('CLBD', '8', 'DBIT') + entry('3'),
    'closes with -8.00000',
  ],
  [
    'several currencies',
    balance('OPBD', '5') + balance('CLBD', '8', 'CRDT', 'SEK') + entry('3'),
    'several currencies: EUR, SEK',
  ],
  ['no opening balance', balance('CLBD', '8') + entry('3'), 'no opening or no closing balance'],
  ['no closing balance', balance('OPBD', '5') + entry('3'), 'no opening or no closing balance'],
])('a statement with %s is reported', async (_, inside, problem) => {
  expect(await problemsOf(inside)).toEqual([expect.stringContaining(problem)])
})

test.each([
  [page(1, false), balance('OPBD', '5') + entry('3')],
  [page(2, false), balance('ITBD', '5') + entry('3')],
  [page(2, true), balance('CLBD', '9') + entry('3')],
])('a page of a longer statement is not checked by itself: %s', async (before, inside) => {
  expect(await problemsOf(inside, before)).toEqual([])
})

test('the only page is the whole statement', async () => {
  expect(await problemsOf(balance('CLBD', '8'), page(1, true))).toHaveLength(1)
})

const day = '2026-01-05'
const period =
  '<FrToDt><FrDtTm>2026-01-03T00:00:00</FrDtTm><ToDtTm>2026-01-05T24:00:00</ToDtTm></FrToDt>'
test.each([
  [
    'both',
    '',
    balance('OPBD', '5') + balance('CLBD', '2', 'DBIT'),
    { opening: 500n, closing: -200n, opensOn: day, closesOn: day },
  ],
  [
    'what the day before closed with',
    '',
    balance('PRCD', '5') + balance('CLBD', '8'),
    { opening: 500n, closing: 800n, opensOn: day, closesOn: day },
  ],
  [
    'several days',
    period,
    balance('OPBD', '5') + balance('CLBD', '8'),
    { opening: 500n, closing: 800n, opensOn: '2026-01-03', closesOn: day },
  ],
  [
    'one of them on a page',
    page(1, false),
    balance('OPBD', '5'),
    { opening: 500n, opensOn: day, closesOn: day },
  ],
])('a statement hands on its balances: %s', async (_, before, inside, stated) => {
  const found = (await eventsOf(inside, before)).filter(({ type }) => type === 'BALANCE')
  expect(found).toEqual([
    {
      type: 'BALANCE',
      balance: { statementId: '1', countryCode: 'DE', currency: 'EUR', ...stated },
    },
  ])
})

test.each([
  [
    'of another currency',
    balance('OPBD', '5', 'CRDT', 'SEK') + balance('CLBD', '8', 'CRDT', 'SEK'),
  ],
  ['of none', ''],
  ['of none, but with entries', entry('3')],
])('a statement with balances %s still says which days it closes', async (_, inside) => {
  const found = (await eventsOf(inside)).filter(({ type }) => type === 'BALANCE')
  expect(found).toEqual([
    {
      type: 'BALANCE',
      balance: {
        statementId: '1',
        countryCode: 'DE',
        currency: 'EUR',
        opensOn: day,
        closesOn: day,
      },
    },
  ])
})

test('a statement without balances is of the days of its period, else of its entries', async () => {
  const before = entry('3').replace('2026-01-05', '2026-01-03')
  const days = async (inside: string, start = '') =>
    (await eventsOf(inside, start)).flatMap((event) =>
      event.type === 'BALANCE' ? [[event.balance.opensOn, event.balance.closesOn]] : [],
    )
  expect(await days(before + entry('1'))).toEqual([['2026-01-03', '2026-01-05']])
  expect(await days(before, period)).toEqual([['2026-01-03', '2026-01-05']])
  expect(await days(before)).toEqual([['2026-01-03', '2026-01-03']])
})

test('a line that is set aside still counts for the balance where its amount can be read', async () => {
  const inside = balance('OPBD', '5') + balance('CLBD', '8') + entry('3', 'CRDT', '<Sts>BOOK</Sts>')
  const aside = inside.replace('<Dt>2026-01-05</Dt></BookgDt>', '<Dt>soon</Dt></BookgDt>')
  const events = await eventsOf(aside)
  expect(events.map(({ type }) => type)).toEqual(['HEADER', 'STATEMENT', 'ASIDE', 'BALANCE'])
})
