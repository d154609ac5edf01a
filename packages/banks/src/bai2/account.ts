import { ownAccountOf } from '../accounts/forms.ts'
import { zoneOf } from '../accounts/habits.ts'
import type { OperatorAccount } from '../accounts/operator-accounts.ts'
import { type AsideLine, type EvidenceAccount, noIds } from '../evidence/evidence.ts'
import { createBalanceCheck } from '../iso20022/incoming/balances.ts'
import type { IncomingEvent, ReadOptions } from '../iso20022/incoming/events.ts'
import { decimalOf, scaleOf } from '../values/amounts.ts'
import { dayOfSixDigits } from '../values/dates.ts'
import { clipped, identifier } from '../values/identifiers.ts'
import { announcedOf, asideOf, evidenceAccountOf, evidenceOf } from '../text/entry-line.ts'
import { amountOf, createFields, readFunds, type Record } from './records.ts'
import { directionOf, isInformation, isSum, kindOf } from './type-codes.ts'

/** What accounts of one group have in common. */
export type Group = {
  originator: string
  /** 1: new. 2 deletes, 3 corrects what was sent before, 4 is a test. */
  status: string
  /** `2026-01-05`; '' where it cannot be read. */
  asOf: string
  currency: string
  /** 1 and 2: of a previous day, interim and final; 3 and 4: of the same day. */
  modifier: string
}

export type AccountReport = {
  zone: string
  begin(): IncomingEvent[]
  take(record: Record): IncomingEvent[]
  /** With the trailer of the account, where it has one: gives what its amounts make. */
  close(trailer: Record | undefined): { events: IncomingEvent[]; sum: bigint }
}

export type ReportParts = {
  accounts: readonly OperatorAccount[]
  options: ReadOptions
  /** The place of the next entry in the file, from 1. */
  nextLine: () => number
  group: Group
  /** The account identifier and its summary (03). */
  record: Record
}

/** Summaries of the ledger balance: opening and closing. */
const balanceCodes: Readonly<{ [code: string]: string }> = { '010': 'OPBD', '015': 'CLBD' }

