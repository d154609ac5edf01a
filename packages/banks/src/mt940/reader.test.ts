import { describe, expect, test } from 'vitest'
import { readIncoming } from '../incoming/reader.ts'
import type { IncomingEvent } from '../iso20022/incoming/events.ts'
import { FileRefused } from '../iso20022/xml/source.ts'
import { evidence } from '../testing/notification.ts'
import { account, all, linesOf, start, statement } from '../testing/swift.ts'

test('a statement: its account, number and page, its lines, its balances', async () => {
  expect(
    await all(statement(':61:2601050105CR10,00NTRFKREF+//B1\n:86:166?00CREDIT?20EREF+E1')),
  ).toMatchObject([
    {
      type: 'HEADER',
      kind: 'mt940',
      messageId: 'REF1',
      createdAt: new Date('2026-01-05T00:00:00+01:00'),
    },
    { type: 'STATEMENT', statement: { statementId: '00005/2026', page: '001', isStatement: true } },
    evidence({
      line: 1,
      part: 0,
      direction: 'CREDIT',
      kind: 'ENTRY',
      currency: 'EUR',
      minor: 1_000n,
      lineMinor: 1_000n,
      bookedOn: '2026-01-05',
      valueOn: '2026-01-05',
      moment: undefined,
      ids: { endToEndId: 'E1', lineReference: 'B1', instructionId: '' },
      code: 'NTRF+166',
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

describe('field 61', () => {
  const cases: [string, string, object][] = [
    [
      'a credit without the day of the entry',
      ':61:260104C10,NTRFNONREF',
      {
        bookedOn: '2026-01-04',
        valueOn: '2026-01-04',
        minor: 1_000n,
        ids: { instructionId: '', lineReference: '' },
      },
    ],
    [
      'the letter of its currency',
      ':61:2601050105CR0,5NTRFA1//B1',
      { minor: 50n, ids: { instructionId: 'A1', lineReference: 'B1' } },
    ],
    [
      'a debit',
      ':61:2601050105DR12,34NTRFNONREF',
      { direction: 'DEBIT', minor: 1_234n, kind: 'ENTRY' },
    ],
    [
      'a credit that is taken back',
      ':61:2601050105RCR1,NTRFNONREF',
      { direction: 'DEBIT', kind: 'REVERSAL' },
    ],
    [
      'a debit that is given back',
      ':61:2601050105RD1,NTRFNONREF',
      { direction: 'CREDIT', kind: 'REVERSAL' },
    ],
    ['a charge', ':61:2601050105D1,NCHGNONREF', { direction: 'DEBIT', kind: 'CHARGE' }],
    ['a returned item', ':61:2601050105C1,NRTINONREF', { kind: 'RETURN' }],
    ['an amount with many zeros', ':61:2601050105C000000000001,00N051NONREF', { minor: 100n }],
    ['an amount without a comma', ':61:2601050105C7NTRFNONREF', { minor: 700n }],
    [
      'spaces for the day of the entry',
      ':61:260105    CD7,NTRFNONREF//',
      { minor: 700n, bookedOn: '2026-01-05' },
    ],
    [
      'an entry of the year before',
      ':61:2601021231C1,NTRFNONREF',
      { bookedOn: '2025-12-31', valueOn: '2026-01-02' },
    ],
    [
      'an entry of the year after',
      ':61:2512310102C1,NTRFNONREF',
      { bookedOn: '2026-01-02', valueOn: '2025-12-31' },
    ],
    ['a leap day', ':61:2802290229C1,NTRFNONREF', { bookedOn: '2028-02-29' }],
    [
      'a value date of bankers',
      ':61:2602300227C1,NTRFNONREF',
      { bookedOn: '2026-02-27', valueOn: '' },
    ],
    ['supplementary details', ':61:2601050105C1,NTRFA1//B1\nCARD 1', { text: 'CARD 1' }],
  ]
  test.each(cases)('%s', async (_, line, expected) => {
    expect(await linesOf(line)).toMatchObject([evidence(expected)])
  })

  test.each([
    [':61:2601050105C1.000,00NTRFNONREF', /amount "1\.000,00"/],
    [':61:2601050105C1.000NTRFNONREF', /amount "1\.000"/],
    [':61:2601050105C0,001NTRFNONREF', /amount "0,001"/],
    [':61:2613450105C1,NTRFNONREF', /day/],
    [':61:2601050230C1,NTRFNONREF', /day/],
    [':61:nothing', /form of a field 61/],
  ])('%s is set aside, and the next line is taken', async (line, reason) => {
    expect(await linesOf(`${line}\n:86:what it was\n:61:260105C1,NTRFNONREF`)).toMatchObject([
      {
        type: 'ASIDE',
        aside: {
          line: 1,
          reason: expect.stringMatching(reason),
          source: `${line}\n:86:what it was`,
        },
      },
      evidence({ line: 2 }),
    ])
  })

  test('what moves nothing is announced', async () => {
    expect(await linesOf(':61:2601050105C0,00NMSCNONREF')).toMatchObject([
      { type: 'ANNOUNCED', announced: { line: 1, minor: 0n } },
    ])
  })

  test('what is only expected is announced', async () => {
    expect(await linesOf(':61:2601050105EC1,NTRFNONREF//B1')).toMatchObject([
      {
        type: 'ANNOUNCED',
        announced: { line: 1, direction: 'CREDIT', minor: 100n, bankReference: 'B1' },
      },
    ])
  })
})

describe('whose account it is', () => {
  const british = {
    ...account,
    countryCode: 'GB',
    currency: 'GBP',
    routingNumber: '601613',
    accountNumber: '31926819',
  }
  test.each([
    ['37040044/0532013000', 'STATEMENT'],
    ['37040044/532013000', 'STATEMENT'],
    ['DE89370400440532013000', 'STATEMENT'],
    ['DE89370400440532013000EUR', 'STATEMENT'],
    ['DE89 3704 0044 0532 0130 00 EUR', 'STATEMENT'],
    ['COBADEFFXXX/DE89370400440532013000', 'STATEMENT'],
    ['COBADEFFXXX/0532013000/EUR', 'STATEMENT'],
    ['50010517/0532013000', 'FOREIGN'],
    ['DEUTDEFFXXX/0532013000', 'FOREIGN'],
    ['DE02120300000000202051', 'FOREIGN'],
  ])('%s: %s', async (number, expected) => {
    const text = statement(':61:260105C1,NTRFNONREF').replace('37040044/0532013000', number)
    expect((await all(text)).map(({ type }) => type)[1]).toBe(expected)
  })

  test('a sort code and a number', async () => {
    const text = statement('')
      .replace('37040044/0532013000', '601613/31926819')
      .replaceAll('EUR', 'GBP')
    expect(await all(text, [account, british])).toMatchObject([
      {},
      { statement: { account: { countryCode: 'GB' } } },
      {},
      {},
    ])
  })

  test('of an account of others nothing is reported', async () => {
    const text = statement(':61:260105C1,NTRFNONREF').replace('37040044/0532013000', 'X')
    expect(await all(text)).toMatchObject([
      { type: 'HEADER' },
      { type: 'FOREIGN', number: 'X', currency: 'EUR' },
    ])
  })
})

describe('forms of the file', () => {
  const text = statement(':61:260105C10,NTRFNONREF\n:86:Käse')
  const expected = [{}, {}, evidence({ text: 'Käse', minor: 1_000n }), {}]
  const envelope = `{1:F01COBADEFFXXXX0000000000}{2:O9400830260106COBADEFFXXXX00000000002601060931N}{4:\n${text.replace(/-\n$/, '-}')}{5:{CHK:1}}`

  test.each<[string, string | Uint8Array]>([
    ['lines of Windows', text.replaceAll('\n', '\r\n')],
    ['lines of old Macintoshes', text.replaceAll('\n', '\r')],
    ['empty lines', text.replaceAll('\n', '\n\n')],
    ['lines of the bank before it', `COBADEFF\n940\n${text}`],
    ['without an end', text.replace('\n-\n', '')],
    ['a mark', `\u{FEFF}${text}`],
    ['a Windows code page', Buffer.from(text, 'latin1')],
    ['UTF-16', Buffer.from(`\u{FEFF}${text}`, 'utf16le')],
    ['an envelope', envelope],
  ])('%s', async (_, bytes) => {
    const events = await all(typeof bytes === 'string' ? bytes : new Uint8Array(bytes))
    expect(events).toMatchObject(expected)
    expect(events).toHaveLength(4)
  })

  test('an envelope says when it was sent', async () => {
    expect((await all(envelope))[0]).toMatchObject({
      createdAt: new Date('2026-01-06T09:31:00+01:00'),
    })
  })

  test('several statements, in pieces of any size', async () => {
    const second = text.replace('00005', '00006').replaceAll('260105', '260106')
    for (const size of [1, 7, 10_000]) {
      const bytes = Buffer.from(text + second)
      const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (__, i) =>
        bytes.subarray(i * size, (i + 1) * size),
      )
      const events: IncomingEvent[] = []
      for await (const some of readIncoming(pieces, [account])) events.push(...some)
      expect(events.map(({ type }) => type)).toEqual([
        'HEADER',
        'STATEMENT',
        'EVIDENCE',
        'BALANCE',
        'STATEMENT',
        'EVIDENCE',
        'BALANCE',
      ])
      expect(events).toMatchObject([
        {},
        {},
        evidence({ line: 1 }),
        {},
        {},
        evidence({ line: 2 }),
        {},
      ])
    }
  })

  test('a page of a longer statement has no closing balance of a day, but adds up', async () => {
    const [balance] = (await all(text.replace(':62F:', ':62M:'))).slice(-1)
    expect(balance).toMatchObject({ balance: { opening: 10_000n, closesOn: '2026-01-05' } })
    expect(balance).not.toHaveProperty('balance.closing')
    for (const tag of [':62M:', ':62F:']) {
      const wrong = text.replace(':62F:', tag).replace('EUR110,00', 'EUR999,00')
      expect((await all(wrong)).map(({ type }) => type)).toContain('PROBLEM')
    }
  })

  test.each([
    ['a torn file', text.slice(0, -30)],
    ['no account', text.replace(/:25:.*\n/, '')],
    ['two accounts', text.replace(/(:25:.*\n)/, '$1:25:DE02120300000000202051\n')],
    ['a line of no statement', text.replace(/:20:.*\n/, '')],
    [
      'no day',
      text
        .replace(/:60F:.*\n/, '')
        .replace(/:61:.*\n/, '')
        .replace('260105', 'XXXXXX'),
    ],
    ['fields of no statement', ':61:260105C1,NTRFNONREF\n'],
    ['one long line', `${start}:86:${'x'.repeat(200_000)}`],
  ])('%s is refused', async (_, refused) => {
    await expect(all(refused)).rejects.toBeInstanceOf(FileRefused)
  })

  test('the days of a statement follow from its balances and lines', async () => {
    const days = async (from: string, to: string, line: string) => {
      const [event] = (
        await all(
          statement(`:61:${line}${line.slice(2)}C10,NTRFNONREF`, `C${to}EUR110,00`).replace(
            'C260105EUR100',
            `C${from}EUR100`,
          ),
        )
      ).flatMap((found) => (found.type === 'BALANCE' ? [found.balance] : []))
      return [event?.opensOn, event?.closesOn]
    }
    expect(await days('260105', '260105', '260105')).toEqual(['2026-01-05', '2026-01-05'])
    // The opening balance is of the evening before, unless something was booked on its day.
    expect(await days('260104', '260105', '260105')).toEqual(['2026-01-05', '2026-01-05'])
    expect(await days('260104', '260105', '260104')).toEqual(['2026-01-04', '2026-01-05'])
  })
})

test('an interim report announces, and its totals are checked', async () => {
  const report = (total: string) =>
    `:20:R\n:25:37040044/0532013000\n:28C:1/1\n:34F:EUR0,\n:13D:2601051030+0100\n:61:2601050105C1,NTRFNONREF\n:86:x\n:61:2601050105D2,NTRFNONREF\n:90D:1EUR2,\n:90C:${total}\n-\n`
  expect(await all(report('1EUR1,'))).toMatchObject([
    { type: 'HEADER', kind: 'mt942', createdAt: new Date('2026-01-05T09:30:00Z') },
    { type: 'STATEMENT', statement: { isStatement: false } },
    { type: 'ANNOUNCED', announced: { direction: 'CREDIT', minor: 100n, text: 'x' } },
    { type: 'ANNOUNCED', announced: { direction: 'DEBIT', minor: 200n } },
  ])
  for (const total of ['2EUR1,', '1EUR1,01'])
    expect((await all(report(total))).map(({ type }) => type)).toContain('PROBLEM')
})
