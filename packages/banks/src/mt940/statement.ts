import { ownAccountOf } from '../accounts/forms.ts'
import { zoneOf } from '../accounts/habits.ts'
import type { OperatorAccount } from '../accounts/operator-accounts.ts'
import { zoneOfCountry } from '../accounts/zones.ts'
import type { StatementBalance } from '../books/file-books.ts'
import type { EvidenceAccount } from '../evidence/evidence.ts'
import { createBalanceCheck } from '../iso20022/incoming/balances.ts'
import type { IncomingEvent, ReadOptions } from '../iso20022/incoming/events.ts'
import { dayOfSixDigits, timeOf } from '../values/dates.ts'
import { clipped } from '../values/identifiers.ts'
import { FileRefused } from '../iso20022/xml/source.ts'
import { evidenceAccountOf } from '../text/entry-line.ts'
import type { Field } from './fields.ts'
import { createInterimTotals } from './interim.ts'
import { type LineReading, readLine, type RawLine } from './line.ts'

export type SwiftStatement = {
  take(field: Field): IncomingEvent[]
  /** `isLast`: nothing comes behind it, so that what is missing was cut off. */
  close(isLast: boolean): IncomingEvent[]
}

export type SwiftParts = {
  accounts: readonly OperatorAccount[]
  options: ReadOptions
  /** The place of the next entry in the file, from 1. */
  nextLine: () => number
  /** Block 2 of the envelope; '' where there is none. */
  envelope: string
}

/** Parts of a balance: debit or credit, day, currency, amount. */
const balancePattern = /^(R?[CD])(\d{6})([A-Z]{3})(\d{1,15}(?:,\d*|\.\d\d)?)/

/** So many fields 86 of a line are kept. */
const informationMax = 20

