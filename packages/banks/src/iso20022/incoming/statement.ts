import { ownAccountOf } from '../../accounts/forms.ts'
import { zoneOf } from '../../accounts/habits.ts'
import type { OperatorAccount } from '../../accounts/operator-accounts.ts'
import { zoneOfCountry } from '../../accounts/zones.ts'
import type { EvidenceAccount } from '../../evidence/evidence.ts'
import { dayAt, dayOf, momentOf, timeOf } from '../../values/dates.ts'
import { clipped } from '../../values/identifiers.ts'
import { find, textAt, type XmlEvent, type XmlNode } from '../xml/reader.ts'
import { FileRefused } from '../xml/source.ts'
import { createBalanceCheck } from './balances.ts'
import { accountNumberOf, agentOf, type Details, readDetails } from './details.ts'
import { readEntry } from './entry.ts'
import type { StatementContext } from './entry-head.ts'
import type { IncomingEvent, MessageReader, ReadOptions } from './events.ts'
import type { IncomingKind } from './message.ts'

const statements = new Set(['Stmt', 'Rpt', 'Ntfctn'])

/** The parts of a statement that are read in pieces. */
export const entryContainers: readonly string[] = ['Ntry', 'NtryDtls']
export const statementContainers = [...statements, ...entryContainers]

/** Whether entries are not read; the days of a statement may follow from those of its entries. */
export const isOutline = (kind: IncomingKind | undefined, options: ReadOptions): boolean =>
  options.isOutline === true && (kind === 'camt.052' || kind === 'camt.054')

/** An entry of more payments than these is taken as a whole. */
const detailsMax = 50_000
/** No entry of an honest file has more parts of its own. */
const partsMax = 10_000
/** So many of its payments are shown where an entry cannot be read. */
const sourcesMax = 100

type OpenEntry = {
  node: XmlNode
  details: Details[]
  sources: XmlNode[]
  count: number
  batches: XmlNode[]
}

type OpenStatement = {
  id: string
  createdAt: string
  from: string
  to: string
  page: string
  isPage: boolean
  account: XmlNode | undefined
  /** Undefined before its account is read, and where the account is not the service's. */
  context: StatementContext | undefined
  /** It was announced by its event. */
  isBegun: boolean
}

const emptyNode = (name: string): XmlNode => ({ name, currency: '', text: '', children: [] })

export type StatementParts = {
  kind: IncomingKind
  accounts: readonly OperatorAccount[]
  options: ReadOptions
  /** The place of the next entry in the file, from 1. */
  nextLine: () => number
}

/**
 * What is in a statement (camt.053), report (camt.052) or notification (camt.054) of version 02 or
 * later: each payment separately, however many are in one entry. Nothing is kept but the entry
 * that is being read. `read` throws FileRefused.
 */
