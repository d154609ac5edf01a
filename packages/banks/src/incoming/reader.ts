import type { OperatorAccount } from '../accounts/operator-accounts.ts'
import type { IncomingEvent, ReadOptions } from '../iso20022/incoming/events.ts'
import { readMessages } from '../iso20022/incoming/reader.ts'
import { readBai } from '../bai2/reader.ts'
import { readSwift } from '../mt940/reader.ts'
import type { Bytes } from '../iso20022/xml/source.ts'

/** So many events come at once at most. */
export const eventsMax = 500

/** So many bytes show the format of a file. */
const headBytes = 4_096

type Read = (
  source: Bytes,
  accounts: readonly OperatorAccount[],
  options: ReadOptions,
) => AsyncGenerator<IncomingEvent[]>

/**
 * What is in a file of the bank, whatever its format: messages of ISO 20022, MT940 and MT942, BAI2. The
 * header of each message comes first. However long the file is, only a piece of it is in memory.
 * @throws FileRefused
 */
export async function* readIncoming(
  source: Bytes,
  accounts: readonly OperatorAccount[],
  options: ReadOptions = {},
): AsyncGenerator<IncomingEvent[]> {
  const { head, all } = await headOf(source)
  const waiting: IncomingEvent[] = []
  for await (const events of readerFor(head)(all, accounts, options)) {
    for (const event of events) waiting.push(event)
    while (waiting.length >= eventsMax) yield waiting.splice(0, eventsMax)
  }
  if (waiting.length > 0) yield waiting
}

/** A message of SWIFT begins with its first field, in an envelope or behind lines of the bank's own. */
const swiftStart = /(?:^|[\r\n])\s*(?:\{1:|:\d{2}[A-Z]?:)/
/** BAI2 begins with the header of the file. */
const baiStart = /^\s*01,/

/** What no format begins with is read as XML, which says why it is none. */
function readerFor(head: Uint8Array): Read {
  // Bytes of nothing stand between the letters of UTF-16.
  const text = Buffer.from(head)
    .toString('latin1')
    .replace(/^(?:\xEF\xBB\xBF|\xFF\xFE|\xFE\xFF)/, '')
    .replaceAll('\u0000', '')
  if (/^\s*</.test(text)) return readMessages
  if (baiStart.test(text)) return readBai
  return swiftStart.test(text) ? readSwift : readMessages
}

/** The first bytes of a source, and all of it. */
async function headOf(source: Bytes): Promise<{ head: Uint8Array; all: Bytes }> {
  const iterator: AsyncIterator<Uint8Array, unknown> | Iterator<Uint8Array, unknown> =
    Symbol.asyncIterator in source ? source[Symbol.asyncIterator]() : source[Symbol.iterator]()
  const first: Uint8Array[] = []
  let length = 0
  while (length < headBytes) {
    const next = await iterator.next()
    if (next.done) break
    first.push(next.value)
    length += next.value.length
  }
  const head = Buffer.concat(first)
  const all = (async function* () {
    if (head.length > 0) yield head
    for (let next = await iterator.next(); !next.done; next = await iterator.next())
      yield next.value
  })()
  return { head, all }
}
