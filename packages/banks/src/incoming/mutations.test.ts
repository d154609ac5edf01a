import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import type { OperatorAccount } from '../accounts/operator-accounts.ts'
import type { IncomingEvent } from '../iso20022/incoming/events.ts'
import { minorOf, scaleOf } from '../values/amounts.ts'
import { FileRefused } from '../iso20022/xml/source.ts'
import { mutationOf } from '../testing/mutations.ts'
import { amount, entry, notification, operatorIban, payment } from '../testing/notification.ts'
import { account as swiftAccount, statement as swiftStatement } from '../testing/swift.ts'
import { readIncoming } from './reader.ts'

const accountOf = (
  countryCode: string,
  currency: string,
  accountNumber: string,
): OperatorAccount => ({
  ...swiftAccount,
  countryCode,
  currency,
  accountNumber,
  routingNumber: '',
})

const accounts = [
  swiftAccount,
  accountOf('SE', 'SEK', '50000000054910000003'),
  accountOf('FI', 'EUR', 'FI8529501800030574'),
  accountOf('CH', 'CHF', 'CH2909000000250094239'),
  accountOf('NL', 'EUR', 'NL26VAYB8060476890'),
  accountOf('DE', 'EUR', operatorIban),
  accountOf('US', 'USD', '123456789'),
]

const published = [
  'iso-camt.052.001.04',
  'iso-camt.053.001.04',
  'nordea-camt.053.001.02',
  'postfinance-camt.054.001.08',
  'genkgo-camt.053.001.02',
  'nordea-pain.002.001.03-payments',
]

/** A batch, a gross credit, a debit of ours with its charge, a pending entry, a return. */
const own = notification(
  entry({ details: payment(amount('4.00')) + payment(amount('6.00')), reference: 'B' }) +
    entry({ amount: '8.50', details: payment(amount('9.00')) }) +
    entry({
      amount: '4.00',
      details:
        payment(`${amount('7.00')}<CdtDbtInd>CRDT</CdtDbtInd>`) +
        payment(`${amount('3.00')}<CdtDbtInd>DBIT</CdtDbtInd>`),
    }) +
    entry({
      sign: 'DBIT',
      amount: '12.50',
      details: payment(
        amount('10.00'),
        '<EndToEndId>0198c5a4111172228333444444444444</EndToEndId>',
      ),
    }) +
    entry({ status: '<Sts><Cd>PDNG</Cd></Sts>' }) +
    entry({ details: payment('<RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf>') }) +
    entry({ amount: '30.00', details: '<Btch><NbOfTxs>3</NbOfTxs></Btch>' }),
)

const swift =
  swiftStatement(
    ':61:2601050105CR10,00NTRFKREF+//B1\n:86:166?00CREDIT?20EREF+E1?21SVWZ+Invoice?32Ada\n' +
      ':61:2601050105DR2,50NCHGNONREF\n:61:2601050105RCR1,NTRFNONREF//B2\n:86:x',
  ) + swiftStatement(':61:2601060106EC3,NTRFNONREF\n:86:/EREF/E2/REMI/Invoice 8')

const bai = [
  '01,SENDER,RECEIVER,260106,0730,1,80,,2/',
  '02,RECEIVER,110999991,1,260105,2400,USD,2/',
  '03,123456789,USD,010,10000,,,015,11000,,/',
  '16,195,1000,V,260106,,BANK1,CUST1,WIRE FROM ADA, INVOICE 7/',
  '88,AND MORE/',
  '16,475,300,S,100,100,100,B,C,CHECK/',
  '49,22300,5/',
  '98,22300,1,7/',
  '99,22300,1,9/',
  '',
].join('\n')

type Line = { amounts: bigint[]; currency: string }

const inEntries = /<((?:\w+:)?Ntry)(?:\s[^>]*)?>([\s\S]*?)<\/\1>|<(?:\w+:)?Ntry(?:\s[^>]*)?\/>/g
const insides = /<(NtryDtls|AmtDtls|Chrgs|Avlbty|Intrst)>[\s\S]*?<\/\1>/g

