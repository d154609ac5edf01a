import type { SimulatedCredit } from '../port/bank.ts'

/** The bank on the other side of the files, for tests. It keeps its books as long as the test. */
export type CounterpartBank = {
  /**
   * Takes in a payment file. Payees called `FAIL <CODE>` are refused, `RETURN <CODE>` are paid and
   * come back, `SLOW` stays open; everyone else is paid (as at the simulated bank).
   * @throws where the file is no pain.001, one that it has taken in already, or its sums are wrong
   */
  receive(pain001: string): Promise<ReceivedPayment[]>
  /** A payment to one of the accounts; once for the same entry id. */
  credit(credit: SimulatedCredit): void
  /** The bank takes a fee from an operator account. */
  charge(account: { countryCode: string; currency: string }, minor: bigint, text: string): void
  /** The status reports (pain.002) of the files taken in since the last call. */
  statusReports(): string[]
  /** Notifications (camt.054) of bookings since the last call, one for each operator account. */
  notifications(): string[]
  /** The day's statements (camt.053) of operator accounts with a booking; the next day begins. */
  statements(): string[]
}

/** A payment as the other side has read it. */
export type ReceivedPayment = {
  messageId: string
  batchId: string
  endToEndId: string
  /** Of the debtor. */
  debtorAccount: string
  /** IBAN, national number, or the name that the account is looked up by. */
  creditorAccount: string
  creditorAgent: string
  creditorName: string
  currency: string
  /** As written in the file. */
  amount: string
  remittance: string
}
