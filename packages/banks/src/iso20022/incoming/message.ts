import type { IncomingEvent } from './events.ts'
import type { IncomingFile } from '../../books/file-books.ts'
import { FileRefused } from '../xml/source.ts'
import { timeOf } from '../../values/dates.ts'
import { textAt, type XmlNode } from '../xml/reader.ts'

export type IncomingKind = IncomingFile['kind']

/** The messages that are taken in, by the element inside of the document. */
const kinds: Readonly<Record<string, IncomingKind>> = {
  BkToCstmrAcctRpt: 'camt.052',
  BkToCstmrStmt: 'camt.053',
  BkToCstmrDbtCdtNtfctn: 'camt.054',
  CstmrPmtStsRpt: 'pain.002',
}

/** Whether an element is a message that is taken in. */
export const isMessage = (name: string): boolean => kinds[name] !== undefined

/**
 * The kind of a message. Its namespace has to be the standard's own or a country's form of it; some
 * banks leave it out.
 * @throws FileRefused
 */
export function kindOf(name: string, namespace: string): IncomingKind {
  const kind = kinds[name]
  if (kind === undefined)
    throw new FileRefused(`The file has a message ${name}, which is not taken in.`)
  if (namespace !== '' && !namespace.includes(`${kind}.001.`))
    throw new FileRefused(
      `The message ${name} is in the namespace ${namespace}, which is not its own.`,
    )
  return kind
}

/**
 * The header of a message; its time is in the zone where it has no offset.
 * @throws FileRefused where a message does not say what it is and of when
 */
export function headerEvent(
  kind: IncomingKind,
  header: XmlNode,
  zone = 'UTC',
): Extract<IncomingEvent, { type: 'HEADER' }> {
  const messageId = textAt(header, 'MsgId')
  const createdAt = timeOf(textAt(header, 'CreDtTm'), zone)
  if (messageId === '' || !createdAt)
    throw new FileRefused('The header of the file has no message id or no time.')
  return { type: 'HEADER', kind, messageId, createdAt }
}
