import type { BankEntry, BankFaults } from '../port/bank.ts'
import type { BookedPayout, SimulatedBooks, UnbookedEntry } from '../books/simulated-books.ts'

/** How many earlier entries come again where the bank repeats itself. */
const repeated = 3n

/** Entries after a position, with returns that are due booked first. */
export async function readStatement(
  books: SimulatedBooks,
  faults: BankFaults,
  after: string,
  limit: number,
): Promise<BankEntry[]> {
  const from = after === '' ? 0n : BigInt(after)
  const isEarlier = faults.repeatsEntries && from > 0n
  const start = isEarlier ? (from > repeated ? from - repeated : 0n) : from
  const read = () => books.read(start, isEarlier ? limit + Number(from - start) : limit)
  const [due, found] = await Promise.all([books.dueReturns(), read()])
  for (const payout of due) await books.book(returnEntry(payout))
  const rows = due.length > 0 ? await read() : found
  const entries = rows.map(({ position, entry }) => ({ ...entry, position: String(position) }))
  const given = faults.shufflesEntries ? swapPairs(entries) : entries
  return faults.repeatsEntries ? given.flatMap((entry) => [entry, entry]) : given
}

/** The money of a payment that came back, on the account that it was paid from. */
function returnEntry({ instruction, bankReference, returnCode }: BookedPayout): UnbookedEntry {
  return {
    entryId: `return/${bankReference}`,
    kind: 'RETURN',
    countryCode: instruction.countryCode,
    routingNumber: '',
    accountNumber: '',
    currency: instruction.currency,
    minor: instruction.minor,
    scale: instruction.scale,
    sender: { name: instruction.beneficiary.name, account: '' },
    reference: instruction.remittance,
    payoutReference: instruction.reference,
    code: returnCode,
  }
}

/** 2 1 4 3 5: another order; the last stays the last, as the port promises. */
function swapPairs<T>(items: readonly T[]): T[] {
  const last = items.length - 1
  return items.map((item, i) => {
    const other = i % 2 === 0 ? i + 1 : i - 1
    return i === last || other >= last ? item : (items[other] ?? item)
  })
}
