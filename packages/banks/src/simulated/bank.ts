import { setTimeout as sleep } from 'node:timers/promises'
import type {
  Bank,
  BankFaults,
  BankUpdate,
  BankSandbox,
  PayoutInstruction,
  ReturnInstruction,
} from '../port/bank.ts'
import { createSimulatedAccounts } from './accounts.ts'
import type { KeptPayout, SimulatedBooks } from '../books/simulated-books.ts'
import { settlesInMsUsually, stateOf, takePayout } from './payouts.ts'
import { readStatement } from './statement.ts'

export type SimulatedBank = Bank & { readonly sandbox: BankSandbox }

/** After so long without an answer there is none. */
const answerMsMax = 10_000
/** What takes longer is asked about anyway. */
const announceMsMax = 60_000

const unavailable = { ok: false, failure: 'BANK_UNAVAILABLE' } as const

/**
 * A fictitious bank: it opens accounts, pays and is paid in the books passed to it. It
 * starts without any fault.
 */
export function createSimulatedBank(options: {
  books: SimulatedBooks
  settlesInMs?: number
  answerMsMax?: number
}): SimulatedBank {
  const { books, settlesInMs = settlesInMsUsually } = options
  const limitMs = options.answerMsMax ?? answerMsMax
  const accounts = createSimulatedAccounts()
  const listeners: ((update: BankUpdate) => void)[] = []
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
    onUpdate: (listener) => void listeners.push(listener),
    sandbox: {
      credit: (entry) => book({ ...entry, kind: 'CREDIT' }),
      book,
      refuse: async (reference, code) => {
        await books.refusePayout(reference, code)
        announce({ about: 'PAYOUT', reference })
      },
      faults,
    },
  }

  /** Nothing is announced of it: who books something knows. */
  function book(entry: Parameters<BankSandbox['book']>[0]): Promise<void> {
    return books.book({ payoutReference: '', code: '', ...entry })
  }

  function announce(update: BankUpdate): void {
    if (!faults.isDown) for (const listener of listeners) listener(update)
  }

  function announceLater(update: BankUpdate, inMs: number): void {
    if (inMs > 0 && inMs <= announceMsMax) setTimeout(() => announce(update), inMs).unref()
  }

  function follow({ payout, at }: KeptPayout): void {
    const { reference } = payout.instruction
    const inMs = (time: Date) => time.getTime() - at.getTime()
    announceLater({ about: 'PAYOUT', reference }, inMs(payout.settlesAt))
    if (payout.returnsAt) announceLater({ about: 'ENTRIES' }, inMs(payout.returnsAt))
  }

  function taken(instruction: PayoutInstruction | ReturnInstruction) {
    return answered(async () => {
      const kept = await takePayout(books, instruction, settlesInMs)
      follow(kept)
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
