import type { NewEntry } from '../../port/bank.ts'
import { decimalOf, minorOf, scaleOf } from '../values/amounts.ts'
import type { createEntryIds } from './entry-id.ts'
import type { IncomingEvent, OtherEntry } from './events.ts'
import { FileRefused } from '../xml/source.ts'
import type { OperatorAccount } from '../../accounts/operator-accounts.ts'
import { referenceOf } from '../values/ids.ts'
import { dateOf } from './message.ts'
import { returnCode } from '../values/reasons.ts'
import { landedOn, partyOf, referenceIn, type StatementAccount } from './statement-parts.ts'
import { find, textAt, type XmlNode } from '../xml/reader.ts'

/** What the entries of one statement have in common. */
export type StatementContext = {
  account: StatementAccount
  accounts: readonly OperatorAccount[]
  createdAt: Date
  ids: ReturnType<typeof createEntryIds>
}

/** What one entry says of itself, before its payments. */
export type EntryHead = {
  node: XmlNode
  isCredit: boolean
  isReversal: boolean
  isBooked: boolean
  currency: string
  scale: number
  minor: bigint
}

/** @throws FileRefused where an amount is none, or finer than its currency */
export function readHead(node: XmlNode): EntryHead {
  const currency = find(node, 'Amt')?.currency ?? ''
  const scale = scaleOf(currency)
  const minor = minorOf(textAt(node, 'Amt'), scale)
  if (minor === undefined)
    throw new FileRefused(`An entry has the amount "${textAt(node, 'Amt')}" of ${currency}.`)
  return {
    node,
    isCredit: textAt(node, 'CdtDbtInd') === 'CRDT',
    isReversal: ['true', '1'].includes(textAt(node, 'RvslInd')),
    isBooked: textAt(node, 'Sts/Cd', 'Sts') === 'BOOK',
    currency,
    scale,
    minor,
  }
}

/** The position of a payment in its entry. */
export type Place = { index: number; isShared: boolean }

/** The amount of one payment of several, in the currency of the entry; undefined where none. */
export function detailsMinor(details: XmlNode, { currency, scale }: EntryHead): bigint | undefined {
  for (const path of ['Amt', 'AmtDtls/TxAmt/Amt', 'AmtDtls/InstdAmt/Amt']) {
    const node = find(details, path)
    if (node?.currency === currency) return minorOf(node.text, scale)
  }
  return undefined
}

/** What a payment of an entry, or an entry without details, means. */
export function paymentEvents(
  context: StatementContext,
  head: EntryHead,
  details: XmlNode | undefined,
  minor: bigint,
  place: Place,
): IncomingEvent[] {
  const reference =
    referenceOf(textAt(details, 'Refs/EndToEndId')) || referenceOf(textAt(details, 'Refs/InstrId'))
  const bankReference =
    textAt(details, 'Refs/AcctSvcrRef') || textAt(head.node, 'AcctSvcrRef', 'NtryRef')
  const other = (reason: OtherEntry['reason']): IncomingEvent[] => [
    { type: 'OTHER', other: otherOf(context, head, details, minor, { reason, bankReference }) },
  ]
  if (!head.isBooked || minor === 0n) return other('NOT_BOOKED')
  // A debit inside of a credit is no deposit, whatever it is.
  if (head.isCredit && textAt(details, 'CdtDbtInd') === 'DBIT')
    return paymentEvents(context, { ...head, isCredit: false }, details, minor, place)
  if (head.isReversal && !head.isCredit)
    return [
      debitEvent(context, head, details, minor, { ...place, kind: 'REVERSAL' }),
      reversalProblem(context, head, minor, bankReference),
    ]
  if (head.isReversal && reference === '')
    return [...other('REVERSAL'), reversalProblem(context, head, minor, bankReference)]
  if (!head.isCredit) {
    if (isFee(head, details))
      return [debitEvent(context, head, details, minor, { ...place, kind: 'CHARGE' })]
    if (reference === '') return other('FEE')
    const booked = bookedOn(context, head)
    const report = { reference, status: 'CONFIRMED' as const, bankReference, code: '', ...booked }
    return [{ type: 'PAYMENT_STATUS', report }]
  }
  return creditEvents(context, head, details, minor, { ...place, reference })
}

function bookedOn({ account, createdAt }: StatementContext, { node }: EntryHead) {
  const { countryCode } = account.operatorAccount ?? {}
  if (countryCode === undefined) return {}
  const day = textAt(node, 'BookgDt/Dt', 'BookgDt/DtTm', 'ValDt/Dt', 'ValDt/DtTm')
  return { booked: { countryCode, day: (day || createdAt.toISOString()).slice(0, 10) } }
}

/** A charge of the bank, or a credit that it took back: booked like what came in. */
function debitEvent(
  { account, accounts, createdAt, ids }: StatementContext,
  head: EntryHead,
  details: XmlNode | undefined,
  minor: bigint,
  { kind, index, isShared }: Place & { kind: 'CHARGE' | 'REVERSAL' },
): IncomingEvent {
  const { node, currency, scale } = head
  const text = referenceIn(details, textAt(node, 'AddtlNtryInf'))
  const day = textAt(node, 'BookgDt/Dt', 'BookgDt/DtTm', 'ValDt/Dt', 'ValDt/DtTm')
  const debtor = partyOf(details, 'Dbtr')
  const { id } = ids.next({
    account: account.number,
    direction: kind === 'REVERSAL' ? 'DBIT-R' : 'DBIT',
    amount: `${decimalOf(minor, scale)}${currency}`,
    paymentReference: textAt(details, 'Refs/AcctSvcrRef'),
    entryReference: textAt(node, 'AcctSvcrRef'),
    index,
    isShared,
    content: [day.slice(0, 10), debtor.name, debtor.account, text],
  })
  const landed = landedOn(kind === 'REVERSAL' ? details : undefined, account, accounts, currency)
  const entry: NewEntry = {
    entryId: id,
    kind,
    ...landed,
    currency,
    minor,
    scale,
    sender: debtor,
    reference: text,
    payoutReference: '',
    code: '',
    bookedAt: dateOf(day) ?? createdAt,
  }
  return { type: 'ENTRY', entry }
}

