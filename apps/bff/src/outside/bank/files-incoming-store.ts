import type {
  FileBooks,
  ImportCounts,
  IncomingFile,
  NewEntry,
  StatementBalance,
} from '@corridor/banks'
import { sql } from 'kysely'
import { entryOf, entryText } from './entry-text.ts'
import { parts, recordFileStatus, recordStatuses } from './files-status-store.ts'
import { serviceNow } from '../../db/moment.ts'
import type { ServiceDatabase, Tx } from '../../db/open.ts'

type Incoming =
  | 'recordStatuses'
  | 'recordFileStatus'
  | 'beginImport'
  | 'book'
  | 'keepBalance'
  | 'endImport'
  | 'read'

/** The half of the books that keeps what the bank says. Of many rows each statement takes some. */
export function incomingBooks(
  db: Pick<ServiceDatabase, 'asWorker' | 'readingAll'>,
): Pick<FileBooks, Incoming> {
  return {
    recordStatuses: async (sha256, reports) => {
      let known = 0
      for (const part of parts(reports))
        known += await db.asWorker((tx) => recordStatuses(tx, sha256, part))
      return { known }
    },
    recordFileStatus: (sha256, report) => db.asWorker((tx) => recordFileStatus(tx, sha256, report)),
    beginImport: (file) => db.asWorker((tx) => beginImport(tx, file)),
    book: async (sha256, entries) => {
      let booked = 0
      for (const part of parts(entries)) booked += await db.asWorker((tx) => book(tx, sha256, part))
      return { booked }
    },
    keepBalance: (sha256, balance) => db.asWorker((tx) => keepBalance(tx, sha256, balance)),
    endImport: (sha256, counts, problem) =>
      db.asWorker((tx) => endImport(tx, sha256, counts, problem)),
    read: (after, limit) => db.readingAll((tx) => read(tx, after, limit)),
  }
}

async function beginImport(tx: Tx, file: IncomingFile): Promise<{ isKnown: boolean }> {
  await tx
    .insertInto('bank_file_in')
    .values({
      sha256: file.sha256,
      name: file.name,
      kind: file.kind,
      message_id: file.messageId,
      written_at: file.createdAt,
      begun_at: serviceNow,
    })
    .onConflict((conflict) => conflict.column('sha256').doNothing())
    .execute()
  const { imported_at } = await tx
    .selectFrom('bank_file_in')
    .select('imported_at')
    .where('sha256', '=', file.sha256)
    .executeTakeFirstOrThrow()
  return { isKnown: imported_at !== null }
}

/**
 * The positions are taken under a lock that lasts until the commit, and by the statement after the
 * one that waited for it, which then sees what the others have booked.
 */
async function book(tx: Tx, sha256: string, entries: readonly NewEntry[]): Promise<number> {
  await sql`select last from bank_file_position for update`.execute(tx)
  const texts = entries.map((entry) => entryText(entry))
  const { rows } = await sql<{ booked: string }>`
    with given as (
      select distinct on (e.entry->>'entryId') e.entry, e.ordinal
      from (select text::jsonb as entry, ordinal
        from unnest(${texts}::text[]) with ordinality as t (text, ordinal)) as e
      order by e.entry->>'entryId', e.ordinal
    ), fresh as (
      select g.entry, row_number() over (order by g.ordinal) as place from given g
      where not exists (select from bank_file_entry b where b.entry_id = g.entry->>'entryId')
    ), booked as (
      insert into bank_file_entry (position, entry_id, sha256, entry)
      select p.last + f.place, f.entry->>'entryId', ${sha256}, f.entry
      from fresh f, bank_file_position p
    ), moved as (
      update bank_file_position set last = last + (select count(*) from fresh)
    )
    select count(*) as booked from fresh`.execute(tx)
  return Number(rows[0]?.booked ?? 0)
}

/** Pages of one statement may each say one of the two. */
async function keepBalance(tx: Tx, sha256: string, balance: StatementBalance): Promise<void> {
  await sql`
    insert into bank_file_balance as b (sha256, country_code, currency, statement_id, opening,
      closing, opens_on, closes_on)
    values (${sha256}, ${balance.countryCode}, ${balance.currency}, ${balance.statementId},
      ${balance.opening ?? null}::numeric, ${balance.closing ?? null}::numeric,
      ${balance.opensOn}::date, ${balance.closesOn}::date)
    on conflict (sha256, country_code, currency, statement_id, closes_on) do update
    set opening = coalesce(b.opening, excluded.opening),
      closing = coalesce(b.closing, excluded.closing)`.execute(tx)
}

/** Gone on with after a crash, an import booked more than its last run says. */
async function endImport(tx: Tx, sha256: string, counts: ImportCounts, problem: string) {
  await tx
    .updateTable('bank_file_in')
    .set({
      entries: counts.entries,
      booked: sql<number>`greatest(${counts.booked}::int,
        (select count(*) from bank_file_entry e where e.sha256 = bank_file_in.sha256)::int)`,
      repeated: counts.repeated,
      reported: counts.reported,
      unknown: counts.unknown,
      others: counts.others,
      problem,
      imported_at: serviceNow,
    })
    .where('sha256', '=', sha256)
    .where('imported_at', 'is', null)
    .execute()
}

async function read(tx: Tx, after: bigint, limit: number) {
  const rows = await tx
    .selectFrom('bank_file_entry')
    .select(['position', 'entry'])
    .where('position', '>', Number(after))
    .orderBy('position')
    .limit(limit)
    .execute()
  return rows.map(({ position, entry }) => ({ position: BigInt(position), entry: entryOf(entry) }))
}
