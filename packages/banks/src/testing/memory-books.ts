import { bookedAt, type BookedPayout, type SimulatedBooks } from '../books/simulated-books.ts'
import type { NewEntry } from '../port/bank.ts'

export type MemoryBooks = SimulatedBooks & {
  /** Moves the service's time forward. */
  advance(ms: number): void
}

/** Books that last as long as the test, with a clock that only moves on request. */
export function createMemoryBooks(): MemoryBooks {
  let time = Date.UTC(2026, 0, 5, 9)
  const payouts = new Map<string, BookedPayout>()
  const entries: NewEntry[] = []
  const isBooked = (entryId: string) => entries.some((entry) => entry.entryId === entryId)
  return {
    advance: (ms) => {
      time += ms
    },
    keepPayout: ({ settlesInMs, returnsInMs, ...payout }) => {
      const { reference } = payout.instruction
      const after = (ms: number) => new Date(time + settlesInMs + ms)
      const kept = payouts.get(reference) ?? {
        ...payout,
        acceptedAt: new Date(time),
        settlesAt: after(0),
        ...(returnsInMs === undefined ? {} : { returnsAt: after(returnsInMs) }),
      }
      payouts.set(reference, kept)
      return Promise.resolve({ payout: kept, at: new Date(time) })
    },
    findPayout: (reference) => {
      const payout = payouts.get(reference)
      return Promise.resolve(payout && { payout, at: new Date(time) })
    },
    refusePayout: (reference, code) => {
      const payout = payouts.get(reference)
      if (payout && payout.settlesAt.getTime() > time) {
        const { returnsAt: _returnsAt, ...rest } = payout
        payouts.set(reference, { ...rest, code, settlesAt: new Date(time), returnCode: '' })
      }
      return Promise.resolve()
    },
    dueReturns: () =>
      Promise.resolve(
        [...payouts.values()].filter(
          ({ returnsAt, bankReference }) =>
            returnsAt && returnsAt.getTime() <= time && !isBooked(`return/${bankReference}`),
        ),
      ),
    book: (entry) => {
      if (!isBooked(entry.entryId)) entries.push(bookedAt(entry, new Date(time)))
      return Promise.resolve()
    },
    read: (after, limit) =>
      Promise.resolve(
        entries
          .map((entry, i) => ({ position: BigInt(i + 1), entry }))
          .filter(({ position }) => position > after)
          .slice(0, limit),
      ),
  }
}
