import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { OperatorAccount } from '../accounts/operator-accounts.ts'
import type { IncomingEvent } from '../iso20022/incoming/events.ts'
import { decimalOf } from '../values/amounts.ts'
import { dayAfter } from '../values/dates.ts'
import { FileRefused } from '../iso20022/xml/source.ts'
import { account as german } from '../testing/swift.ts'
import { eventsMax, readIncoming } from './reader.ts'

const account: OperatorAccount = {
  ...german,
  countryCode: 'US',
  currency: 'USD',
  routingNumber: '',
  accountNumber: '123456789',
}

type Entry = { isCredit: boolean; minor: bigint; day: string; reference: string }
type Written = { start: string; entry: (entry: Entry) => string; end: string }

/** The same entries in each format, as a bank would write them on one day. */
const formats: Readonly<Record<string, (day: string) => Written>> = {
  'camt.053': (day) => ({
    start:
      '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><GrpHdr>' +
      `<MsgId>M</MsgId><CreDtTm>${day}T23:00:00Z</CreDtTm></GrpHdr><Stmt><Id>1</Id>` +
      '<Acct><Id><Othr><Id>123456789</Id></Othr></Id><Ccy>USD</Ccy></Acct>',
    entry: (entry) =>
      `<Ntry><Amt Ccy="USD">${decimalOf(entry.minor, 2)}</Amt><CdtDbtInd>${entry.isCredit ? 'CRDT' : 'DBIT'}</CdtDbtInd>` +
      `<Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>${entry.day}</Dt></BookgDt><AcctSvcrRef>${entry.reference}</AcctSvcrRef></Ntry>`,
    end: '</Stmt></BkToCstmrStmt></Document>',
  }),
  mt940: (day) => ({
    start: `:20:M\n:25:123456789\n:28C:1/1\n:60F:C${short(day)}USD0,\n`,
    entry: ({ day: booked, isCredit, minor, reference }) =>
      `:61:${short(booked)}${short(booked).slice(2)}${isCredit ? 'C' : 'D'}${decimalOf(minor, 2).replace('.', ',')}NTRFNONREF//${reference}\n`,
    end: `:62F:C${short(day)}USD0,\n-\n`,
  }),
  bai2: (day) => ({
    start: `01,S,R,${short(day)},2300,1,,,2/\n02,R,O,1,${short(day)},,USD,2/\n03,123456789,USD,,,,/\n`,
    entry: ({ isCredit, minor, reference }) =>
      `16,${isCredit ? '195' : '495'},${minor},,${reference},,TEXT/\n`,
    end: '49,0,0/\n98,0,0,0/\n99,0,0,0/\n',
  }),
}

const short = (day: string) => day.slice(2).replaceAll('-', '')

async function all(source: Parameters<typeof readIncoming>[0]): Promise<IncomingEvent[]> {
  const events: IncomingEvent[] = []
  for await (const some of readIncoming(source, [account])) events.push(...some)
  return events
}

describe.each(Object.entries(formats))('%s', (_, write) => {
  test('has the same entries as the other formats', async () => {
    const anyEntry = fc.record({
      isCredit: fc.boolean(),
      minor: fc.bigInt({ min: 1n, max: 10n ** 14n }),
      reference: fc.stringMatching(/^[A-Z][A-Z0-9]{0,15}$/),
    })
    const anyDay = fc.integer({ min: 0, max: 3_000 }).map((days) => dayAfter('2024-02-20', days))
    await fc.assert(
      fc.asyncProperty(fc.array(anyEntry, { maxLength: 5 }), anyDay, async (entries, day) => {
        const { start, entry, end } = write(day)
        const text = start + entries.map((item) => entry({ ...item, day })).join('') + end
        const found = (await all([Buffer.from(text)])).flatMap((event) =>
          event.type === 'EVIDENCE' ? [event.evidence] : [],
        )
        expect(
          found.map(({ direction, minor, bookedOn, ids, line }) => [
            direction,
            minor,
            bookedOn,
            ids.lineReference,
            line,
          ]),
        ).toEqual(
          entries.map(({ isCredit, minor, reference }, at) => [
            isCredit ? 'CREDIT' : 'DEBIT',
            minor,
            day,
            reference,
            at + 1,
          ]),
        )
      }),
      { numRuns: 60 },
    )
  })

  test('is read piece by piece, however long it is', async () => {
    const { start, entry, end } = write('2026-01-05')
    let given = 0
    async function* long() {
      yield Buffer.from(start)
      for (given = 0; given < 1_500; given += 1)
        yield Buffer.from(
          entry({ isCredit: true, minor: 100n, day: '2026-01-05', reference: `R${given}` }),
        )
      yield Buffer.from(end)
    }
    let received = 0
    for await (const events of readIncoming(long(), [account])) {
      expect(events.length).toBeLessThanOrEqual(eventsMax)
      received += events.filter(({ type }) => type === 'EVIDENCE').length
      expect(given - received).toBeLessThan(eventsMax)
    }
    expect(received).toBe(1_500)
  })
})

test.each([
  ['nothing', ''],
  ['a table', 'Date;Amount\n2026-01-05;1,00\n'],
  ['a PDF', '%PDF-1.7\n1 0 obj\n'],
  ['a web page', '<html><body></body></html>'],
  ['zeros', '\u0000\u0000\u0000\u0000'],
])('%s is refused', async (_, text) => {
  await expect(all([Buffer.from(text)])).rejects.toBeInstanceOf(FileRefused)
})
