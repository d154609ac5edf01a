import { canonicalAccount } from '../../accounts/forms.ts'
import { type Evidence, noIds } from '../../evidence/evidence.ts'
import { decimalOf } from '../../values/amounts.ts'
import { momentOf } from '../../values/dates.ts'
import { isLikelyCharge } from '../../evidence/charges.ts'
import { identifier } from '../../values/identifiers.ts'
import { referenceOf } from '../../values/ids.ts'
import { findAll, textAt, type XmlNode, xmlOf } from '../xml/reader.ts'
import { codeOf, type Details, noDetails, textOf } from './details.ts'
import { type EntryHead, readHead, type StatementContext } from './entry-head.ts'
import type { IncomingEvent } from './events.ts'
import { chargeOf, closestAmount, isOpposite, splitEntry, type Whole } from './split.ts'

/** An entry with all that was in it. */
export type Entry = {
  /** Its place in the file, from 1. */
  line: number
  /** Its own parts. */
  node: XmlNode
  /** Its payments; of very many, the first ones. */
  details: readonly Details[]
  /** The elements of the first payments, to be shown where the entry cannot be read. */
  sources: readonly XmlNode[]
  /** How many payments are in it. */
  count: number
  batches: readonly XmlNode[]
}

/** What is true of all payments of an entry. */
type EntryContext = StatementContext & { entry: Entry; head: EntryHead; whole: Whole; code: string }

/** What an entry means, and what of it counts for the balance. */
export type EntryReading = {
  events: IncomingEvent[]
  /** Of a booked entry whose amount and direction could be read: negative for a debit. */
  booked: bigint
  bookedOn: string
}

export function readEntry(entry: Entry, context: StatementContext): EntryReading {
  const head = readHead(entry.node, context)
  const { bookedOn, direction, minor, isBooked } = head
  const counted = isBooked ? (direction === 'DEBIT' ? -minor : direction === '' ? 0n : minor) : 0n
  const result = (events: IncomingEvent[]) => ({
    events,
    booked: counted,
    bookedOn: isBooked ? bookedOn : '',
  })
  const { account } = context
  if ('reason' in head) {
    const { isBooked: _, ...unread } = head
    const source = xmlOf({ ...entry.node, children: [...entry.node.children, ...entry.sources] })
    return result([{ type: 'ASIDE', aside: { line: entry.line, account, ...unread, source } }])
  }
  const { currency, scale } = head
  const whole = { isCredit: direction === 'CREDIT', currency, scale, minor }
  const all: EntryContext = { ...context, entry, head, whole, code: codeOf(entry.node) }
  return result(isBooked ? bookedEvents(all) : [announced(all)])
}

function announced({ entry, head, account }: EntryContext): IncomingEvent {
  const { direction, currency, minor, scale, bookedOn } = head
  const [details = noDetails] = entry.details
  const text = textOf(details, textAt(entry.node, 'AddtlNtryInf'))
  const bankReference =
    details.ids.paymentReference || identifier(textAt(entry.node, 'AcctSvcrRef', 'NtryRef'))
  return {
    type: 'ANNOUNCED',
    announced: {
      line: entry.line,
      account,
      direction,
      currency,
      minor,
      scale,
      bookedOn,
      text,
      bankReference,
    },
  }
}

/** Of how many payments the bank says that an entry is; 0 where it does not. */
function statedCount({ batches }: Entry): number {
  const counts = batches.map((node) => textAt(node, 'NbOfTxs'))
  return counts.every((text) => /^\d{1,9}$/.test(text))
    ? counts.reduce((sum, text) => sum + Number(text), 0)
    : 0
}

function bookedEvents(context: EntryContext): IncomingEvent[] {
  const { entry } = context
  const stated = statedCount(entry)
  if (entry.count === 0) {
    // Swiss banks list in a camt.054 what they book as one, and name it.
    const isElsewhere =
      findAll(entry.node, 'AddtlInfInd').length > 0 ||
      entry.batches.some((node) => textAt(node, 'PmtInfId', 'MsgId') !== '')
    if (stated > 1 || (stated === 0 && isElsewhere)) return unlisted(context, stated)
    return single(context, noDetails)
  }
  if (stated > 0 && stated !== entry.count)
    return batch(context, stated, `has ${entry.count} payments where it is of ${stated}`)
  const [first = noDetails] = entry.details
  if (entry.count === 1) return single(context, first)
  const split =
    entry.details.length === entry.count
      ? splitEntry(entry.details, context.whole, context.isGross)
      : undefined
  if (!split)
    return batch(context, entry.count, 'has payments whose amounts do not make what it moved')
  const events = withOwnReferences(entry).map((details, at) =>
    payment(context, details, { part: at + 1, minor: split.minors[at] ?? 0n }),
  )
  if (split.charge > 0n) events.push(charge(context, entry.count + 1, split.charge))
  return [...events, ...reversalProblems(context)]
}