/** What is in one account of a group. */
export function createAccountReport(parts: ReportParts): AccountReport {
  const { accounts, options, nextLine, group, record } = parts
  const fields = createFields(record)
  const number = clipped(fields.next())
  // Without a currency, the format means dollars.
  const currency = (fields.next() || group.currency || 'USD').toUpperCase()
  // The originator of a group is no bank code by the format: the account is known by its number.
  const own = ownAccountOf(accounts, { number, agent: '', currency })
  const account = own && evidenceAccountOf(own)
  const zone = account ? zoneOf(account, options.habitsOf) : 'America/New_York'
  const scale = scaleOf(currency)
  const balance = createBalanceCheck()
  const balances = new Set<string>()
  let sum = 0n
  let records = record.lines.length
  readSummary()
  // A report of no day closes none.
  const isFinal =
    group.asOf !== '' && (group.modifier === '2' || (group.modifier === '' && balances.has('CLBD')))
  return { zone, begin, take, close }

  function readSummary(): void {
    while (!fields.isAtEnd()) {
      const code = fields.next()
      const minor = amountOf(fields.next())
      fields.next()
      readFunds(fields)
      sum += minor ?? 0n
      const name = balanceCodes[code]
      if (name === undefined || minor === undefined) continue
      balances.add(name)
      balance.addBalance({
        code: name,
        currency,
        amount: decimalOf(minor < 0n ? -minor : minor, scale),
        isDebit: minor < 0n,
        day: group.asOf,
      })
    }
  }

  function begin(): IncomingEvent[] {
    if (group.status === '4') return []
    if (!account) return [{ type: 'FOREIGN', number, currency }]
    const statement = { account, statementId: statementId(), page: '', isStatement: isFinal }
    return [{ type: 'STATEMENT', statement }]
  }

  function statementId(): string {
    return clipped(`${group.asOf}/${group.originator}/${group.modifier}`)
  }

  function take(transaction: Record): IncomingEvent[] {
    records += transaction.lines.length
    const line = createFields(transaction)
    const type = line.next()
    const amount = line.next()
    const minor = amountOf(amount)
    sum += minor ?? 0n
    if (isInformation(type) && (minor ?? 0n) === 0n) return []
    const place = nextLine()
    if (!account || group.status === '4') return []
    const valueOn = dayOfSixDigits(readFunds(line))
    const [bankReference, customerReference] = [line.next(), line.next()]
    const direction = directionOf(type)
    const reason = reasonOf(type, amount)
    if (reason !== '' || direction === '')
      return asideLine(account, place, transaction, type, { reason, direction, minor: minor ?? 0n })
    const evidence = evidenceOf({
      line: place,
      account,
      direction,
      kind: kindOf(type),
      minor: minor ?? 0n,
      scale,
      bookedOn: group.asOf,
      valueOn,
      ids: {
        ...noIds,
        lineReference: referenceOf(bankReference),
        instructionId: referenceOf(customerReference),
      },
      text: line.text(),
      code: type,
    })
    // What a bank reports during the day is not booked for certain, and nothing moves nothing.
    if (group.modifier === '3' || evidence.minor === 0n) return [announcedOf(evidence)]
    book(direction, evidence.minor)
    return [{ type: 'EVIDENCE', evidence }]
  }

  function reasonOf(type: string, amount: string): string {
    const minor = amountOf(amount)
    return [
      minor !== undefined && minor >= 0n ? '' : `Its amount "${amount}" is no amount.`,
      directionOf(type) === '' ? `Its type "${type}" is neither a credit nor a debit.` : '',
      isSum(type) ? `Its type "${type}" is a sum of transactions, or a part of another one.` : '',
      group.asOf === '' ? 'The day on which it was booked cannot be read.' : '',
      ['2', '3'].includes(group.status)
        ? 'Its group takes back or corrects what was sent before.'
        : '',
    ]
      .filter((text) => text !== '')
      .join(' ')
  }

  function book(direction: string, minor: bigint): void {
    balance.addEntry(direction === 'DEBIT' ? -minor : minor, currency, group.asOf)
  }

  function asideLine(
    owner: EvidenceAccount,
    line: number,
    { code, lines }: Record,
    type: string,
    read: Pick<AsideLine, 'reason' | 'direction' | 'minor'>,
  ): IncomingEvent[] {
    const minor = read.minor < 0n ? 0n : read.minor
    if (read.direction !== '' && !isSum(type)) book(read.direction, minor)
    const source = lines.map((text, at) => `${at === 0 ? code : '88'},${text}`).join('\n')
    const { asOf: bookedOn } = group
    return [asideOf({ line, account: owner, source, currency, scale, bookedOn, ...read, minor })]
  }

  function close(trailer: Record | undefined): { events: IncomingEvent[]; sum: bigint } {
    if (!account || group.status === '4') return { events: [], sum }
    const events: IncomingEvent[] = []
    const wrong = trailer ? trailerProblem(trailer) : 'has no trailer'
    if (wrong !== '') events.push({ type: 'PROBLEM', problem: `The account ${number} ${wrong}.` })
    if (!isFinal) return { events, sum }
    if (balances.size < 2) balance.paginated()
    const verdict = balance.verdict(number)
    if (verdict !== '') events.push({ type: 'PROBLEM', problem: verdict })
    const period = {
      statementId: statementId(),
      from: group.asOf,
      to: group.asOf,
      madeOn: group.asOf,
    }
    events.push({ type: 'BALANCE', balance: balance.stated(account, period) })
    return { events, sum }
  }

  function trailerProblem(trailer: Record): string {
    records += trailer.lines.length
    const end = createFields(trailer)
    const [stated, count] = [end.next(), end.next()]
    const wrong = [
      amountOf(stated) === sum ? '' : `a total of ${stated} where ${sum} is right`,
      Number(count) === records ? '' : `${count} records where it has ${records}`,
    ].filter((text) => text !== '')
    return wrong.length === 0 ? '' : `states ${wrong.join(', ')}`
  }
}

/** Banks fill a reference that they do not have with zeros. */
const referenceOf = (text: string): string => (/^0+$/.test(text) ? '' : identifier(text))
