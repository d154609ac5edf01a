import type { NewEntry } from '../../port/bank.ts'
import type { XmlEvent } from '../xml/reader.ts'
import type { IncomingFile, StatementBalance } from '../../books/file-books.ts'
import type { FileStatusReport, PaymentStatusReport } from '../../books/payment-status.ts'

/** Something on a statement that is neither a deposit nor about a payment of the service. */
export type OtherEntry = {
  /**
   * FEE: a debit that no payment explains. REVERSAL: the bank took back something that it had
   * booked. NOT_BOOKED: announced, not yet booked. NO_DETAILS: a batch whose payments are listed in
   * another file.
   */
  reason: 'FEE' | 'REVERSAL' | 'NOT_BOOKED' | 'NO_DETAILS'
  /** The account of the statement. */
  account: string
  currency: string
  /** Negative for a debit. */
  minor: bigint
  scale: number
  bankReference: string
  /** What the bank says of it. */
  text: string
}

/** What an incoming file says, piece by piece, in its own order. */
export type IncomingEvent =
  | ({ type: 'HEADER' } & Pick<IncomingFile, 'kind' | 'messageId' | 'createdAt'>)
  | {
      type: 'ENTRY'
      entry: NewEntry
      /** What it is where the payment that its id names was never ordered by the service. */
      otherwise?: NewEntry
    }
  | { type: 'PAYMENT_STATUS'; report: PaymentStatusReport }
  | { type: 'FILE_STATUS'; report: FileStatusReport }
  | { type: 'OTHER'; other: OtherEntry }
  /** Comes after all entries of its statement. */
  | { type: 'BALANCE'; balance: StatementBalance }
  /** Something that a person should look at; nothing is held up by it. */
  | { type: 'PROBLEM'; problem: string }

/** Reads the elements of one message in their order. */
export type MessageReader = {
  read(event: XmlEvent): IncomingEvent[]
  /** What is known only when all was read. */
  end(): IncomingEvent[]
}
