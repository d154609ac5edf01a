import type { OperatorAccount } from '../accounts/operator-accounts.ts'
import type { IncomingEvent, ReadOptions } from '../iso20022/incoming/events.ts'
import { readMessages } from '../iso20022/incoming/reader.ts'
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

/** What no format begins with is read as XML, which says why it is none. */
function readerFor(_head: Uint8Array): Read {
  return readMessages
}

/** The first bytes of a source, and all of it. */
async function headOf(source: Bytes): Promise<{ head: Uint8Array; all: Bytes }> {
  const iterator =
    Symbol.asyncIterator in source ? source[Symbol.asyncIterator]() : source[Symbol.iterator]()
  const first: Uint8Array[] = []
  let length = 0
  while (length < headBytes) {
    const { done, value } = await iterator.next()
    if (done) break
    first.push(value)
    length += value.length
  }
  const all = (async function* () {
    yield* first
    for (;;) {
      const { done, value } = await iterator.next()
      if (done) return
      yield value
    }
  })()
  return { head: Buffer.concat(first), all }
}