/** Fees may carry the id of the payment that they are for. */
function isFee(head: EntryHead, details: XmlNode | undefined): boolean {
  const codes = [details, head.node].map((node) => textAt(node, 'BkTxCd/Domn/Fmly/SubFmlyCd'))
  return codes.some((code) => ['CHRG', 'FEES', 'COMM'].includes(code))
}

function reversalProblem(
  { account }: StatementContext,
  { isCredit, scale, currency }: EntryHead,
  minor: bigint,
  bankReference: string,
): IncomingEvent {
  const amount = `${decimalOf(minor, scale)} ${currency}`
  const what = isCredit ? 'gave back a debit' : 'took back a credit'
  return {
    type: 'PROBLEM',
    problem: `The bank ${what} of ${amount} on ${account.number} (${bankReference}).`,
  }
}

function otherOf(
  { account }: StatementContext,
  head: EntryHead,
  details: XmlNode | undefined,
  minor: bigint,
  { reason, bankReference }: Pick<OtherEntry, 'reason' | 'bankReference'>,
): OtherEntry {
  const { currency, scale, isCredit } = head
  const text = referenceIn(details, textAt(head.node, 'AddtlNtryInf'))
  const signed = isCredit ? minor : -minor
  return { reason, account: account.number, currency, minor: signed, scale, bankReference, text }
}

function creditEvents(
  { account, accounts, createdAt, ids }: StatementContext,
  head: EntryHead,
  details: XmlNode | undefined,
  minor: bigint,
  { reference: payoutReference, index, isShared }: Place & { reference: string },
): IncomingEvent[] {
  const { node, currency, scale, isReversal } = head
  const back = find(details, 'RtrInf')
  const isReturn = back !== undefined || isReversal || payoutReference !== ''
  const debtor = partyOf(details, 'Dbtr')
  const creditor = partyOf(details, 'Cdtr')
  const sender = debtor.name === '' && debtor.account === '' && isReturn ? creditor : debtor
  const text = referenceIn(details, textAt(node, 'AddtlNtryInf'))
  const day = textAt(node, 'BookgDt/Dt', 'BookgDt/DtTm', 'ValDt/Dt', 'ValDt/DtTm')
  const { id, isRepeated } = ids.next({
    account: account.number,
    direction: isReversal ? 'CRDT-R' : 'CRDT',
    amount: `${decimalOf(minor, scale)}${currency}`,
    paymentReference: textAt(details, 'Refs/AcctSvcrRef'),
    entryReference: textAt(node, 'AcctSvcrRef'),
    index,
    isShared,
    content: [day.slice(0, 10), debtor.name, debtor.account, creditor.account, text],
  })
  const landed = isReturn
    ? landedOn(undefined, account, accounts, currency)
    : landedOn(details, account, accounts, currency)
  const entry: NewEntry = {
    entryId: id,
    kind: isReturn ? 'RETURN' : 'CREDIT',
    ...landed,
    currency,
    minor,
    scale,
    sender,
    reference: text,
    payoutReference,
    code: isReturn ? returnCode(textAt(back, 'Rsn/Cd', 'Rsn/Prtry')) : '',
    bookedAt: dateOf(day) ?? createdAt,
  }
  // A payer may use an id of our form; whether it is ours, only the books know.
  const isCertain = back !== undefined || isReversal
  const asCredit: NewEntry = {
    ...entry,
    kind: 'CREDIT',
    ...landedOn(details, account, accounts, currency),
    payoutReference: '',
    code: '',
  }
  const events: IncomingEvent[] = [
    isReturn && !isCertain
      ? { type: 'ENTRY', entry, otherwise: asCredit }
      : { type: 'ENTRY', entry },
  ]
  if (isRepeated)
    events.push({
      type: 'PROBLEM',
      problem: `The entry ${id} stands twice in the file; it counts once.`,
    })
  return events
}

/** A batch whose payments are listed in another file; its sum is no deposit. */
export function batchWithoutDetails(
  context: StatementContext,
  head: EntryHead,
  batch: XmlNode | undefined,
): IncomingEvent[] {
  const batchId = textAt(batch, 'PmtInfId')
  // A batch of ours is called by its file and a number.
  const messageId = textAt(batch, 'MsgId') || batchId.replace(/-\d+$/, '')
  const bankReference = textAt(head.node, 'AcctSvcrRef', 'NtryRef')
  if (!head.isCredit && head.isBooked && !head.isReversal && messageId !== '') {
    const outcome = { status: 'CONFIRMED' as const, bankReference, code: '' }
    const report = { messageId, batchId, ...outcome, ...bookedOn(context, head) }
    return [{ type: 'FILE_STATUS', report }]
  }
  const reason = head.isBooked ? 'NO_DETAILS' : 'NOT_BOOKED'
  const other = otherOf(context, head, undefined, head.minor, { reason, bankReference })
  if (!head.isCredit || !head.isBooked) return [{ type: 'OTHER', other }]
  const amount = `${decimalOf(head.minor, head.scale)} ${head.currency}`
  const problem = `The payments in the batch entry of ${amount} (${bankReference}) are not listed here; the bank reports them in a notification (camt.054).`
  return [
    { type: 'OTHER', other },
    { type: 'PROBLEM', problem },
  ]
}
