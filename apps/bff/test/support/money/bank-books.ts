import { ledgerAccount } from '@corridor/domain'
import { balanceOf } from '../../../src/records/ledger/service.ts'
import type { Bff } from '../process/bff.ts'
import { type BankEntry, bookEntry, reversalOf } from './bank-entries.ts'
import { rowOf } from './ordinary.ts'

const euros = { asset: 'EUR', scale: 2 }

/** What tests book at the simulated bank beside payments, and what became of it here. */
export function bankBooks(bff: Bff) {
  let serial = 0
  return {
    book,
    newest,
    balance,
    reversalOf: (executionId: string) => reversalOf(bff, executionId),
    payoutsOf,
    payoutStates,
  }

  /** Has the bank book an entry, and waits until it was taken in: the state it has then. */
  function book(entry: Omit<BankEntry, 'entryId'>): Promise<string> {
    serial += 1
    return bookEntry(bff, { ...entry, entryId: newest() })
  }

  /** The id of the entry that was booked last. */
  function newest(): string {
    return `books ${serial}`
  }

  /** In cents. */
  function balance(
    kind: 'bank_charges' | 'reversal_receivable',
    partnerId: string,
    of = '',
  ): Promise<bigint> {
    return bff.deps.db.asWorker((tx) => balanceOf(tx, partnerId, ledgerAccount(kind, euros, of)))
  }

  /** What was ordered to be paid out, oldest first. */
  async function payoutsOf(executionId: string) {
    const { id } = await rowOf(bff, executionId)
    return bff.deps.db.asWorker((tx) =>
      tx
        .selectFrom('payout')
        .selectAll()
        .where('transfer_id', '=', id)
        .orderBy('attempt')
        .execute(),
    )
  }

  async function payoutStates(executionId: string): Promise<string[]> {
    return (await payoutsOf(executionId)).map(({ step, status }) => `${step} ${status}`)
  }
}