export function createStatementReader(parts: StatementParts): MessageReader {
  const { kind, accounts, options, nextLine } = parts
  let header: XmlNode | undefined
  let hasHeader = false
  let statement: OpenStatement | undefined
  let balance = createBalanceCheck()
  let entry: OpenEntry | undefined
  return { read, end: () => [] }

  function read(event: XmlEvent): IncomingEvent[] {
    if (event.type === 'NODE') return readNode(event.node, event.parent)
    const { name, type } = event
    if (type === 'OPEN') {
      const isStatement = statements.has(name)
      if (entry && (isStatement || name === 'Ntry'))
        throw new FileRefused('An entry of the file has another one in it.')
      if (isStatement) beginStatement()
      if (name === 'Ntry')
        entry = { node: emptyNode(name), details: [], sources: [], count: 0, batches: [] }
      return []
    }
    if (name === 'Ntry') return closeEntry()
    return statements.has(name) ? closeStatement() : []
  }

  function beginStatement(): void {
    if (statement) throw new FileRefused('A statement of the file has another one in it.')
    balance = createBalanceCheck()
    statement = {
      id: '',
      createdAt: '',
      from: '',
      to: '',
      page: '',
      isPage: false,
      account: undefined,
      context: undefined,
      isBegun: false,
    }
    notePage(statement, find(header, 'MsgPgntn'))
  }

  function readNode(node: XmlNode, parent: string): IncomingEvent[] {
    if (node.name === 'GrpHdr') header ??= node
    if (statement && statements.has(parent)) return readStatementPart(statement, node)
    if (!entry) return []
    if (entry.node.children.length + entry.batches.length > partsMax)
      throw new FileRefused('An entry of the file is too large.')
    if (parent === 'Ntry') entry.node.children.push(node)
    if (parent !== 'NtryDtls') return []
    if (node.name === 'Btch') entry.batches.push(node)
    if (node.name === 'TxDtls') readPayment(entry, node)
    return []
  }

  function readPayment(open: OpenEntry, node: XmlNode): void {
    open.count += 1
    // Of an account that is not the service's, nothing is reported.
    if (!statement?.context || isOutline(kind, options)) return
    if (open.sources.length < sourcesMax) open.sources.push(node)
    if (open.details.length < detailsMax) open.details.push(readDetails(node))
  }

  function readStatementPart(open: OpenStatement, node: XmlNode): IncomingEvent[] {
    if (node.name === 'Id') open.id ||= clipped(node.text.trim())
    if (node.name === 'CreDtTm') open.createdAt ||= node.text
    if (node.name === 'FrToDt') {
      open.from = textAt(node, 'FrDtTm', 'FrDt').slice(0, 10)
      open.to = textAt(node, 'ToDtTm', 'ToDt').slice(0, 10)
    }
    if (['StmtPgntn', 'RptPgntn', 'NtfctnPgntn'].includes(node.name)) notePage(open, node)
    if (node.name === 'Bal') addBalance(open, node)
    return node.name === 'Acct' ? readAccount(open, node) : []
  }

  /** A part of a longer statement is not checked by itself. */
  function notePage(open: OpenStatement, node: XmlNode | undefined): void {
    if (!node) return
    open.page = clipped(textAt(node, 'PgNb'))
    open.isPage = open.page !== '1' || textAt(node, 'LastPgInd') !== 'true'
  }

  function addBalance({ context }: OpenStatement, node: XmlNode): void {
    balance.addBalance({
      code: textAt(node, 'Tp/CdOrPrtry/Cd', 'Tp/Cd'),
      currency: find(node, 'Amt')?.currency ?? '',
      amount: textAt(node, 'Amt'),
      isDebit: textAt(node, 'CdtDbtInd') === 'DBIT',
      day: dayOf(textAt(node, 'Dt/Dt', 'Dt/DtTm', 'Dt'), context?.zone ?? 'UTC'),
    })
  }

  function readAccount(open: OpenStatement, node: XmlNode): IncomingEvent[] {
    const number = accountNumberOf(node)
    const currency = textAt(node, 'Ccy').toUpperCase()
    const agent = agentOf(find(node, 'Svcr'))
    if (open.account) {
      if (accountNumberOf(open.account) === number) return []
      throw new FileRefused('A statement of the file names two accounts.')
    }
    open.account = node
    const own = ownAccountOf(accounts, { number, agent, currency })
    const account = own && evidenceAccount(own)
    const zone = zoneFor(account, number)
    const created = createdAt(open, zone)
    if (account) {
      const isGross = options.habitsOf?.(account)?.hasGrossDetails === true
      open.context = { account, zone, isGross, ...created }
    }
    const events: IncomingEvent[] = hasHeader ? [] : [headerOf(open, created.createdAt)]
    hasHeader = true
    if (!own) events.push({ type: 'FOREIGN', number, currency })
    return events
  }

  function zoneFor(account: EvidenceAccount | undefined, number: string): string {
    return account ? zoneOf(account, options.habitsOf) : zoneOfCountry(number.slice(0, 2))
  }

  /** When the statement was made, else its message. */
  function createdAt(open: OpenStatement, zone: string) {
    const texts = [textAt(header, 'CreDtTm'), open.createdAt]
    const found = texts.map((text) => timeOf(text, zone)).find((time) => time)
    if (!header || !found)
      throw new FileRefused('The header of the file is missing or has no time.')
    const latest = texts.map((text) => momentOf(text, zone)).find((moment) => moment)
    return { createdAt: found, latest }
  }

  function headerOf(open: OpenStatement, at: Date): IncomingEvent {
    const messageId = clipped(textAt(header, 'MsgId')) || open.id
    if (messageId === '') throw new FileRefused('The header of the file has no message id.')
    return { type: 'HEADER', kind, messageId, createdAt: at }
  }

  /** The statement itself, before the first of its entries. */
  function begin(open: OpenStatement, { account }: StatementContext): IncomingEvent[] {
    if (open.isBegun) return []
    open.isBegun = true
    const { page } = open
    const statementId = open.id || textAt(header, 'MsgId')
    const isStatement = kind === 'camt.053'
    return [{ type: 'STATEMENT', statement: { account, statementId, page, isStatement } }]
  }

  function closeEntry(): IncomingEvent[] {
    if (!entry) return []
    const line = nextLine()
    const whole = { line, ...entry }
    entry = undefined
    if (!statement?.account) throw new FileRefused('A statement of the file names no account.')
    const { context } = statement
    if (!context) return []
    if (isOutline(kind, options)) return begin(statement, context)
    const { events, booked, bookedOn } = readEntry(whole, context)
    balance.addEntry(booked, context.account.currency, bookedOn)
    return [...begin(statement, context), ...events]
  }

  function closeStatement(): IncomingEvent[] {
    const open = statement
    statement = undefined
    if (!open?.account) throw new FileRefused('A statement of the file names no account.')
    const { context } = open
    if (!context) return []
    const events = begin(open, context)
    if (kind !== 'camt.053') return events
    const { account, zone } = context
    if (open.isPage) balance.paginated()
    const problem = balance.verdict(accountNumberOf(open.account))
    if (problem !== '') events.push({ type: 'PROBLEM', problem })
    const period = {
      statementId: open.id || textAt(header, 'MsgId'),
      from: dayOf(open.from, zone),
      to: dayOf(open.to, zone),
      madeOn: dayAt(zone, context.createdAt),
    }
    events.push({ type: 'BALANCE', balance: balance.stated(account, period) })
    return events
  }
}

const evidenceAccount = ({
  countryCode,
  currency,
  routingNumber,
  accountNumber,
}: OperatorAccount): EvidenceAccount => ({ countryCode, currency, routingNumber, accountNumber })
