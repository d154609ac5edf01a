import type { IncomingFile, StatementBalance } from '../../books/file-books.ts'
import type { FileStatusReport, PaymentStatusReport } from '../../port/payment-status.ts'
import type { Announced, AsideLine, Evidence, StatementHead } from '../../evidence/evidence.ts'
import type { HabitsOf } from '../../accounts/habits.ts'
import type { XmlEvent } from '../xml/reader.ts'

/** What an incoming file reports, piece by piece, in its own order. */
export type IncomingEvent =
  /** First of each message. */
  | ({ type: 'HEADER' } & Pick<IncomingFile, 'kind' | 'messageId' | 'createdAt'>)
  /** Comes before the entries of the statement. */
  | { type: 'STATEMENT'; statement: StatementHead }
  /** A statement of an account that is not the service's: nothing else of it is reported. */
  | { type: 'FOREIGN'; number: string; currency: string }
  /** Of what is booked. */
  | { type: 'EVIDENCE'; evidence: Evidence }
  | { type: 'ANNOUNCED'; announced: Announced }
  /** An entry that cannot be read; the others are. */
  | { type: 'ASIDE'; aside: AsideLine }
  | { type: 'PAYMENT_STATUS'; report: PaymentStatusReport }
  | { type: 'FILE_STATUS'; report: FileStatusReport }
  /**
   * Closes a statement that closes days, after all its entries. Without balances it says on which days
   * the entries of the statement were booked.
   */
  | { type: 'BALANCE'; balance: StatementBalance }
  /** Something that a person should look at; nothing is held up by it. */
  | { type: 'PROBLEM'; problem: string }

/** Reads the elements of one message in their order. */
export type MessageReader = {
  read(event: XmlEvent): IncomingEvent[]
  /** What is known only when all was read. */
  end(): IncomingEvent[]
}

export type ReadOptions = {
  /** How the bank of an account writes. */
  habitsOf?: HabitsOf
  /** Of a text file, where it is known. */
  encoding?: string
  /** Whether only what files, statements and balances are is asked for, not their entries. */
  isOutline?: boolean
}
