import { setTimeout as sleep } from 'node:timers/promises'
import type {
  Bank,
  BankFaults,
  BankSandbox,
  PayoutInstruction,
  ReturnInstruction,
} from '../port/bank.ts'
import { createSimulatedAccounts } from './accounts.ts'
import type { SimulatedBooks } from '../books/simulated-books.ts'
import { stateOf, takePayout } from './payouts.ts'
import { readStatement } from './statement.ts'

export type SimulatedBank = Bank & { readonly sandbox: BankSandbox }

/** After so long without an answer there is none. */
const answerMsMax = 10_000

const unavailable = { ok: false, failure: 'BANK_UNAVAILABLE' } as const

/**
 * A fictitious bank: it opens accounts, pays and is paid in the books passed to it. It
 * starts without any fault.
 */
export function createSimulatedBank(options: {
  books: SimulatedBooks
  answerMsMax?: number
}): SimulatedBank {
  const { books } = options
  const limitMs = options.answerMsMax ?? answerMsMax
  const accounts = createSimulatedAccounts()
  const faults: BankFaults = {
    isDown: false,
    slowMs: 0,
    lostAnswers: 0,
    repeatsEntries: false,
    shufflesEntries: false,
  }
  return {
    name: 'simulated',
    simulated: true,
    openAccount: async (request) => (faults.isDown ? unavailable : accounts.openAccount(request)),
    submitPayout: taken,
    returnEntry: taken,
    payoutState: (reference) =>
      answered(async () => {
        const kept = await books.findPayout(reference)
        return kept ? stateOf(kept) : { status: 'UNKNOWN' }
      }),
    entries: (after, limit) => answered(() => readStatement(books, faults, after, limit)),
    sandbox: {
      credit: async (entry) =>
        books.book({
          ...entry,
          kind: 'CREDIT',
          payoutReference: '',
          code: '',
          bookedAt: await books.now(),
        }),
      book: async (entry) =>
        books.book({ payoutReference: '', code: '', ...entry, bookedAt: await books.now() }),
      refuse: (reference, code) => books.refusePayout(reference, code),
      faults,
    },
  }

  function taken(instruction: PayoutInstruction | ReturnInstruction) {
    return answered(async () => {
      const kept = await takePayout(books, instruction)
      if (faults.lostAnswers > 0) {
        faults.lostAnswers -= 1
        return undefined
      }
      return stateOf(kept)
    })
  }

  /** Work that is done is done, whether or not its answer arrives. */
  async function answered<T>(work: () => Promise<T | undefined>) {
    if (faults.isDown) return unavailable
    const value = await work()
    const waitMs = Math.min(faults.slowMs, limitMs)
    if (waitMs > 0) await sleep(waitMs)
    if (value === undefined || faults.slowMs > limitMs) return unavailable
    return { ok: true as const, value }
  }
}
