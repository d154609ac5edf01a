import { importFile, type OperatorAccount } from '@corridor/banks'
import { sql } from 'kysely'
import { now } from '../../../../src/db/open.ts'
import { takeInDue } from '../../../../src/modules/intake/bank-intake.ts'
import { readFeed } from '../../../../src/modules/intake/bank-watcher.ts'
import type { AnyBody, Bff } from '../../process/bff.ts'
import { camt, type CamtEntry } from './camt.ts'

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

export const minutesAfter = (time: Date, minutes: number): string =>
  new Date(time.getTime() + minutes * 60_000).toISOString()

/** A statement that is read now has what a payer, by name, sent for its transfer. */
export async function payTransfer(
  bff: Bff,
  account: OperatorAccount,
  { depositAccount, quote, payer }: AnyBody,
  when: Pick<CamtEntry, 'day' | 'at'>,
): Promise<void> {
  const text = depositAccount.reference
  const amount = quote.inAmount.amount.toFixed(2)
  const createdAt = minutesAfter(await bff.deps.db.readingAll(now), 0)
  const entry = { amount, payer, text, endToEndId: text, ...when }
  await takeFile(bff, camt('053', account, [entry], { createdAt }))
}
