import { describe, expect, test } from 'vitest'
import type { SimulatedCredit } from '../../port/bank.ts'
import { createCounterpartBank } from '../../testing/counterpart-bank.ts'
import { createMemoryFileBooks } from '../../testing/memory-file-books.ts'
import { testOperatorAccounts } from '../../accounts/operator-accounts.ts'
import { importFile } from './import.ts'
import { eventsMax, readIncoming } from './reader.ts'

const accounts = testOperatorAccounts([{ countryCode: 'DE', currency: 'EUR' }])
const credit = (i: number): SimulatedCredit => ({
  entryId: `entry ${i}`,
  countryCode: 'DE',
  routingNumber: accounts[0]?.routingNumber ?? '',
  accountNumber: 'DE89370400440532013000',
  currency: 'EUR',
  minor: 100n + BigInt(i),
  scale: 2,
  sender: { name: 'Ada', account: '' },
  reference: `order ${i}`,
})

function notificationOf(count: number): string {
  const bank = createCounterpartBank({ accounts })
  for (let i = 0; i < count; i += 1) bank.credit(credit(i))
  return bank.notifications().join('')
}
const take = (books: ReturnType<typeof createMemoryFileBooks>, text: string | Uint8Array) =>
  importFile({
    books,
    accounts,
    name: 'a.xml',
    read: () => [typeof text === 'string' ? Buffer.from(text) : text],
  })

const good = notificationOf(3)
const inside = (text: string) => good.replace('</GrpHdr>', `</GrpHdr>${text}`)

describe('what is refused leaves no trace', () => {
  test.each<[string, string | Uint8Array, RegExp]>([
    ['nothing', '', /well-formed/],
    ['no XML', 'HDR;1;2\n', /well-formed/],
    ['a web page', '<html><body/></html>', /no message/],
    ['a torn file', good.slice(0, -40), /well-formed/],
    ['a file that is torn inside of an entry', good.slice(0, good.length >> 1), /well-formed/],
    ['two files in one', good + good, /well-formed/],
    ['a document type', `<!DOCTYPE Document>${good}`, /document type/],
    [
      'an entity bomb',
      `<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;&a;">]>${inside('<X>&b;</X>')}`,
      /document type/,
    ],
    ['a file of the machine', `<!DOCTYPE x SYSTEM "file:///etc/passwd">${good}`, /document type/],
    ['an entity that nobody declared', inside('<X>&secret;</X>'), /well-formed/],
    ['elements without end', inside('<X>'.repeat(100_000)), /too deep/],
    ['elements nested deep', inside('<X>'.repeat(70) + '</X>'.repeat(70)), /too deep/],
    ['one long text', inside(`<X>${'x'.repeat(10_000_000)}</X>`), /too long/],
    ['one long comment', inside(`<!--${'x'.repeat(10_000_000)}-->`), /too long/],
    ['one long tag', inside(`<X ${'a="1" '.repeat(1_000_000)}/>`), /too long|well-formed/],
    ['one element with too much in it', inside(`<X>${'<Y/>'.repeat(30_000)}</X>`), /too large/],
    ['bytes that are not UTF-8', Buffer.from(good.replace('Ada', 'Adä'), 'latin1'), /not utf-8/],
    [
      'an encoding that nobody has',
      good.replace('encoding="UTF-8"', 'encoding="EBCDIC-37"'),
      /encoding is EBCDIC-37/,
    ],
    [
      'one byte where two are declared',
      good.replace('encoding="UTF-8"', 'encoding="UTF-16"'),
      /encoding is UTF-16/,
    ],
    ['a control character', good.replace('order 1', 'order \u0001'), /well-formed/],
    [
      'another message',
      '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09"><CstmrCdtTrfInitn/></Document>',
      /CstmrCdtTrfInitn, which is not taken in/,
    ],
    [
      'a message in the namespace of another',
      good.replaceAll('camt.054.001.08', 'camt.053.001.08'),
      /not its own/,
    ],
    ['no header', good.replace(/<GrpHdr>.*<\/GrpHdr>/, ''), /no header/],
    ['a header without a time', good.replace(/<CreDtTm>[^<]*</, '<CreDtTm>soon<'), /no time/],
    ['no account', good.replace(/<Acct>.*?<\/Acct>/, ''), /no account/],
    ['an amount that is none', good.replace('>1.01<', '>1,01<'), /the amount "1,01"/],
    ['an amount below nothing', good.replace('>1.01<', '>-1.01<'), /the amount "-1.01"/],
    ['an amount finer than its currency', good.replace('>1.01<', '>1.011<'), /amount "1.011"/],
  ])('%s', async (_, text, reason) => {
    const books = createMemoryFileBooks()
    expect(await take(books, text)).toEqual({
      ok: false,
      reason: expect.stringMatching(reason),
    })
    expect(await books.read(0n, 10)).toEqual([])
    // Whole again, it is taken in whole.
    expect(await take(books, good)).toMatchObject({ ok: true, counts: { booked: 3 } })
  })
})

