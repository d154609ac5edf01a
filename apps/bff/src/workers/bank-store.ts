import type { BankEntry } from '@corridor/banks'
import { type Selectable, sql } from 'kysely'
import type { Tx } from '../db/open.ts'
import type { DB } from '../db/types.generated.ts'
import type { TransferKey } from './dispatcher.ts'

export type EntryRow = Selectable<DB['bank_entry']>

/** How far a bank's statement was read; '' at the beginning. */
export async function readPosition(tx: Tx, bank: string): Promise<string> {
  const row = await tx
    .selectFrom('bank_cursor')
    .select('position')
    .where('bank', '=', bank)
    .executeTakeFirst()
  return row?.position ?? ''
}

/** Keeps the entries that are new; who reads the same at the same time keeps each of them once. */
export async function keepEntries(
  tx: Tx,
  bank: string,
  entries: readonly BankEntry[],
): Promise<void> {
  const byId = new Map(entries.map((entry) => [entry.entryId, entry]))
  // In one order, so that two readers never wait for each other.
  const ids = [...byId.keys()].toSorted()
  await tx
    .insertInto('bank_entry')
    .values(ids.flatMap((id) => newRow(bank, byId.get(id))))
    .onConflict((conflict) => conflict.column('entry_id').doNothing())
    .execute()
}

const newRow = (bank: string, entry: BankEntry | undefined) =>
  entry
    ? [
        {
          entry_id: entry.entryId,
          bank,
          kind: entry.kind,
          state: 'NEW' as const,
          country_code: entry.countryCode,
          routing_number: entry.routingNumber,
          account_number: entry.accountNumber,
          currency: entry.currency,
          scale: entry.scale,
          amount: entry.minor,
          sender_name: entry.sender.name,
          sender_account: entry.sender.account,
          reference: entry.reference,
          payout_reference: entry.payoutReference,
          code: entry.code,
          booked_at: entry.bookedAt,
          due_at: sql<Date>`service_now()`,
          read_at: sql<Date>`service_now()`,
        },
      ]
    : []

/** Moves the cursor, unless another process has moved it. */
export async function movePosition(tx: Tx, bank: string, from: string, to: string): Promise<void> {
  await tx
    .insertInto('bank_cursor')
    .values({ bank, position: to, updated_at: sql<Date>`service_now()` })
    .onConflict((conflict) =>
      conflict
        .column('bank')
        .doUpdateSet({ position: to, updated_at: sql<Date>`service_now()` })
        .where('bank_cursor.position', '=', from),
    )
    .execute()
}

/** Entries to take in now, in the order in which they were booked. */
export const findDueEntries = (tx: Tx, limit: number): Promise<{ entry_id: string }[]> =>
  tx
    .selectFrom('bank_entry')
    .select('entry_id')
    .where('state', '=', 'NEW')
    .where('due_at', '<=', sql<Date>`service_now()`)
    .orderBy('booked_at')
    .limit(limit)
    .execute()

/** Locks an entry that was not taken in yet; waits for whoever is about to. */
export const lockNewEntry = (tx: Tx, entryId: string): Promise<EntryRow | undefined> =>
  tx
    .selectFrom('bank_entry')
    .selectAll()
    .where('entry_id', '=', entryId)
    .where('state', '=', 'NEW')
    .forUpdate()
    .executeTakeFirst()

export type Ending =
  | { state: 'DEPOSIT' | 'RETURN'; partnerId: string; subjectId: string }
  | { state: 'UNMATCHED'; problem: string }

/** Says what an entry became part of. */
export const endEntry = (tx: Tx, entryId: string, ending: Ending) =>
  tx
    .updateTable('bank_entry')
    .set(
      ending.state === 'UNMATCHED'
        ? { state: ending.state, problem: ending.problem }
        : {
            state: ending.state,
            partner_id: ending.partnerId,
            subject_id: ending.subjectId,
            problem: '',
          },
    )
    .where('entry_id', '=', entryId)
    .execute()

/** Leaves an entry for later: twice as long each time, an hour at most. */
export const postponeEntry = (tx: Tx, entryId: string, problem: string) =>
  tx
    .updateTable('bank_entry')
    .set({
      problem: problem.slice(0, 500),
      attempts: sql<number>`attempts + 1`,
      due_at: sql<Date>`service_now() + least(power(2, least(attempts, 12)), 3600) * interval '1 second'`,
    })
    .where('entry_id', '=', entryId)
    .where('state', '=', 'NEW')
    .execute()

/** Entries of nobody, the oldest first: of all partners' accounts, for the operator. */
export const listUnmatched = (tx: Tx, limit: number): Promise<EntryRow[]> =>
  tx
    .selectFrom('bank_entry')
    .selectAll()
    .where('state', '=', 'UNMATCHED')
    .orderBy('read_at')
    .limit(limit)
    .execute()

export type OpenPayout = TransferKey & { id: string }

/** Payments at a bank whose end is not known; the newest, and with `maxAge` none older (seconds). */
export const findOpenPayouts = (tx: Tx, limit: number, maxAge?: number): Promise<OpenPayout[]> =>
  tx
    .selectFrom('payout')
    .select(['id', 'partner_id as partnerId', 'transfer_id as transferId'])
    .where('kind', '=', 'BANK')
    .where('status', 'in', ['CREATED', 'SUBMITTED'])
    .where(
      maxAge === undefined
        ? sql<boolean>`true`
        : sql<boolean>`updated_at > service_now() - ${maxAge} * interval '1 second'`,
    )
    .orderBy('updated_at', 'desc')
    .limit(limit)
    .execute()
