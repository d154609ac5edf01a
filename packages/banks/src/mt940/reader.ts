import type { OperatorAccount } from '../accounts/operator-accounts.ts'
import type { IncomingEvent, ReadOptions } from '../iso20022/incoming/events.ts'
import { type Bytes, FileRefused } from '../iso20022/xml/source.ts'
import { linesOf } from '../text/lines.ts'
import { createFields, type Field } from './fields.ts'
import { createStatement, type SwiftStatement } from './statement.ts'

/**
 * What is in a file of statements (MT940) and interim reports (MT942) of SWIFT, in envelopes or
 * without. Nothing is kept but the line of the statement that is being read.
 * @throws FileRefused
 */
export async function* readSwift(
  source: Bytes,
  accounts: readonly OperatorAccount[],
  options: ReadOptions = {},
): AsyncGenerator<IncomingEvent[]> {
  const fields = createFields()
  let line = 0
  const nextLine = () => {
    line += 1
    return line
  }
  let envelope = ''
  let statement: SwiftStatement | undefined
  let hasHeader = false
  const close = (isLast: boolean): IncomingEvent[] => {
    const events = statement?.close(isLast) ?? []
    statement = undefined
    return events
  }
  const take = (field: Field): IncomingEvent[] => {
    const { tag, text } = field
    if (tag === 'BLOCK2') envelope = text
    if (tag === 'END') {
      if (statement) envelope = ''
      return close(false)
    }
    if (tag === '61' && !statement) throw new FileRefused('A line of the file is in no statement.')
    const events = tag === '20' ? close(false) : []
    if (tag === '20') statement = createStatement({ accounts, options, nextLine, envelope })
    return [...events, ...(statement?.take(field) ?? [])]
  }
  /** One file has one header: of the first of its statements. */
  const withHeader = (events: IncomingEvent[]): IncomingEvent[] =>
    events.filter((event) => {
      if (event.type !== 'HEADER') return true
      const isFirst = !hasHeader
      hasHeader = true
      return isFirst
    })
  for await (const lines of linesOf(source, options.encoding))
    for (const text of lines) {
      const events = fields.push(text).flatMap(take)
      if (events.length > 0) yield withHeader(events)
    }
  yield withHeader([...fields.end().flatMap(take), ...close(true)])
  if (!hasHeader) throw new FileRefused('The file has no statement with an account.')
}
