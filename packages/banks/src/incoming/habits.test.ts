import { describe, expect, test } from 'vitest'
import type { BankHabits } from '../accounts/habits.ts'
import { entryOf } from '../evidence/entry.ts'
import type { Evidence } from '../evidence/evidence.ts'
import { createMemoryFileBooks } from '../testing/memory-file-books.ts'
import { accounts, amount, entry, notification, payment } from '../testing/notification.ts'
import { account, statement } from '../testing/swift.ts'
import { importFile } from './import.ts'

/** What is kept of a file where the bank has these habits. */
async function taken(file: string | Uint8Array, habits: BankHabits | undefined, own = accounts) {
  const kept: Evidence[] = []
  const books = createMemoryFileBooks(own)
  const answer = await importFile({
    books: {
      ...books,
      habits: () => Promise.resolve(() => habits),
      keepEvidence: (part, evidence) => {
        kept.push(...evidence)
        return books.keepEvidence(part, evidence)
      },
    },
    accounts: own,
    name: 'a file',
    read: () => [Buffer.from(file)],
  })
  return { answer, kept }
}

describe('a bank’s zone', () => {
  const late = entry({ details: payment('') }).replace(
    '<Dt>2026-01-05</Dt>',
    '<DtTm>2026-01-04T20:30:00Z</DtTm>',
  )
  const accepted = (text: string) =>
    entry({ details: payment(`<RltdDts><AccptncDtTm>${text}</AccptncDtTm></RltdDts>`) })

  test.each<[string, string, BankHabits | undefined, string, string]>([
    ['the country’s', late, undefined, '2026-01-04', '2026-01-04T20:30:00.000Z'],
    ['its own', late, { zone: 'Asia/Tokyo' }, '2026-01-05', '2026-01-04T20:30:00.000Z'],
    [
      'a time without an offset in the country’s',
      accepted('2026-01-05T08:00:00'),
      undefined,
      '2026-01-05',
      '2026-01-05T07:00:00.000Z',
    ],
    [
      'a time without an offset in its own',
      accepted('2026-01-05T08:00:00'),
      { zone: 'Europe/London' },
      '2026-01-05',
      '2026-01-05T08:00:00.000Z',
    ],
  ])('%s', async (_, text, habits, day, moment) => {
    const { kept } = await taken(notification(text), habits)
    expect(kept.map((line) => [line.bookedOn, line.moment?.toISOString()])).toEqual([[day, moment]])
  })

  test.each<[BankHabits | undefined, string]>([
    [undefined, '2026-01-04T23:00:00.000Z'],
    [{ zone: 'America/New_York' }, '2026-01-05T05:00:00.000Z'],
  ])('a day begins by it: %j', async (habits, from) => {
    const { kept } = await taken(notification(entry({ details: payment('') })), habits)
    const entries = kept.map((line) =>
      entryOf(line, 'an id', { accounts, isOurs: false, habitsOf: () => habits }),
    )
    expect(entries.map(({ bookedFrom }) => bookedFrom.toISOString())).toEqual([from])
  })
})

describe('gross details', () => {
  const gross = { hasGrossDetails: true }
  const two = payment(amount('60.00')) + payment(amount('40.00'))
  const odd = payment(amount('10.00')) + payment(amount('10.00')) + payment(amount('10.00'))

  test.each<[string, Parameters<typeof entry>[0], BankHabits | undefined, [string, bigint][]]>([
    ['unknown', { amount: '95.00', details: two }, undefined, [['BATCH', 9_500n]]],
    [
      'of credits, each gets its share of what arrived',
      { amount: '95.00', details: two },
      gross,
      [
        ['ENTRY', 5_700n],
        ['ENTRY', 3_800n],
      ],
    ],
    [
      'of credits, no cent is lost',
      { amount: '29.99', details: odd },
      gross,
      [
        ['ENTRY', 999n],
        ['ENTRY', 1_000n],
        ['ENTRY', 1_000n],
      ],
    ],
    [
      'of debits, the difference is a charge',
      { amount: '102.50', sign: 'DBIT', details: two },
      gross,
      [
        ['ENTRY', 6_000n],
        ['ENTRY', 4_000n],
        ['CHARGE', 250n],
      ],
    ],
    [
      'that lack more than any charge',
      { amount: '80.00', details: two },
      gross,
      [['BATCH', 8_000n]],
    ],
    [
      'of credits that are less than what arrived',
      { amount: '101.00', details: two },
      gross,
      [['BATCH', 10_100n]],
    ],
    [
      'that make the entry',
      { amount: '100.00', details: two },
      gross,
      [
        ['ENTRY', 6_000n],
        ['ENTRY', 4_000n],
      ],
    ],
  ])('%s', async (_, parts, habits, expected) => {
    const { kept } = await taken(notification(entry(parts)), habits)
    expect(kept.map(({ kind, minor }) => [kind, minor])).toEqual(expected)
  })

  test.each<[BankHabits | undefined, boolean]>([
    [undefined, true],
    [gross, false],
  ])('of a single credit, what arrived counts: %j', async (habits, isOdd) => {
    const single = notification(entry({ amount: '9.50', details: payment(amount('10.00')) }))
    const { kept, answer } = await taken(single, habits)
    expect(kept.map(({ minor }) => minor)).toEqual([950n])
    expect(answer.ok && answer.problem !== '').toBe(isOdd)
  })
})

describe('the encoding of a text file', () => {
  const text = statement(':61:2601050105C10,00NTRFREF//BANK1\n:86:Zażółć gęślą jaźń')
  const latin2 = Buffer.from(
    text
      .replace(/[ążółćęśź]/g, (letter) =>
        String.fromCharCode(
          { ą: 0xb1, ż: 0xbf, ó: 0xf3, ł: 0xb3, ć: 0xe6, ę: 0xea, ś: 0xb6, ź: 0xbc }[letter] ?? 0,
        ),
      )
      .replace('ń', '\u00f1'),
    'latin1',
  )
  const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')])

  test.each<[string, Uint8Array, BankHabits | undefined, string]>([
    ['is UTF-8', Buffer.from(text), undefined, 'Zażółć gęślą jaźń'],
    ['is taken for the Windows code page', latin2, undefined, 'Za¿ó³æ gê¶l± ja¼ñ'],
    ['is the one that is set', latin2, { encoding: 'iso-8859-2' }, 'Zażółć gęślą jaźń'],
    ['shows by its first bytes', utf16, { encoding: 'iso-8859-2' }, 'Zażółć gęślą jaźń'],
  ])('%s', async (_, bytes, habits, expected) => {
    const { kept } = await taken(bytes, habits, [account])
    expect(kept.map((line) => line.text)).toEqual([expected])
  })
})
