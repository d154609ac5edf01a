import type { HabitsOf } from '../accounts/habits.ts'
import type { AsideLine, Evidence, StatementHead } from '../evidence/evidence.ts'
import type { LastStatus, NewEntry, PayoutInstruction } from '../port/bank.ts'
import type {
  FileStatusReport,
  PaymentStatusReport,
  ReportedPayment,
  StatusIds,
} from '../port/payment-status.ts'

/** A payment on its way through files. */
export type FilePayment = {
  instruction: PayoutInstruction
  /** QUEUED is in no file yet; WRITTEN is in one; the rest the bank has reported. */
  status: 'QUEUED' | 'WRITTEN' | 'ACCEPTED' | 'CONFIRMED' | 'REJECTED'
  /** Of the payment file it is in; '' while it is queued. */
  messageId: string
  /** The bank's own reference; '' until it is known. */
  bankReference: string
  /** Failure code of operations.md 10; '' where there is none. */
  code: string
  /** Whether the bank's reason says that the same payment may succeed later; absent as the code says. */
  isRetryable?: boolean
  /** The last that the bank has reported of it. */
  last?: LastStatus
}

export type PaymentFile = {
  /** Of the group header: at most 35 characters, never used twice. */
  messageId: string
  name: string
  /** XML, UTF-8. */
  text: string
  payments: number
  /** Sum of all amounts as the file's own control sum: a decimal text. */
  controlSum: string
  /** Which payments are in which of its batches, so that a status of a batch finds them. */
  batches: readonly { batchId: string; references: readonly string[] }[]
}

export type IncomingFile = {
  name: string
  /** Hex, of the whole file. */
  sha256: string
  kind: 'camt.052' | 'camt.053' | 'camt.054' | 'pain.002' | 'mt940' | 'mt942' | 'bai2'
  messageId: string
  createdAt: Date
}

/**
 * With what a daily statement of one of the service's accounts opens and closes, in whole minor units,
 * negative in debt. A page of a longer statement has one of the two. Days are `2026-01-05`.
 */
export type StatementBalance = {
  statementId: string
  countryCode: string
  currency: string
  opening?: bigint
  closing?: bigint
  /** The first day whose entries the opening balance does not contain. */
  opensOn: string
  /** The last day whose entries the closing balance contains. */
  closesOn: string
}

/** What became of evidence: each line is one of these. */
export type EvidenceCounts = {
  /** Of payments that are new and credited, or charged. */
  booked: number
  /** Of payments that were known before. */
  repeated: number
  /** Of payments that may be known ones once more: they wait for the statement, or a person. */
  held: number
  /** About payouts of the service. */
  reported: number
}

/** What came of an import: all lines and statuses of the file, and the sum of what became of them. */
export type ImportCounts = EvidenceCounts & {
  entries: number
  /** Lines that could not be read: a person decides. */
  aside: number
  /** Statuses of payments that the service never ordered. */
  unknown: number
  /** What is not booked yet: announced, and not stored. */
  others: number
}

/** A part of a message that is about one account. */
export type MessagePart = {
  sha256: string
  kind: IncomingFile['kind']
  statement: StatementHead
  /** Of the statement, whose end was read before its lines are taken in. */
  balance?: StatementBalance | undefined
}

/**
 * Where the rail of files keeps its books. Each call is one transaction and outlives a crash; all may
 * be repeated.
 */
export type FileBooks = {
  /** The service's time. */
  now(): Promise<Date>
  /** How the banks of the service's accounts write. */
  habits(): Promise<HabitsOf>
  /** Keeps an order, or gives the payment that is kept under its reference. */
  keepPayment(instruction: PayoutInstruction): Promise<FilePayment>
  findPayment(reference: string): Promise<FilePayment | undefined>
  /**
   * Takes at most `limit` queued payments, oldest first, and keeps them and the file that `build`
   * makes of them together; so no payment is ever in two files. Undefined where none is queued.
   */
  writeFile(
    limit: number,
    build: (payments: readonly PayoutInstruction[], at: Date) => PaymentFile,
  ): Promise<PaymentFile | undefined>
  /** Files that are kept and were not put into the folder yet. */
  unsentFiles(): Promise<PaymentFile[]>
  markSent(messageId: string): Promise<void>
  /** The payments that a bank means by these ids, in the same order. */
  findReported(named: readonly StatusIds[]): Promise<(ReportedPayment | undefined)[]>
  /**
   * Keeps what the bank says in a file ('' where it is in none), and what it comes to; a payment that
   * has ended stays as it is. Gives how many of the reports are about payments it knew.
   */
  recordStatuses(
    sha256: string,
    reports: readonly PaymentStatusReport[],
  ): Promise<{ known: number }>
  /** As `recordStatuses`, of all payments but those that the same file has a closer status of. */
  recordFileStatus(sha256: string, report: FileStatusReport): Promise<{ known: number }>
  /**
   * Begins to take in a file, or continues one that a crash interrupted; `isKnown` where one of
   * the same content was taken in whole.
   */
  beginImport(file: IncomingFile): Promise<{ isKnown: boolean }>
  /** Keeps a piece of the file as it came; `place` counts from 0. Repeated, it stays. */
  keepPiece(sha256: string, place: number, bytes: Uint8Array): Promise<void>
  /**
   * Keeps evidence and joins it to payments; those that are new are booked behind all others. Lines of
   * one entry come in one call. Repeated, nothing changes.
   */
  keepEvidence(part: MessagePart, evidence: readonly Evidence[]): Promise<EvidenceCounts>
  /** Keeps lines that could not be read. Repeated, they stay. */
  keepAside(part: MessagePart, lines: readonly AsideLine[]): Promise<void>
  /**
   * Keeps the balances of a statement in the file, and decides by it what its days left open. Gives what
   * a person should look at; '' where all is well. Repeated, nothing changes.
   */
  closeStatement(part: MessagePart, balance: StatementBalance): Promise<string>
  /** Books payments of which no message is kept, as a sandbox makes them; each id once. */
  book(sha256: string, entries: readonly NewEntry[]): Promise<{ booked: number }>
  endImport(sha256: string, counts: ImportCounts, problem: string): Promise<void>
  /** Entries after a position, in the order of their booking. */
  read(after: bigint, limit: number): Promise<{ position: bigint; entry: NewEntry }[]>
}
