import type { OperatorAccount } from '../../accounts/operator-accounts.ts'
import { readXml, type XmlEvent } from '../xml/reader.ts'
import { type Bytes, FileRefused } from '../xml/source.ts'
import type { IncomingEvent, MessageReader, ReadOptions } from './events.ts'
import { type IncomingKind, isMessage, kindOf } from './message.ts'
import {
  createStatementReader,
  entryContainers,
  isOutline,
  statementContainers,
} from './statement.ts'
import { createStatusReader, statusContainers } from './status-report.ts'

const containers: ReadonlySet<string> = new Set([
  // SWIFT's envelope has one more inside of it.
  'Body',
  'Document',
  ...statementContainers,
  ...statusContainers,
])

const entries: ReadonlySet<string> = new Set(['Ntry'])

/**
 * What is in a file of messages of ISO 20022, whatever messages they are: the header of each first.
 * However long the file is, only a piece of it is in memory.
 * @throws FileRefused
 */
export async function* readMessages(
  source: Bytes,
  accounts: readonly OperatorAccount[],
  options: ReadOptions = {},
): AsyncGenerator<IncomingEvent[]> {
  let reader: MessageReader | undefined
  let kind: IncomingKind | undefined
  let hasHeader = false
  let line = 0
  const nextLine = () => {
    line += 1
    return line
  }
  const readerFor = (event: XmlEvent): MessageReader | undefined => {
    if (event.type !== 'OPEN' || !isRoot(event)) return undefined
    kind = kindOf(event.name, event.namespace)
    return kind === 'pain.002'
      ? createStatusReader()
      : createStatementReader({ kind, accounts, options, nextLine })
  }
  const isDropped = (container: string) =>
    isOutline(kind, options) && entryContainers.includes(container)
  for await (const events of readXml(source, containers, entries, isDropped)) {
    const found: IncomingEvent[] = []
    for (const event of events) {
      const next = readerFor(event)
      if (next) {
        found.push(...(reader?.end() ?? []))
        reader = next
      }
      // What surrounds the messages, such as their envelope, does not matter here.
      for (const item of reader?.read(event) ?? []) {
        hasHeader ||= item.type === 'HEADER'
        found.push(item)
      }
    }
    yield found
  }
  if (!reader || !hasHeader)
    throw new FileRefused('The file has no message of ISO 20022 with a header.')
  yield reader.end()
}

/** Some banks leave out the document around the message. */
const isRoot = ({ name, parent }: Extract<XmlEvent, { type: 'OPEN' }>): boolean =>
  parent === 'Document' || (parent === '' && isMessage(name))
