import { createHash } from 'node:crypto'
import type { SpanAmong } from '../evidence/among.ts'
import type { References } from '../evidence/compare.ts'
import type { IncomingFile, MessagePart } from './file-books.ts'
import { batchNamedBy, payoutNamedBy } from '../evidence/entry.ts'
import type { Evidence } from '../evidence/evidence.ts'
import { type Facts, factsOf } from '../evidence/facts.ts'
import { joinEvidence } from '../evidence/join.ts'
import type { IsGross } from '../evidence/charges.ts'
import {
  type Decision,
  type KnownPayment,
  type MessageKind,
  type Report,
} from '../evidence/known.ts'

/** A line of a message, and the payment that it is evidence of. */
export type TakenLine = {
  evidence: Evidence
  facts: Facts
  report: Report
  decision: Decision
  paymentId: string
  /** The payout of the service that it is about; '' where it is about none. */
  payoutReference: string
  /** The BATCH payment in suspense that this is a part of; '' where it is none. */
  batchId: string
}

const kinds: Readonly<Record<IncomingFile['kind'], MessageKind>> = {
  'camt.052': 'SNAPSHOT',
  'camt.053': 'STATEMENT',
  'camt.054': 'NOTICE',
  'pain.002': 'NOTICE',
  mt940: 'STATEMENT',
  mt942: 'SNAPSHOT',
  bai2: 'STATEMENT',
}

export const messageKindOf = ({ kind, statement }: MessagePart): MessageKind =>
  kinds[kind] === 'STATEMENT' && !statement.isStatement ? 'SNAPSHOT' : kinds[kind]

/** A statement that the bank sends again has the same id and page; one without an id is its message. */
export const statementKeyOf = ({ sha256, statement }: MessagePart): string =>
  statement.isStatement ? `${statement.statementId || sha256} ${statement.page}`.trim() : ''

/** Of a payout, and of a batch of payouts that one debit pays. */
export const payoutPaymentId = (reference: string): string => `payout/${reference}`
const batchPaymentId = (batch: { messageId: string; batchId: string }) =>
  `file/${batch.messageId}/${batch.batchId}`

/** Payments that evidence is of by what it names, whatever its amount; empty where it names none. */
export function namedPayments(evidence: Evidence): string[] {
  const payout = payoutNamedBy(evidence)
  const batch = batchNamedBy(evidence)
  return [
    ...(payout === '' ? [] : [payoutPaymentId(payout)]),
    ...(batch ? [batchPaymentId(batch)] : []),
  ]
}

/** Names the payment that a line is the first evidence of; the same whenever it is read. */
const newPaymentId = ({ message, line, part }: Report): string =>
  `bp_${createHash('sha256').update(`${message}/${line}/${part}`).digest('hex').slice(0, 24)}`

export type TakeParts = {
  part: MessagePart
  /** Payments that lines may be of: of these accounts, amounts and days around theirs. */
  known: readonly KnownPayment[]
  /** Whether the service ordered the payout of a reference. */
  isOurs: (payoutReference: string) => boolean
  /** Whether the service sent a payment file with this id. */
  isOurFile: (messageId: string) => boolean
  isClosed: (facts: Facts) => boolean
  references?: References
  isGross?: IsGross
  /** Of a statement: what it is beside others of its days. */
  among?: SpanAmong
}

/** Of what payments the lines of a message are evidence; pure. Lines come in the message's order. */
export function takeLines(
  {
    part,
    known,
    isOurs,
    isOurFile,
    isClosed,
    references = 'UNKNOWN',
    isGross = () => false,
    among = 'ALONE',
  }: TakeParts,
  lines: readonly Evidence[],
): TakenLine[] {
  const statement = statementKeyOf(part)
  const kind = messageKindOf(part)
  const items = lines.map((evidence) => {
    const named = payoutNamedBy(evidence)
    const batch = batchNamedBy(evidence)
    const isPayout =
      evidence.direction === 'DEBIT' && evidence.kind === 'ENTRY' && named !== '' && isOurs(named)
    const report: Report = {
      message: part.sha256,
      kind,
      statement,
      line: evidence.line,
      part: evidence.part,
      bookedOn: evidence.bookedOn,
    }
    return {
      evidence,
      facts: factsOf(evidence),
      report,
      payoutReference: isPayout ? named : '',
      fixedId: isPayout
        ? payoutPaymentId(named)
        : batch && isOurFile(batch.messageId)
          ? batchPaymentId(batch)
          : '',
    }
  })
  const idOf = ({ report }: { report: Report }) => newPaymentId(report)
  const open = items.filter(({ fixedId }) => fixedId === '')
  const decisions = joinEvidence(
    known,
    open.map(({ facts, report }) => ({ facts, report })),
    { idOf, isClosed, references, isGross, among },
  )
  const decided = new Map(open.map((item, place) => [item, decisions[place]]))
  const knownIds = new Set(known.map(({ id }) => id))
  return items.map(({ fixedId, ...item }, place) => {
    const found = items[place] && decided.get(items[place])
    const batchId = batchOf(item.evidence, item.facts, known)
    // What names a payout of ours is evidence of it, and of nothing else.
    const named: Decision = knownIds.has(fixedId)
      ? { kind: 'JOIN', paymentId: fixedId, likeness: 'CERTAIN' }
      : { kind: 'NEW' }
    // A batch that is booked, and listed when its day is closed, has its payments.
    const isListed = batchId !== '' && found?.kind === 'HOLD' && found.paymentId === ''
    const decision = isListed ? { kind: 'NEW' as const } : (found ?? named)
    const paymentId =
      decision.kind === 'JOIN' ? decision.paymentId : fixedId || newPaymentId(item.report)
    return { ...item, decision, paymentId, batchId }
  })
}

const dayMs = 86_400_000

/** The batch in suspense that an entry, whose payments are listed now, is. */
function batchOf(
  { part, lineMinor }: Evidence,
  facts: Facts,
  known: readonly KnownPayment[],
): string {
  if (part === 0) return ''
  const found = known.find(
    ({ facts: of }) =>
      of.group === 'BATCH' &&
      of.account === facts.account &&
      of.direction === facts.direction &&
      of.minor === lineMinor &&
      Math.abs(Date.parse(of.bookedOn) - Date.parse(facts.bookedOn)) <= dayMs &&
      (of.lineReference === '' ||
        facts.lineReference === '' ||
        of.lineReference === facts.lineReference),
  )
  return found?.id ?? ''
}