test('a reference longer than any index takes is kept by a short id, the same each time', async () => {
  const books = createMemoryFileBooks()
  const long = (end: string) =>
    good.replaceAll(/<AcctSvcrRef>/g, `<AcctSvcrRef>${'reference'.repeat(900)}${end}`)
  expect(await take(books, long('a'))).toMatchObject({ counts: { booked: 3 } })
  const again = long('a').replace('</Document>', '</Document><!-- copy -->')
  expect(await take(books, again)).toMatchObject({ counts: { booked: 0, repeated: 3 } })
  expect(await take(books, long('b'))).toMatchObject({ counts: { booked: 3 } })
  const entries = await books.read(0n, 10)
  expect(entries.every(({ entry }) => entry.entryId.length <= 300)).toBe(true)
})

describe('a file that comes again', () => {
  test('is known, and nothing of it happens twice', async () => {
    const books = createMemoryFileBooks()
    const text = notificationOf(500)
    const first = await take(books, text)
    expect(first).toMatchObject({
      isKnown: false,
      counts: { entries: 500, booked: 500, repeated: 0 },
      problem: '',
    })
    expect(await take(books, text)).toMatchObject({ isKnown: true, counts: { entries: 0 } })
    expect(books.imports()).toHaveLength(1)
    // In other words, it is another file with the same entries.
    expect(
      await take(books, text.replace('</Document>', '</Document><!-- copy -->')),
    ).toMatchObject({ isKnown: false, counts: { entries: 500, booked: 0, repeated: 500 } })
    expect(await books.read(0n, 1_000)).toHaveLength(500)
  })

  test('after a crash continues where it was, and ends with every entry once', async () => {
    const books = createMemoryFileBooks()
    const text = notificationOf(1_200)
    let calls = 0
    const crashing = {
      ...books,
      book: (...args: Parameters<typeof books.book>) => {
        calls += 1
        return calls === 2 ? Promise.reject(new Error('cut off')) : books.book(...args)
      },
    }
    await expect(take(crashing, text)).rejects.toThrow('cut off')
    // The first 500 things that the file says are its header and 499 entries.
    expect(await books.read(0n, 2_000)).toHaveLength(499)
    expect(await take(books, text)).toMatchObject({
      isKnown: false,
      counts: { entries: 1_200, booked: 701, repeated: 499 },
    })
    const entries = await books.read(0n, 2_000)
    expect(new Set(entries.map(({ entry }) => entry.reference)).size).toBe(1_200)
  })

  test('that changes between its two readings is not done with', async () => {
    const books = createMemoryFileBooks()
    let reads = 0
    const answer = await importFile({
      books,
      accounts,
      name: 'a.xml',
      read: () => {
        reads += 1
        return [Buffer.from(reads === 1 ? good : good.replace('order 1', 'order 9'))]
      },
    })
    expect(answer).toMatchObject({ ok: true, problem: expect.stringContaining('was changed') })
    expect(books.imports()).toEqual([])
    expect(await take(books, good)).toMatchObject({ isKnown: false })
  })
})

test('of a long file only a piece is held, however long it is', async () => {
  const [start = '', end = ''] = good.split(/<Ntry>.*<\/Ntry>/)
  const entries = good.slice(start.length, good.length - end.length)
  let given = 0
  async function* long() {
    yield Buffer.from(start)
    for (let i = 0; i < 500; i += 1) {
      given += 3
      yield Buffer.from(entries.replaceAll('<AcctSvcrRef>', `<AcctSvcrRef>${i}/`))
    }
    yield Buffer.from(end)
  }
  let received = 0
  for await (const events of readIncoming(long(), accounts)) {
    expect(events.length).toBeLessThanOrEqual(eventsMax)
    received += events.length
    expect(given - received).toBeLessThan(eventsMax)
  }
  expect(received).toBe(1_501)
})