/** A reference that payments of an entry share, or have from the entry, is of none of them. */
function withOwnReferences(entry: Entry): Details[] {
  const counts = new Map<string, number>([[lineReferenceOf(entry), 2]])
  for (const { ids } of entry.details)
    counts.set(ids.paymentReference, (counts.get(ids.paymentReference) ?? 0) + 1)
  return entry.details.map((details) => {
    const isOwn = counts.get(details.ids.paymentReference) === 1
    return isOwn ? details : { ...details, ids: { ...details.ids, paymentReference: '' } }
  })
}

/** The only payment of an entry: what the entry moved, whatever the payment was before. */
function single(context: EntryContext, details: Details): IncomingEvent[] {
  const { head, whole, entry } = context
  // The direction of the entry is what the bank moved.
  const plain = { ...details, sign: '' }
  const stated = closestAmount(details, whole)
  const charged = chargeOf(details, whole) ?? 0n
  // What a payee gets is what the charges on the way left.
  const isExplained =
    whole.isCredit &&
    stated !== undefined &&
    (stated - charged === head.minor || (context.isGross && isLikelyCharge(stated, head.minor)))
  if (stated === undefined || stated === head.minor || isExplained)
    return [payment(context, plain, { part: 0, minor: head.minor }), ...reversalProblems(context)]
  const isOwnPayout =
    !whole.isCredit &&
    kindOf(context, plain) === 'ENTRY' &&
    (referenceOf(details.ids.endToEndId) || referenceOf(details.ids.instructionId)) !== ''
  if (isOwnPayout && stated < head.minor)
    return [
      payment(context, plain, { part: 1, minor: stated }),
      charge(context, 2, head.minor - stated),
    ]
  const problem = `The payment of the entry ${nameOf(entry)} is of ${amountText(context, stated)}; its entry moved ${amountText(context, head.minor)}, which counts.`
  return [
    payment(context, plain, { part: 0, minor: head.minor }),
    { type: 'PROBLEM', problem },
    ...reversalProblems(context),
  ]
}

/** A batch whose payments are listed in another file; its sum is no payment. */
function unlisted(context: EntryContext, stated: number): IncomingEvent[] {
  if (!context.whole.isCredit) return [batchEvidence(context, stated)]
  return batch(context, stated, 'has no payments in it; the bank lists them in a notification')
}

function batch(context: EntryContext, count: number, why: string): IncomingEvent[] {
  const { entry, head } = context
  const problem = `The entry ${nameOf(entry)} of ${amountText(context, head.minor)} ${why}: it counts as a whole.`
  return [batchEvidence(context, count), { type: 'PROBLEM', problem }]
}

function batchEvidence(context: EntryContext, batchCount: number): IncomingEvent {
  const { head, entry } = context
  const payers = new Map(entry.details.map(({ payer }) => [JSON.stringify(payer), payer] as const))
  const [payer = noDetails.payer] = payers.values()
  const evidence: Evidence = {
    ...common(context, noDetails, { part: 0, minor: head.minor }),
    kind: 'BATCH',
    batchCount,
    // What its payments have in common helps a person to find them.
    payer: payers.size === 1 ? payer : noDetails.payer,
    code: context.code,
  }
  return { type: 'EVIDENCE', evidence }
}

/** What the bank took in an entry beside its payments. */
function charge(context: EntryContext, part: number, minor: bigint): IncomingEvent {
  const evidence: Evidence = {
    ...common(context, noDetails, { part, minor }),
    kind: 'CHARGE',
    ids: { ...noIds, lineReference: lineReferenceOf(context.entry) },
  }
  return { type: 'EVIDENCE', evidence }
}

type Place = { part: number; minor: bigint }

function payment(context: EntryContext, details: Details, place: Place): IncomingEvent {
  const evidence: Evidence = {
    ...common(context, details, place),
    kind: kindOf(context, details),
    reason: details.reason,
  }
  return { type: 'EVIDENCE', evidence }
}

const lineReferenceOf = ({ node }: Entry): string => identifier(textAt(node, 'AcctSvcrRef'))

