import type { NewEntry, PayoutInstruction } from '../port/bank.ts'

/** A payment that the simulated bank has taken. What becomes of it is settled when it is taken. */
export type BookedPayout = {
  instruction: PayoutInstruction
  bankReference: string
  acceptedAt: Date
  /** When it is known whether it was paid. */
  settlesAt: Date
  /** Why it is not paid; '' where it is. */
  code: string
  /** When it comes back, where it does. */
  returnsAt?: Date
  returnCode: string
}

/** A payment to keep: its times count from the moment at which it is kept. */
export type NewPayout = Omit<BookedPayout, 'acceptedAt' | 'settlesAt' | 'returnsAt'> & {
  settlesInMs: number
  /** After it has settled. */
  returnsInMs?: number
}

/** A payment as it is kept, and the service's time when it was read. */
export type KeptPayout = { payout: BookedPayout; at: Date }

/** An entry before its time and position. */
export type UnbookedEntry = Omit<NewEntry, 'bookedOn' | 'bookedFrom' | 'moment' | 'batchId'>

/** The same, booked at a moment. */
export const bookedAt = (entry: UnbookedEntry, moment: Date): NewEntry => ({
  ...entry,
  bookedOn: moment.toISOString().slice(0, 10),
  bookedFrom: moment,
  moment,
  batchId: '',
})

/** Where the simulated bank keeps its books. Each call is atomic and durable. */
export type SimulatedBooks = {
  /** Keeps a payment, or gives the one that is kept under its reference. */
  keepPayout(payout: NewPayout): Promise<KeptPayout>
  findPayout(reference: string): Promise<KeptPayout | undefined>
  /** Settles a payment now as not paid, where it is not settled. */
  refusePayout(reference: string, code: string): Promise<void>
  /** Payments that have come back by now and whose return is not booked. */
  dueReturns(): Promise<BookedPayout[]>
  /** Books an entry now, behind all others; one whose id is booked already stays as it is. */
  book(entry: UnbookedEntry): Promise<void>
  /** Entries after a position, in the order of their booking. */
  read(after: bigint, limit: number): Promise<{ position: bigint; entry: NewEntry }[]>
}
