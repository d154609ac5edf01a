import { debitKinds } from '@corridor/banks'
import { assignedLegs, type Leg, reversalLegs, unmatchedLegs } from '@corridor/domain'
import type { Selectable } from 'kysely'
import type { DB } from '../../db/schema/types.generated.ts'
import type { Tx } from '../../db/open.ts'
import { type PostingGroup, postGroup } from '../../records/ledger/service.ts'
import { isBooked, suspenseOf } from './bank-suspense-store.ts'

export type SuspenseEntry = Pick<
  Selectable<DB['bank_entry']>,
  'entry_id' | 'kind' | 'country_code' | 'currency' | 'scale' | 'amount'
>

const steps = { unmatched: 'entry_unmatched', assigned: 'entry_assigned' } as const

/**
 * Books money that matches no account, in the transaction that ends its entry as UNMATCHED: the
 * service holds it in suspense under the entry's id; what a bank took for nobody knows what is owed
 * there.
 */
export const holdUnmatched = (tx: Tx, entry: SuspenseEntry): Promise<void> =>
  postGroup(tx, groupOf(entry, steps.unmatched, legsOf(entry, 'unmatched')))

/**
 * Books it out again, in the transaction that makes it a customer's deposit. Entries older than
 * this bookkeeping were never booked here and have nothing to book out.
 */
export async function releaseUnmatched(tx: Tx, entry: SuspenseEntry): Promise<void> {
  if (await isHeld(tx, entry))
    await postGroup(tx, groupOf(entry, steps.assigned, legsOf(entry, 'assigned')))
}

/** Whether it was ever booked in suspense. */
export const isHeld = (tx: Tx, entry: SuspenseEntry): Promise<boolean> =>
  isBooked(tx, suspenseOf(entry.entry_id))

/** What a bank took is owed to the service until it is known what for. */
const legsOf = (entry: SuspenseEntry, step: keyof typeof steps): Leg[] => {
  const sum = sumOf(entry)
  if (!debitKinds.some((kind) => kind === entry.kind))
    return step === 'unmatched' ? unmatchedLegs(sum) : assignedLegs(sum)
  const owed = reversalLegs(sum)
  return step === 'unmatched'
    ? owed
    : owed.map((item) => ({ ...item, debit: item.credit, credit: item.debit }))
}

const sumOf = (entry: SuspenseEntry) => ({
  asset: entry.currency,
  scale: entry.scale,
  amount: entry.amount,
  country: entry.country_code,
  entryId: entry.entry_id,
})

const groupOf = (entry: SuspenseEntry, step: string, legs: PostingGroup['legs']): PostingGroup => ({
  ...suspenseOf(entry.entry_id),
  step,
  legs,
})
