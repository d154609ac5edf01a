import type { PayoutInstruction, NewEntry } from '../port/bank.ts'

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
}

/** What a status report or a statement says of one payment. */
export type PaymentStatusReport = {
  /** As in the instruction, read back from the end-to-end id. */
  reference: string
  status: 'ACCEPTED' | 'CONFIRMED' | 'REJECTED'
  bankReference: string
  code: string
  /** The country of the account that it was booked on, and the day; absent where no entry says so. */
  booked?: { countryCode: string; day: string }
}

/** What a status report says of all payments of one file, or of one of its batches (else ''). */
export type FileStatusReport = Omit<PaymentStatusReport, 'reference'> & {
  messageId: string
  batchId: string
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

/** What came of an import: all entries and statuses of the file, and the sum of what became of them. */
export type ImportCounts = {
  entries: number
  /** Credits and returns that are new. */
  booked: number
  /** Credits and returns that were booked before. */
  repeated: number
  /** Statuses of payments of the service. */
  reported: number
  /** Statuses of payments that the service never ordered. */
  unknown: number
  /** Fees, other debits, reversals, and what is not booked yet: reported, but not stored. */
  others: number
}

/**
 * Where the rail of files keeps its books. Each call is one transaction and outlives a crash; all may
 * be repeated.
 */
export type FileBooks = {
  /** The service's time. */
  now(): Promise<Date>
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
  /** Keeps what the bank says; a payment that has ended stays as it is. Gives how many it knew. */
  recordStatuses(reports: readonly PaymentStatusReport[]): Promise<{ known: number }>
  recordFileStatus(report: FileStatusReport): Promise<{ known: number }>
  /**
   * Begins to take in a file, or continues one that a crash interrupted; `isKnown` where one of
   * the same content was taken in whole.
   */
  beginImport(file: IncomingFile): Promise<{ isKnown: boolean }>
  /** Books entries behind all others; one whose id is booked already stays as it is. */
  book(sha256: string, entries: readonly NewEntry[]): Promise<{ booked: number }>
  /** Keeps the balances of a statement in the file; repeated, they stay. */
  keepBalance(sha256: string, balance: StatementBalance): Promise<void>
  endImport(sha256: string, counts: ImportCounts, problem: string): Promise<void>
  /** Entries after a position, in the order of their booking. */
  read(after: bigint, limit: number): Promise<{ position: bigint; entry: NewEntry }[]>
}
