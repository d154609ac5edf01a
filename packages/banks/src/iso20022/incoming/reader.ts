import type { IncomingEvent, MessageReader } from './events.ts'
import { type Bytes, FileRefused } from '../xml/source.ts'
import type { OperatorAccount } from '../../accounts/operator-accounts.ts'
import { kindOf } from './message.ts'
import { createStatementReader, statementContainers } from './statement.ts'
import { createStatusReader, statusContainers } from './status-report.ts'
import { readXml, type XmlEvent } from '../xml/reader.ts'

const containers: ReadonlySet<string> = new Set([
  // SWIFT's envelope has one more inside of it.
  'Body',
  'Document',
  ...statementContainers,
  ...statusContainers,
])

/** So many events come at once at most. */
export const eventsMax = 500

/**
 * What an incoming file says, whatever message it is: its header first. However long the file is,
 * only a piece of it is in memory.
 * @throws FileRefused
 */
export async function* readIncoming(
  source: Bytes,
  accounts: readonly OperatorAccount[],
): AsyncGenerator<IncomingEvent[]> {
  let reader: MessageReader | undefined
  let waiting: IncomingEvent[] = []
  let hasHeader = false
  for await (const events of readXml(source, containers)) {
    for (const event of events) {
      reader ??= readerFor(event, accounts)
      // What surrounds the message, such as its envelope, does not matter here.
      if (!reader) continue
      for (const item of reader.read(event)) {
        hasHeader ||= item.type === 'HEADER'
        waiting.push(item)
      }
      if (waiting.length < eventsMax) continue
      yield waiting.splice(0, eventsMax)
    }
  }
  if (!reader || !hasHeader)
    throw new FileRefused('The file has no message of ISO 20022 with a header.')
  waiting = [...waiting, ...reader.end()]
  while (waiting.length > 0) yield waiting.splice(0, eventsMax)
}

/** The reader of the message that begins here; undefined where none does. */
function readerFor(event: XmlEvent, accounts: readonly OperatorAccount[]) {
  if (event.type !== 'OPEN' || event.parent !== 'Document') return undefined
  const kind = kindOf(event.name, event.namespace)
  return kind === 'pain.002' ? createStatusReader() : createStatementReader(kind, accounts)
}
