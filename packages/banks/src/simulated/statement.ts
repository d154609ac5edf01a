import type { BankEntry, BankFaults } from '../port/bank.ts'
import type { BookedPayout, SimulatedBooks } from '../books/simulated-books.ts'

/** How many earlier entries come again where the bank repeats itself. */
const repeated = 3n

/** Entries after a position, with returns that are due booked first. */
export async function readStatement(
  books: SimulatedBooks,
  faults: BankFaults,
  after: string,
  limit: number,
): Promise<BankEntry[]> {
  for (const payout of await books.dueReturns()) await books.book(await returnEntry(books, payout))
  const from = after === '' ? 0n : BigInt(after)
  const isEarlier = faults.repeatsEntries && from > 0n
  const start = isEarlier ? (from > repeated ? from - repeated : 0n) : from
  const rows = await books.read(start, isEarlier ? limit + Number(from - start) : limit)
  const entries = rows.map(({ position, entry }) => ({ ...entry, position: String(position) }))
  const given = faults.shufflesEntries ? swapPairs(entries) : entries
  return faults.repeatsEntries ? given.flatMap((entry) => [entry, entry]) : given
}

/** The money of a payment that came back, on the account that it was paid from. */
async function returnEntry(books: SimulatedBooks, payout: BookedPayout) {
  const { instruction, bankReference, returnCode } = payout
  return {
    entryId: `return/${bankReference}`,
    kind: 'RETURN' as const,
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
    bookedAt: await books.now(),
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
