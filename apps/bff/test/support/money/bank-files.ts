import { importFile } from '@corridor/banks'
import { sql } from 'kysely'
import { takeInDue } from '../../../src/modules/intake/bank-intake.ts'
import { readFeed } from '../../../src/modules/intake/bank-watcher.ts'
import type { Bff } from '../process/bff.ts'

/** Imports a file of a bank, and takes in what it booked. */
export async function takeFile({ deps }: Bff, text: string) {
  const read = () => [Buffer.from(text)]
  const answer = await importFile({ ...deps.bankFiles, name: 'a file', read })
  await readFeed(deps)
  await takeInDue(deps, 1_000)
  // What the program's own watcher is taking in is left to it: its locks are waited for.
  await deps.db.asWorker((tx) =>
    sql`select from bank_entry where state = 'NEW' for update`.execute(tx),
  )
  return answer
}

/** What was credited in euro on any account, by amount in minor units. */
export const creditedOf = ({ deps }: Bff, minor: bigint) =>
  deps.db.asWorker((tx) =>
    tx
      .selectFrom('deposit')
      .select(['id', 'funding_account_id', 'status', 'held_reason', 'received_at'])
      .where('amount', '=', minor)
      .where('currency', '=', 'EUR')
      .execute(),
  )

/** What nobody owns yet, by amount in minor units. */
export const suspenseOf = ({ deps }: Bff, minor: bigint) =>
  deps.db.asWorker((tx) =>
    tx
      .selectFrom('bank_entry')
      .select(['kind', 'state', 'problem', 'payout_reference'])
      .where('amount', '=', minor)
      .where('state', '=', 'UNMATCHED')
      .execute(),
  )