/** What can be shown of an entry for a person to find it. */
const nameOf = ({ node, line }: Entry): string =>
  textAt(node, 'AcctSvcrRef', 'NtryRef').slice(0, 100) || `in line ${line}`

const amountText = ({ head }: EntryContext, minor: bigint): string =>
  `${decimalOf(minor, head.scale)} ${head.currency}`

function common(context: EntryContext, details: Details, { part, minor }: Place): Evidence {
  const { account, entry, head, whole } = context
  const isCredit = whole.isCredit !== isOpposite(details, whole)
  const [batchNode] = entry.batches
  // On a credit, the payee's account is the service's own or a customer's: in the form shown to payers.
  const payee = isCredit
    ? canonicalAccount(account.countryCode, {
        number: details.payee.account,
        agent: details.payeeAgent,
      })
    : { accountNumber: details.payee.account, routingNumber: details.payeeAgent }
  return {
    line: entry.line,
    part,
    account,
    direction: isCredit ? 'CREDIT' : 'DEBIT',
    kind: 'ENTRY',
    currency: head.currency,
    minor,
    scale: head.scale,
    lineMinor: head.minor,
    batchCount: 0,
    bookedOn: head.bookedOn,
    valueOn: head.valueOn,
    moment: momentIn(context, details),
    ids: {
      ...details.ids,
      lineReference: lineReferenceOf(entry),
      batchId: details.ids.batchId || identifier(textAt(batchNode, 'PmtInfId')),
      batchMessageId: details.ids.batchMessageId || identifier(textAt(batchNode, 'MsgId')),
    },
    payer: details.payer,
    payee: { name: details.payee.name, account: payee.accountNumber },
    ultimatePayer: details.ultimatePayer,
    ultimatePayee: details.ultimatePayee,
    payeeBank: payee.routingNumber,
    institutions: details.institutions,
    text: textOf(details, textAt(entry.node, 'AddtlNtryInf')),
    reason: '',
    code: details.code || context.code,
  }
}

/** The bank's moment of a payment, never after the message was made. */
function momentIn({ zone, latest, entry }: EntryContext, details: Details): Date | undefined {
  for (const text of [...details.moments, textAt(entry.node, 'BookgDt/DtTm')]) {
    const moment = momentOf(text, zone)
    if (moment) return latest && moment > latest ? latest : moment
  }
  return undefined
}

/** Codes of what a bank takes for its work (ISO external bank transaction codes). */
const chargeCodes = ['CHRG', 'FEES', 'COMM']

/** A transfer of ours that was returned, by its bank or on our request. */
const returnCodes = /\/ICDT\/(?:RRTN|ARET|RPCR)$/

/**
 * German banks write their own code between the signs of a sum: 805 and 808 are charges, 159 and 160
 * payments that came back (codes of the German banking industry).
 */
const hasGermanCode = (code: string, codes: readonly string[]): boolean =>
  codes.some((own) => `+${code}+`.includes(`+${own}+`))

function kindOf(
  { head, whole, entry, code: entryCode }: EntryContext,
  details: Details,
): Evidence['kind'] {
  const isCredit = whole.isCredit !== isOpposite(details, whole)
  const codes = [details.code, entryCode]
  const own = textAt(entry.node, 'BkTxCd/Prtry/Cd')
  if (isCredit) {
    const isReturn =
      details.isReturned ||
      codes.some((code) => returnCodes.test(code)) ||
      hasGermanCode(own, ['159', '160'])
    return isReturn ? 'RETURN' : head.isReversal ? 'REVERSAL' : 'ENTRY'
  }
  // Money that had come in and goes back is taken back, not paid out.
  if (head.isReversal || details.isReturned) return 'REVERSAL'
  // Charges may carry the id of the payment that they are for.
  const isCharge =
    codes.some((code) => chargeCodes.includes(code.split('/').at(-1) ?? '')) ||
    hasGermanCode(own, ['805', '808'])
  return isCharge ? 'CHARGE' : 'ENTRY'
}

function reversalProblems(context: EntryContext): IncomingEvent[] {
  const { head, whole, entry, account } = context
  if (!head.isReversal) return []
  const what = whole.isCredit ? 'gave back a debit' : 'took back a credit'
  const problem = `The bank ${what} of ${amountText(context, head.minor)} on ${account.accountNumber} (${nameOf(entry)}).`
  return [{ type: 'PROBLEM', problem }]
}
