import type { Facts } from './facts.ts'

/** What of the banks' messages has a payment. */
export type Report = {
  /** Hash of the message. */
  message: string
  kind: MessageKind
  /** Of a statement: its id and page, the same when the bank sends it again; else ''. */
  statement: string
  line: number
  part: number
  bookedOn: string
  /** It was joined as only probable: other messages may be of it, and this one not. */
  isProbable?: boolean
}

/**
 * STATEMENT: a day as the bank closes it; it has each payment once. SNAPSHOT: what was booked so far,
 * again with each message. NOTICE: what was booked, as it happens.
 */
export type MessageKind = 'STATEMENT' | 'SNAPSHOT' | 'NOTICE'

/** A bank payment as joining sees it. */
export type KnownPayment = {
  readonly id: string
  /** All that its messages have of it. */
  facts: Facts
  /** The same of those alone that are its own for certain. */
  certain: Facts
  /** It may be another one once more, and is not credited. */
  isHeld: boolean
  /** Which payment it may be once more; '' where it is not held, or like none. */
  likelyOf: string
  /** The day on which it was booked is closed by a statement. */
  isDayClosed: boolean
  /** So is one of the days after it, on which banks book what they gave notice of before. */
  isNextClosed: boolean
  reports: readonly Report[]
}

/** New evidence: its place in the message is in the report. */
export type Reported = { facts: Facts; report: Report }

export type Decision =
  /** Further evidence of a payment. */
  | { kind: 'JOIN'; paymentId: string; likeness: 'CERTAIN' | 'PROBABLE' | 'DOUBTFUL' }
  /** A payment that nothing else is evidence of. */
  | { kind: 'NEW' }
  /** Perhaps the payment `paymentId` once more ('': any), perhaps a second one: held until that is known. */
  | { kind: 'HOLD'; paymentId: string; why: HoldReason }

/** TWICE_IN_FILE: one message has it two times under one reference of the bank. */
export type HoldReason = 'PERHAPS_REPEATED' | 'TWICE_IN_FILE'

/** A later message fills in what the first one did not have. */
export function merged(before: Facts, later: Facts): Facts {
  const filled = { ...before }
  for (const name of fillable) if (filled[name] === '') filled[name] = later[name]
  return filled
}
const fillable = [
  'uetr',
  'transactionId',
  'endToEndId',
  'reference',
  'lineReference',
  'otherName',
  'otherAccount',
  'landedOn',
  'text',
] as const

/** One message has a line for each of them. */
export const areTwo = (a: readonly Report[], b: readonly Report[]): boolean =>
  a.some(({ message, line, part }) =>
    b.some((at) => at.message === message && (at.line !== line || at.part !== part)),
  )

/** A statement that came again has them in one place. */
export const areAtOnePlace = (a: readonly Report[], b: readonly Report[]): boolean =>
  a.some(({ statement, line, part }) =>
    b.some(
      (at) =>
        statement !== '' && at.statement === statement && at.line === line && at.part === part,
    ),
  )

export const isStated = ({ reports }: KnownPayment) =>
  reports.some(({ kind }) => kind === 'STATEMENT')
