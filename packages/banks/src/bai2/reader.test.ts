import { describe, expect, test } from 'vitest'
import { testOperatorAccounts } from '../accounts/operator-accounts.ts'
import { readIncoming } from '../incoming/reader.ts'
import type { IncomingEvent } from '../iso20022/incoming/events.ts'
import { FileRefused } from '../iso20022/xml/source.ts'
import { evidence } from '../testing/notification.ts'

const accounts = testOperatorAccounts([
  { countryCode: 'US', currency: 'USD' },
  { countryCode: 'DE', currency: 'EUR' },
])
const number = accounts[0]?.accountNumber ?? ''

type Parts = {
  lines: readonly string[]
  modifier?: string
  status?: string
  account?: string
  asOf?: string
  balances?: readonly [string, string]
}

/** A file of one account whose totals are right. */
function fileOf({
  lines,
  modifier = '2',
  status = '1',
  account = `${number},USD`,
  asOf = '260105',
  balances = ['10000', '11000'],
}: Parts): string {
  const amounts = lines
    .filter((line) => line.startsWith('16,'))
    .map((line) => Number(line.split(',')[2]) || 0)
  const sum = [...balances.map(Number), ...amounts].reduce((total, amount) => total + amount, 0)
  const records = lines.length + 2
  return [
    '01,SENDER,RECEIVER,260106,0730,1,80,,2/',
    `02,RECEIVER,110999991,${status},${asOf},2400,USD,${modifier}/`,
    `03,${account},010,${balances[0]},,,015,${balances[1]},,/`,
    ...lines,
    `49,${sum},${records}/`,
    `98,${sum},1,${records + 2}/`,
    `99,${sum},1,${records + 4}/`,
    '',
  ].join('\n')
}

async function all(text: string): Promise<IncomingEvent[]> {
  const events: IncomingEvent[] = []
  for await (const some of readIncoming([Buffer.from(text)], accounts)) events.push(...some)
  return events
}
const credit = '16,195,1000,V,260106,,BANK1,CUST1,WIRE FROM ADA, INVOICE 7/'
const types = (events: readonly IncomingEvent[]) => events.map(({ type }) => type)

test('a file: its account, its transactions, its balances', async () => {
  expect(await all(fileOf({ lines: [credit] }))).toMatchObject([
    {
      type: 'HEADER',
      kind: 'bai2',
      messageId: 'SENDER/260106/1',
      createdAt: new Date('2026-01-06T07:30:00-05:00'),
    },
    {
      type: 'STATEMENT',
      statement: {
        account: { countryCode: 'US' },
        isStatement: true,
        statementId: '2026-01-05/110999991/2',
      },
    },
    evidence({
      line: 1,
      part: 0,
      direction: 'CREDIT',
      kind: 'ENTRY',
      currency: 'USD',
      minor: 1_000n,
      bookedOn: '2026-01-05',
      valueOn: '2026-01-06',
      moment: undefined,
      ids: { lineReference: 'BANK1', instructionId: 'CUST1' },
      text: 'WIRE FROM ADA, INVOICE 7',
      code: '195',
    }),
    {
      type: 'BALANCE',
      balance: {
        opening: 10_000n,
        closing: 11_000n,
        opensOn: '2026-01-05',
        closesOn: '2026-01-05',
      },
    },
  ])
})

describe('a transaction', () => {
  const cases: [string, string[], object][] = [
    [
      'without funds',
      ['16,195,1000,,B,C,TEXT/'],
      { minor: 1_000n, text: 'TEXT', ids: { lineReference: 'B' } },
    ],
    ['with funds of no kind', ['16,142,1000,Z,,,TEXT'], { text: 'TEXT' }],
    ['with funds of a day', ['16,142,1000,1,B,C,T/'], { text: 'T', ids: { instructionId: 'C' } }],
    [
      'with funds in three parts',
      ['16,142,1000,S,500,300,200,B,C,T/'],
      { text: 'T', ids: { lineReference: 'B' } },
    ],
    [
      'with funds in many parts',
      ['16,142,1000,D,3,0,500,1,300,2,200,B,C,T/'],
      { text: 'T', ids: { lineReference: 'B' } },
    ],
    [
      'whose text goes on',
      ['16,142,1000,Z,,,ONE/', '88,TWO, THREE/', '88,FOUR/'],
      { text: 'ONE TWO, THREE FOUR' },
    ],
    [
      'whose fields go on',
      ['16,142,1000,S,500,300,200/', '88,B,C,ONE', '88,TWO'],
      { text: 'ONE TWO', ids: { lineReference: 'B', instructionId: 'C' } },
    ],
    ['with a slash in its text', ['16,142,1000,Z,,,ONE/TWO/'], { text: 'ONE/TWO' }],
    [
      'with a reference of zeros',
      ['16,142,1000,Z,0000,000,T/'],
      { ids: { lineReference: '', instructionId: '' } },
    ],
    ['a debit', ['16,495,1000,,B,C,WIRE OUT/'], { direction: 'DEBIT', kind: 'ENTRY' }],
    ['a charge', ['16,698,1000,,,,FEE/'], { direction: 'DEBIT', kind: 'CHARGE' }],
    ['a return', ['16,257,1000,,,,BACK/'], { direction: 'CREDIT', kind: 'RETURN' }],
    [
      'a credit that is taken back',
      ['16,555,1000,,,,BOUNCED/'],
      { direction: 'DEBIT', kind: 'REVERSAL' },
    ],
  ]
  test.each(cases)('%s', async (_, lines, expected) => {
    const events = await all(fileOf({ lines }))
    expect(events.filter(({ type }) => type === 'EVIDENCE')).toMatchObject([evidence(expected)])
  })

  test.each<[string, string, RegExp]>([
    ['a code of the bank', '16,920,1000,,,,X/', /type "920"/],
    ['a sum of others', '16,190,1000,,,,X/', /type "190" is a sum/],
    ['an item in another one', '16,116,1000,,,,X/', /type "116" is a sum/],
    ['a loan', '16,720,1000,,,,X/', /type "720"/],
    ['no amount', '16,195,,,,,X/', /amount ""/],
    ['an amount with a point', '16,195,10.00,,,,X/', /amount "10\.00"/],
    ['a negative amount', '16,195,-1000,,,,X/', /amount "-1000"/],
  ])('%s is set aside, and the next one taken', async (_, line, reason) => {
    const events = await all(fileOf({ lines: [line, '88,MORE/', credit] }))
    expect(events.filter(({ type }) => ['ASIDE', 'EVIDENCE'].includes(type))).toMatchObject([
      {
        type: 'ASIDE',
        aside: { line: 1, reason: expect.stringMatching(reason), source: `${line}\n88,MORE/` },
      },
      evidence({ line: 2 }),
    ])
  })

  test('what moves nothing is announced', async () => {
    const events = await all(fileOf({ lines: ['16,195,0,,,,X/', credit] }))
    expect(types(events)).toEqual(['HEADER', 'STATEMENT', 'ANNOUNCED', 'EVIDENCE', 'BALANCE'])
  })

  test('information moves nothing', async () => {
    const events = await all(fileOf({ lines: ['16,890,,,,,NOTE/', credit] }))
    expect(types(events)).toEqual(['HEADER', 'STATEMENT', 'EVIDENCE', 'BALANCE'])
  })
})

