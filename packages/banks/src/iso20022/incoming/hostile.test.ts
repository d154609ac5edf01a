import { describe, expect, test } from 'vitest'
import { FileRefused } from '../xml/source.ts'
import type { SimulatedCredit } from '../../port/bank.ts'
import { createCounterpartBank } from '../../testing/counterpart-bank.ts'
import { testOperatorAccounts } from '../../accounts/operator-accounts.ts'
import type { IncomingEvent } from './events.ts'
import { readMessages } from './reader.ts'

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
async function read(text: string | Uint8Array): Promise<IncomingEvent[]> {
  const all: IncomingEvent[] = []
  const bytes = typeof text === 'string' ? Buffer.from(text) : text
  for await (const events of readMessages([bytes], accounts)) all.push(...events)
  return all
}
const count = (events: readonly IncomingEvent[], type: IncomingEvent['type']) =>
  events.filter((event) => event.type === type).length

const good = notificationOf(3)
const twoAccounts = good.replace(
  /(<Acct>.*?<\/Acct>)/,
  '$1<Acct><Id><IBAN>NL26VAYB8060476890</IBAN></Id></Acct>',
)
const inside = (text: string) => good.replace('</GrpHdr>', `</GrpHdr>${text}`)

describe('what is refused', () => {
  test.each<[string, string | Uint8Array, RegExp]>([
    ['nothing', '', /well-formed/],
    ['no XML', 'HDR;1;2\n', /well-formed/],
    ['a web page', '<html><body/></html>', /no message/],
    ['a torn file', good.slice(0, -40), /well-formed/],
    ['a file that is torn inside of an entry', good.slice(0, good.length >> 1), /well-formed/],
    ['a text behind the message', `${good}HDR;1;2`, /well-formed/],
    ['a second file that is torn', good + good.slice(0, -40), /well-formed/],
    ['two accounts in one statement', twoAccounts, /two accounts/],
    [
      'an entry in another one',
      good.replace('<NtryDtls>', '<NtryDtls><Ntry></Ntry>'),
      /another one/,
    ],
    [
      'an entry where none belongs',
      good.replace('<Ccy>', '<Nm><Ntry/></Nm><Ccy>'),
      /Ntry.* stands in Nm/,
    ],
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
    ['no header', good.replace(/<GrpHdr>.*<\/GrpHdr>/, ''), /header of the file is missing/],
    ['a header without a time', good.replace(/<CreDtTm>[^<]*</, '<CreDtTm>soon<'), /no time/],
    ['no account', good.replace(/<Acct>.*?<\/Acct>/, ''), /no account/],
  ])('%s', async (_, text, reason) => {
    await expect(read(text)).rejects.toThrow(reason)
    await expect(read(text)).rejects.toBeInstanceOf(FileRefused)
  })
})

describe('what is set aside holds nothing else up', () => {
  test.each<[string, string, RegExp]>([
    ['an amount that is none', good.replace('>1.01<', '>1,01<'), /amount "1,01"/],
    ['an amount below nothing', good.replace('>1.01<', '>-1.01<'), /amount "-1.01"/],
    ['an amount finer than its currency', good.replace('>1.01<', '>1.011<'), /amount "1.011"/],
    [
      'another currency',
      good.replace('"EUR">1.01<', '"SEK">1.01<'),
      /"SEK", and its account in EUR/,
    ],
    ['no currency', good.replace(' Ccy="EUR">1.01<', '>1.01<'), /in "", and its account/],
    ['no direction', good.replace('CRDT', 'UP'), /direction "UP"/],
    ['two amounts', good.replace('<Amt', '<Amt Ccy="EUR">7</Amt><Amt'), /is no amount/],
    ['a status of nobody', good.replace('BOOK', 'PERHAPS'), /status "PERHAPS"/],
    ['no status', good.replace(/<Sts>.*?<\/Sts>/, ''), /status ""/],
    ['a day that is none', good.replace(/<BookgDt><Dt>[^<]*/, '<BookgDt><Dt>soon'), /day/],
    [
      'a day that the year has not',
      good.replace(/<BookgDt><Dt>[^<]*/, '<BookgDt><Dt>2026-02-30'),
      /day/,
    ],
  ])('%s', async (_, text, reason) => {
    const events = await read(text)
    expect([count(events, 'EVIDENCE'), count(events, 'ASIDE')]).toEqual([2, 1])
    const [aside] = events.flatMap((event) => (event.type === 'ASIDE' ? [event.aside] : []))
    expect(aside).toMatchObject({ reason: expect.stringMatching(reason) })
    expect(aside?.source).toMatch(/^<Ntry><Amt.*<TxDtls>.*order [01].*<\/Ntry>$/)
  })

  test('its source is cut where it is long', async () => {
    const text = good.replace('>1.01<', '>?<').replace('order 1', 'x'.repeat(900_000))
    const [aside] = (await read(text)).flatMap((event) => (event.type === 'ASIDE' ? [event] : []))
    expect(aside?.aside.source.length).toBeLessThan(65_000)
    expect(aside?.aside.source).toMatch(/\(cut\)$/)
  })
})

test('an id longer than any index takes is kept short, and two that differ still differ', async () => {
  const ids = async (end: string) =>
    (
      await read(good.replaceAll('<AcctSvcrRef>', `<AcctSvcrRef>${'reference'.repeat(900)}${end}`))
    ).flatMap((event) => (event.type === 'EVIDENCE' ? [event.evidence.ids.lineReference] : []))
  const [a, b] = [await ids('a'), await ids('b')]
  expect(new Set([...a, ...b]).size).toBe(6)
  expect([...a, ...b].every((id) => id.length <= 300)).toBe(true)
  expect(await ids('a')).toEqual(a)
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
  for await (const events of readMessages(long(), accounts)) {
    received += count(events, 'EVIDENCE')
    expect(given - received).toBeLessThan(10)
  }
  expect(received).toBe(1_500)
})