/** What each entry of a file may have moved, read in another way than the readers do. */
function entriesOf(text: string): Line[] {
  if (text.trimStart().startsWith('<'))
    return [...text.matchAll(inEntries)].map((match) => {
      const parts = [
        ...(match[2] ?? '').replaceAll(insides, '').matchAll(/<Amt Ccy="(\w*)">([^<]*)</g),
      ]
      return {
        currency: parts[0]?.[1] ?? '',
        amounts: parts.map((part) => minorOf(part[2] ?? '', scaleOf(part[1] ?? '')) ?? 0n),
      }
    })
  const lines = text.split('\n')
  return lines
    .filter(
      (line) => line.startsWith(':61:') || (line.startsWith('16,') && !line.startsWith('16,890')),
    )
    .map((line) => {
      const found = line.startsWith('16')
        ? line.split(',')[2]
        : /^:61:\d{6}[\d ]*[A-Z]+ *([\d,.]+)/.exec(line)?.[1]?.replace(',', '.')
      const minor = minorOf(found ?? '', line.startsWith('16') ? 0 : 2) ?? 0n
      return { currency: '', amounts: [minor] }
    })
}

async function read(bytes: Uint8Array): Promise<IncomingEvent[] | 'refused'> {
  const events: IncomingEvent[] = []
  try {
    for await (const some of readIncoming([bytes], accounts)) events.push(...some)
    return events
  } catch (error) {
    if (error instanceof FileRefused) return 'refused'
    throw error
  }
}

/** What the events of a line move: undefined where it is set aside, or only announced. */
function movedOn(line: number, events: readonly IncomingEvent[]): bigint | undefined {
  const found = events.flatMap((event) =>
    event.type === 'EVIDENCE' && event.evidence.line === line ? [event.evidence] : [],
  )
  for (const { minor, lineMinor } of found) expect(minor > 0n && lineMinor > 0n).toBe(true)
  if (found.length === 0) return undefined
  const net = found.reduce(
    (sum, { direction, minor }) => sum + (direction === 'CREDIT' ? minor : -minor),
    0n,
  )
  return net < 0n ? -net : net
}

const lineOf = (event: IncomingEvent): number =>
  event.type === 'EVIDENCE'
    ? event.evidence.line
    : event.type === 'ASIDE'
      ? event.aside.line
      : event.type === 'ANNOUNCED'
        ? event.announced.line
        : 0

const aDay = expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/)

/** So many of the changed files were refused, taken with lines aside, taken whole. */
const tally = { refused: 0, aside: 0, whole: 0 }

async function check(text: string, bytes: Uint8Array): Promise<void> {
  const events = await read(bytes)
  if (events === 'refused') {
    tally.refused += 1
    return
  }
  for (const event of events)
    if (event.type === 'BALANCE')
      expect(event.balance).toMatchObject({ opensOn: aDay, closesOn: aDay })
  tally[events.some(({ type }) => type === 'ASIDE') ? 'aside' : 'whole'] += 1
  const entries = entriesOf(text)
  const lines = new Set(events.map(lineOf).filter((line) => line > 0))
  // Of accounts of others nothing is reported.
  if (!events.some(({ type }) => type === 'FOREIGN')) expect(lines.size).toBe(entries.length)
  for (const line of lines) {
    const moved = movedOn(line, events)
    if (moved !== undefined) expect(entries[line - 1]?.amounts).toContain(moved)
  }
}

const count = process.env['FULL'] ? 20_000 : 120
const first = process.env['FULL'] ? 1 : Number(process.env['FIRST_SEED'] ?? 1) * 1_000

test(`of ${count} changed files, each entry is accounted for, and moves what its file has`, async () => {
  const samples = await Promise.all(
    published.map((name) =>
      readFile(new URL(`../../samples/${name}.xml`, import.meta.url), 'utf8'),
    ),
  )
  const originals = [...samples, own, swift, bai]
  for (const original of originals) {
    await check(original, Buffer.from(original))
  }
  expect(tally).toEqual({ refused: 0, aside: 0, whole: originals.length })
  for (let seed = first; seed < first + count; seed += 1) {
    const { text, bytes } = mutationOf(originals[seed % originals.length] ?? '', seed)
    try {
      await check(text, bytes)
    } catch (error) {
      throw new Error(`seed ${seed}: ${String(error)}\n${text.slice(0, 3_000)}`, { cause: error })
    }
  }
  // Changes that break everything prove nothing.
  expect(tally.whole).toBeGreaterThan(count / 10)
}, 300_000)
