import type { OperatorAccount } from '../accounts/operator-accounts.ts'
import type { IncomingEvent, ReadOptions } from '../iso20022/incoming/events.ts'
import { dayOfSixDigits, timeOf } from '../values/dates.ts'
import { clipped } from '../values/identifiers.ts'
import { type Bytes, FileRefused } from '../iso20022/xml/source.ts'
import { linesOf } from '../text/lines.ts'
import { type AccountReport, createAccountReport, type Group } from './account.ts'
import { amountOf, createFields, createRecords, type Record } from './records.ts'

/** Sums and counts as the trailers of a file have them. */
type Totals = { sum: bigint; parts: number; records: number }

const noTotals = (): Totals => ({ sum: 0n, parts: 0, records: 0 })

/**
 * What is in a file of BAI2 (Cash Management Balance Reporting). Nothing is kept but the record that is
 * being read.
 * @throws FileRefused
 */
export async function* readBai(
  source: Bytes,
  accounts: readonly OperatorAccount[],
  options: ReadOptions = {},
): AsyncGenerator<IncomingEvent[]> {
  const file = createFile(accounts, options)
  const records = createRecords()
  for await (const lines of linesOf(source, options.encoding))
    for (const text of lines) {
      const events = records.push(text).flatMap(file.take)
      if (events.length > 0) yield events
    }
  yield records.end().flatMap(file.take)
  file.end()
}

function createFile(accounts: readonly OperatorAccount[], options: ReadOptions) {
  let header: { id: string; date: string; time: string } | undefined
  let hasHeader = false
  let isEnded = false
  let group: Group | undefined
  let report: AccountReport | undefined
  let groupTotals = noTotals()
  const fileTotals = noTotals()
  let line = 0
  const nextLine = () => {
    line += 1
    return line
  }
  return { take, end }

  function take(record: Record): IncomingEvent[] {
    const { code, lines } = record
    groupTotals.records += lines.length
    fileTotals.records += lines.length
    if (code === '01') readHeader(record)
    if (code === '02') return readGroup(record)
    if (code === '03') return [...closeReport(), ...openReport(record)]
    if (code === '16') {
      if (!report) throw new FileRefused('A transaction of the file is of no account.')
      return report.take(record)
    }
    if (code === '49') return closeReport(record)
    if (code === '98') return [...closeReport(), ...closeGroup(record)]
    return code === '99' ? closeFile(record) : []
  }

  function readHeader(record: Record): void {
    const fields = createFields(record)
    const [sender, , date = '', time = '', id] = Array.from({ length: 5 }, () => fields.next())
    header = { id: clipped([sender, date, id].join('/')), date, time }
  }

  function readGroup(record: Record): IncomingEvent[] {
    const events = closeReport()
    const fields = createFields(record)
    const [, originator = '', status = '', asOf = '', , currency = '', modifier = ''] = Array.from(
      { length: 7 },
      () => fields.next(),
    )
    group = { originator, status, asOf: dayOfSixDigits(asOf), currency, modifier }
    groupTotals = { ...noTotals(), records: record.lines.length }
    fileTotals.parts += 1
    const what = { 2: 'deletes', 3: 'corrects' }[status]
    if (what !== undefined)
      events.push(
        problem(`The group of ${asOf} ${what} what was sent before: its lines are set aside.`),
      )
    if (status === '4')
      events.push(problem(`The group of ${asOf} is a test: nothing is taken of it.`))
    return events
  }

  function openReport(record: Record): IncomingEvent[] {
    if (!header || !group) throw new FileRefused('An account of the file has no header before it.')
    groupTotals.parts += 1
    report = createAccountReport({ accounts, options, nextLine, group, record })
    const begun = report.begin()
    if (hasHeader) return begun
    hasHeader = true
    return [headerOf(header, report.zone), ...begun]
  }

  function headerOf({ id, date, time }: NonNullable<typeof header>, zone: string): IncomingEvent {
    // Some write 9999 for the end of the day.
    const clock = time === '9999' ? '2400' : time.padEnd(4, '0')
    const day = dayOfSixDigits(date)
    const createdAt =
      timeOf(`${day}T${clock.slice(0, 2)}:${clock.slice(2, 4)}`, zone) ?? timeOf(day, zone)
    if (!createdAt) throw new FileRefused('The header of the file has no day.')
    return { type: 'HEADER', kind: 'bai2', messageId: id, createdAt }
  }

  function closeReport(trailer?: Record): IncomingEvent[] {
    const open = report
    report = undefined
    if (!open) return []
    const { events, sum } = open.close(trailer)
    groupTotals.sum += sum
    return events
  }

  function closeGroup(record: Record): IncomingEvent[] {
    fileTotals.sum += groupTotals.sum
    group = undefined
    return check(record, groupTotals, 'group')
  }

  function closeFile(record: Record): IncomingEvent[] {
    isEnded = true
    return [...closeReport(), ...check(record, fileTotals, 'file')]
  }

  function check(record: Record, totals: Totals, name: string): IncomingEvent[] {
    const fields = createFields(record)
    const [sum, parts, records] = [fields.next(), fields.next(), fields.next()]
    const wrong = [
      amountOf(sum) === totals.sum ? '' : `a total of ${sum} where ${totals.sum} is right`,
      Number(parts) === totals.parts ? '' : `${parts} parts where it has ${totals.parts}`,
      Number(records) === totals.records ? '' : `${records} records where it has ${totals.records}`,
    ].filter((text) => text !== '')
    return wrong.length === 0
      ? []
      : [problem(`The trailer of the ${name} states ${wrong.join(', ')}.`)]
  }

  function end(): void {
    if (!hasHeader) throw new FileRefused('The file has no account.')
    if (!isEnded) throw new FileRefused('The file has no trailer: it was cut off.')
  }
}

const problem = (text: string): IncomingEvent => ({ type: 'PROBLEM', problem: text })
