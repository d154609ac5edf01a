import { createBalanceCheck } from './balances.ts'
import { createEntryIds } from './entry-id.ts'
import type { IncomingEvent } from './events.ts'
import { FileRefused } from '../xml/source.ts'
import type { OperatorAccount } from '../../accounts/operator-accounts.ts'
import { headerEvent, type IncomingKind } from './message.ts'
import {
  batchWithoutDetails,
  detailsMinor,
  type EntryHead,
  paymentEvents,
  readHead,
  type StatementContext,
} from './statement-entry.ts'
import { readAccount } from './statement-parts.ts'
import { textAt, type XmlEvent, type XmlNode } from '../xml/reader.ts'

const statements = new Set(['Stmt', 'Rpt', 'Ntfctn'])

/** The parts of a statement that are read in pieces. */
export const statementContainers = [...statements, 'Ntry', 'NtryDtls']

/** An entry that is being read: its own parts, and its payments that were not reported yet. */
type OpenEntry = {
  node: XmlNode
  head: EntryHead | undefined
  batch: XmlNode | undefined
  first: XmlNode | undefined
  count: number
  sum: bigint
  isShared: boolean
}

const emptyNode = (name: string): XmlNode => ({ name, currency: '', text: '', children: [] })

/**
 * What a statement (camt.053), report (camt.052) or notification (camt.054) says, of version 02 or
 * later: each payment separately, however many are in one entry. Nothing is kept but the entry
 * that is being read. `read` throws FileRefused.
 */
export function createStatementReader(kind: IncomingKind, accounts: readonly OperatorAccount[]) {
  const ids = createEntryIds()
  let createdAt: Date | undefined
  let context: StatementContext | undefined
  let balance = createBalanceCheck()
  let statement = { id: '', from: '', to: '' }
  let entry: OpenEntry | undefined
  return { read, end: () => [] }

  function read(event: XmlEvent): IncomingEvent[] {
    if (event.type === 'NODE') return readNode(event.node, event.parent)
    const { name, type } = event
    if (type === 'OPEN') {
      if (statements.has(name)) {
        balance = createBalanceCheck()
        statement = { id: '', from: '', to: '' }
      }
      if (name === 'Ntry')
        entry = {
          node: emptyNode(name),
          head: undefined,
          batch: undefined,
          first: undefined,
          count: 0,
          sum: 0n,
          isShared: false,
        }
      return []
    }
    if (name === 'Ntry') return closeEntry()
    return statements.has(name) ? closeStatement() : []
  }

  function readNode(node: XmlNode, parent: string): IncomingEvent[] {
    if (node.name === 'GrpHdr') {
      const header = headerEvent(kind, node)
      createdAt = header.createdAt
      return [header]
    }
    if (statements.has(parent)) return readStatementPart(node)
    if (parent === 'Ntry') entry?.node.children.push(node)
    if (parent !== 'NtryDtls' || !entry) return []
    if (node.name === 'Btch') entry.batch ??= node
    return node.name === 'TxDtls' ? readDetails(entry, node) : []
  }

  function readStatementPart(node: XmlNode): IncomingEvent[] {
    if (node.name === 'Id') statement.id = node.text
    if (node.name === 'FrToDt') {
      statement.from = textAt(node, 'FrDtTm', 'FrDt').slice(0, 10)
      statement.to = textAt(node, 'ToDtTm', 'ToDt').slice(0, 10)
    }
    if (node.name === 'StmtPgntn') balance.paginated(node)
    if (node.name === 'Bal') balance.addBalance(node)
    if (node.name !== 'Acct') return []
    if (!createdAt) throw new FileRefused('The file has no header.')
    context = { account: readAccount(node, accounts), accounts, createdAt, ids }
    if (context.account.operatorAccount) return []
    const problem = `The statement is of an account that is not known: ${context.account.number}.`
    return [{ type: 'PROBLEM', problem }]
  }

  function headOf(open: OpenEntry): EntryHead {
    open.head ??= readHead(open.node)
    return open.head
  }
  function contextOrRefuse(): StatementContext {
    if (!context) throw new FileRefused('A statement of the file names no account.')
    return context
  }

  /** The first payment waits for the second: whether it is alone decides its id and amount. */
  function readDetails(open: OpenEntry, details: XmlNode): IncomingEvent[] {
    open.count += 1
    if (open.count === 1) {
      open.first = details
      return []
    }
    const events: IncomingEvent[] = []
    const reference = (node: XmlNode) => textAt(node, 'Refs/AcctSvcrRef')
    if (open.first) {
      open.isShared = [reference(details), textAt(open.node, 'AcctSvcrRef')].includes(
        reference(open.first),
      )
      events.push(...oneOfSeveral(open, open.first, 1))
      open.first = undefined
    }
    events.push(...oneOfSeveral(open, details, open.count))
    return events
  }

  function oneOfSeveral(open: OpenEntry, details: XmlNode, index: number): IncomingEvent[] {
    const head = headOf(open)
    const minor = detailsMinor(details, head) ?? 0n
    const isOpposite = head.isCredit && textAt(details, 'CdtDbtInd') === 'DBIT'
    open.sum += isOpposite ? -minor : minor
    return paymentEvents(contextOrRefuse(), head, details, minor, {
      index,
      isShared: open.isShared,
    })
  }

  function closeEntry(): IncomingEvent[] {
    if (!entry) return []
    const open = entry
    entry = undefined
    const head = headOf(open)
    const { isCredit, currency, scale, minor, isBooked, node } = head
    if (isBooked) balance.addEntry({ amount: textAt(node, 'Amt'), currency, isCredit })
    if (open.count > 1) {
      if (open.sum === minor) return []
      const name = textAt(node, 'AcctSvcrRef', 'NtryRef')
      const problem = `The payments of the entry ${name} are not as much as the entry: ${open.sum} and ${minor} of ${currency} with ${scale} decimals.`
      return [{ type: 'PROBLEM', problem }]
    }
    const isElsewhere =
      Number.parseInt(textAt(open.batch, 'NbOfTxs') || '1', 10) > 1 ||
      // Swiss banks list in a camt.054 what they book as one.
      textAt(node, 'AddtlInfInd/MsgNmId').startsWith('camt.05')
    if (open.count === 0 && isElsewhere)
      return batchWithoutDetails(contextOrRefuse(), head, open.batch)
    return paymentEvents(contextOrRefuse(), head, open.first, minor, { index: 0, isShared: false })
  }

  function closeStatement(): IncomingEvent[] {
    const { account } = contextOrRefuse()
    context = undefined
    if (kind !== 'camt.053') return []
    const problem = balance.verdict(account.number)
    const events: IncomingEvent[] = problem === '' ? [] : [{ type: 'PROBLEM', problem }]
    const { countryCode, currency } = account.operatorAccount ?? { countryCode: '', currency: '' }
    const stated = balance.stated(currency, statement)
    if (stated && statement.id !== '')
      events.push({
        type: 'BALANCE',
        balance: { statementId: statement.id, countryCode, currency, ...stated },
      })
    return events
  }
}