/** What is in one statement: `take` and `close` throw FileRefused. */
export function createStatement({
  accounts,
  options,
  nextLine,
  envelope,
}: SwiftParts): SwiftStatement {
  const head = new Map<string, string>()
  const balance = createBalanceCheck()
  const totals = createInterimTotals()
  let account: EvidenceAccount | undefined
  let isBegun = false
  /** The first day on which a line was booked. */
  let firstOn = ''
  let raw: RawLine | undefined
  return { take, close }

  function take({ tag, text }: Field): IncomingEvent[] {
    if (tag === '61') {
      const events = [...flush(), ...begin(text.slice(0, 6))]
      raw = { line: nextLine(), statementLine: text, information: [], national: '' }
      return events
    }
    if (tag === '86' && raw) raw.information = [...raw.information, text].slice(0, informationMax)
    else if (tag === 'NS' && raw) raw.national = text
    else if (tag === '25' && head.has(tag) && head.get(tag) !== text)
      throw new FileRefused('A statement of the file names two accounts.')
    else if (['62F', '62M'].includes(tag)) {
      head.set(tag, text)
      return [...flush(), ...begin(text.slice(1, 7))]
    } else if (['90C', '90D'].includes(tag)) {
      totals.state(tag, text)
      return flush()
    } else if (!isBegun && !head.has(tag)) head.set(tag, text)
    return []
  }

  function kind(): 'mt940' | 'mt942' {
    const stated = /^[IO](\d{3})/.exec(envelope)?.[1]
    const isInterim = ['34F', '13D', '13'].some((tag) => head.has(tag))
    return stated === '942' || (stated !== '940' && isInterim) ? 'mt942' : 'mt940'
  }

  function field(...tags: string[]): string {
    return tags.map((tag) => head.get(tag)).find((text) => text !== undefined) ?? ''
  }

  function balanceAt(...tags: string[]) {
    const match = balancePattern.exec(field(...tags))
    const [, mark = '', date = '', currency = '', amount = ''] = match ?? []
    const isDebit = mark.endsWith('D')
    const day = dayOfSixDigits(date)
    return match ? { isDebit, day, currency, amount: amount.replace(',', '.') } : undefined
  }

  /** Whose statement it is, once what stands before its lines is known. */
  function begin(firstDay: string): IncomingEvent[] {
    if (isBegun) return []
    isBegun = true
    const number = field('25', '25P').trim()
    if (number === '') throw new FileRefused('A statement of the file names no account.')
    const currency = balanceAt('60F', '60M')?.currency ?? field('34F').slice(0, 3)
    const own = ownOf(number, currency)
    account = own && evidenceAccountOf(own)
    const zone = account ? zoneOf(account, options.habitsOf) : zoneOfCountry(number.slice(0, 2))
    const header: IncomingEvent = {
      type: 'HEADER',
      kind: kind(),
      messageId: clipped(field('20').trim()),
      createdAt: createdAt(zone, firstDay),
    }
    if (!account) return [header, { type: 'FOREIGN', number, currency }]
    const { statementId, page } = numberOf()
    const isStatement = kind() === 'mt940'
    return [header, { type: 'STATEMENT', statement: { account, statementId, page, isStatement } }]
  }

  /** Banks write the bank's code before a slash, and the currency behind. */
  function ownOf(text: string, currency: string): OperatorAccount | undefined {
    const [first = ''] = text.split('\n')
    const plain = first.replace(/\s*[A-Z]{3}$/, '')
    const [code = '', rest = ''] = first.split('/')
    const isBic = /^[A-Z]{6}/.test(code)
    const stated = [
      ...[first, plain].map((number) => ({ number, agent: '' })),
      ...(rest === '' ? [] : [rest, rest.replace(/^0+/, ''), rest.replace(/\s*[A-Z]{3}$/, '')]).map(
        (number) => (isBic ? { number, agent: code } : { number: code + number, agent: '' }),
      ),
    ]
    return stated
      .map((form) => ownAccountOf(accounts, { ...form, currency }))
      .find((found) => found !== undefined)
  }

  /**
   * When the bank wrote it: by the envelope or the field of an interim report, else the beginning of the
   * day of its balance or its first line, whichever is later.
   */
  function createdAt(zone: string, firstDay: string): Date {
    const sent = /^O\d{3}.*?(\d{6})(\d{4})[A-Z]?$/.exec(envelope)
    const stated = /^(\d{6})(\d{4})([+-]\d{4})?/.exec(field('13D', '13'))
    for (const [, date = '', time = '', offset = ''] of [sent, stated].filter(
      (match) => match !== null,
    )) {
      const day = dayOfSixDigits(date)
      const at = timeOf(`${day}T${time.slice(0, 2)}:${time.slice(2)}${offset}`, zone)
      if (at) return at
    }
    const days = [balanceAt('60F', '60M')?.day ?? '', dayOfSixDigits(firstDay)]
    const at = timeOf(days.toSorted().at(-1) ?? '', zone)
    if (!at) throw new FileRefused('A statement of the file has no day.')
    return at
  }

  /** Banks start their numbers anew each year, and some have none. */
  function numberOf(): { statementId: string; page: string } {
    const [number = '', page = ''] = field('28C', '28').trim().split('/')
    const day = balanceAt('60F', '60M')?.day ?? ''
    const isNumbered = /[1-9]/.test(number)
    return {
      statementId: clipped(isNumbered ? `${number}/${day.slice(0, 4)}` : `${number}/${day}`),
      page: clipped(page),
    }
  }

  function flush(): IncomingEvent[] {
    const line = raw
    raw = undefined
    if (!line || !account) return []
    const reading: LineReading = readLine(line, account, kind() === 'mt940')
    balance.addEntry(reading.booked, account.currency, reading.bookedOn)
    if (reading.bookedOn !== '' && (firstOn === '' || reading.bookedOn < firstOn))
      firstOn = reading.bookedOn
    totals.add(reading.moved)
    return reading.events
  }

  function close(isLast: boolean): IncomingEvent[] {
    const closing = balanceAt('62F', '62M')
    const isComplete = closing !== undefined || kind() === 'mt942'
    if (isLast && !isComplete)
      throw new FileRefused(
        'The last statement of the file has no closing balance: it was cut off.',
      )
    const events = [...flush(), ...begin(closing?.day.slice(2).replaceAll('-', '') ?? '')]
    if (!account) return events
    if (kind() === 'mt942') return [...events, ...problem(totals.verdict(account))]
    const opening = balanceAt('60F', '60M')
    // The opening balance is of the evening before, unless something was booked on its day.
    const isBefore =
      opening && closing && opening.day < closing.day && (firstOn === '' || firstOn > opening.day)
    if (opening) balance.addBalance({ code: isBefore ? 'PRCD' : 'OPBD', ...opening })
    if (closing) balance.addBalance({ code: 'CLBD', ...closing })
    events.push(...problem(balance.verdict(account.accountNumber)))
    const stated = balance.stated(account, {
      statementId: numberOf().statementId,
      from: '',
      to: '',
      madeOn: closing?.day ?? opening?.day ?? '',
    })
    if (stated.closesOn !== '') events.push({ type: 'BALANCE', balance: withoutInterim(stated) })
    return events
  }

  /** What a page of a longer statement begins or ends with is no balance of a day. */
  function withoutInterim({ opening, closing, ...rest }: StatementBalance): StatementBalance {
    return {
      ...rest,
      ...(opening === undefined || head.has('60M') ? {} : { opening }),
      ...(closing === undefined || head.has('62M') ? {} : { closing }),
    }
  }

  function problem(text: string): IncomingEvent[] {
    return text === '' ? [] : [{ type: 'PROBLEM', problem: text }]
  }
}
