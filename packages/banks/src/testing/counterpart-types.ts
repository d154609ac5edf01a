import type { SimulatedCredit } from '../port.ts'

/** The bank on the other side of the files, for tests. It keeps its books as long as the test. */
export type CounterpartBank = {
  /**
   * Takes in a payment file. Payees called `FAIL <CODE>` are refused, `RETURN <CODE>` are paid and
   * come back, anybody else is paid (as at the simulated bank).
   * @throws where the file is not a pain.001 or one that it has taken in already
   */
  receive(pain001: string): Promise<void>
  /** Somebody pays to one of the accounts. */
  credit(credit: SimulatedCredit): void
  /** The status report (pain.002) of each file taken in since the last call. */
  statusReports(): string[]
  /** Notifications (camt.054) of what was booked since the last call, one for each house account. */
  notifications(): string[]
  /** The day's statements (camt.053) of all house accounts; then the next day begins. */
  statements(): string[]
}