describe('a group', () => {
  test.each([
    ['2', true, ['EVIDENCE']],
    ['1', false, ['EVIDENCE']],
    ['4', false, ['EVIDENCE']],
    ['', true, ['EVIDENCE']],
    // During the day nothing is booked for certain.
    ['3', false, ['ANNOUNCED']],
  ])('as of modifier "%s"', async (modifier, isStatement, expected) => {
    const events = await all(fileOf({ lines: [credit], modifier }))
    expect(events[1]).toMatchObject({ statement: { isStatement } })
    expect(types(events).slice(2)).toEqual(isStatement ? [...expected, 'BALANCE'] : expected)
  })

  test('that deletes or corrects is set aside, and a test is nothing', async () => {
    for (const status of ['2', '3'])
      expect(types(await all(fileOf({ lines: [credit], status })))).toEqual(
        ['HEADER', 'PROBLEM', 'STATEMENT', 'ASIDE', 'BALANCE'].toSorted((a, b) =>
          a === 'PROBLEM' ? -1 : b === 'PROBLEM' ? 1 : 0,
        ),
      )
    expect(types(await all(fileOf({ lines: [credit], status: '4' })))).toEqual([
      'PROBLEM',
      'HEADER',
    ])
  })

  test('whose day cannot be read is set aside', async () => {
    expect(types(await all(fileOf({ lines: [credit], asOf: '261345' })))).toEqual([
      'HEADER',
      'STATEMENT',
      'ASIDE',
    ])
  })

  test('of an account of others is not reported', async () => {
    for (const account of ['999,USD', `${number},CAD`])
      expect(types(await all(fileOf({ lines: [credit], account })))).toEqual(['HEADER', 'FOREIGN'])
    expect(types(await all(fileOf({ lines: [credit], account: `${number},` })))).toContain(
      'EVIDENCE',
    )
  })
})

describe('totals', () => {
  const good = fileOf({ lines: [credit] })
  test.each([
    ['of the account', good.replace(/49,\d+/, '49,1')],
    ['of the group', good.replace(/98,\d+/, '98,1')],
    ['of the file', good.replace(/99,(\d+),1,\d+/, '99,$1,1,99')],
    ['of a line that is missing', good.replace(`${credit}\n`, '')],
    ['without a trailer of the account', good.replace(/49,.*\n/, '')],
    ['of the balances', fileOf({ lines: [credit], balances: ['10000', '12000'] })],
  ])('%s are checked', async (_, text) => {
    expect(types(await all(good))).not.toContain('PROBLEM')
    expect(types(await all(text))).toContain('PROBLEM')
  })

  test.each([
    ['a torn file', good.slice(0, good.indexOf('98,'))],
    ['no account', '01,S,R,260106,0730,1,80,,2/\n99,0,0,2/\n'],
    ['a transaction of no account', good.replace(/03,.*\n/, '')],
    ['an account of no group', good.replace(/02,.*\n/, '')],
    ['a header of no day', good.replace('260106,0730', 'soon,')],
  ])('%s is refused', async (_, text) => {
    await expect(all(text)).rejects.toBeInstanceOf(FileRefused)
  })
})

test('a text that looks like a record is a text', async () => {
  const lines = ['16,142,1000,Z,,,A /  16,142,999999,Z,,,B/']
  expect(await all(fileOf({ lines }))).toMatchObject([{}, {}, evidence({ minor: 1_000n }), {}])
})
