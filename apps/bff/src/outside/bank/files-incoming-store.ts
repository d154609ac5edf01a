import {
  accountKey,
  debitKinds,
  type FileBooks,
  type ImportCounts,
  type IncomingFile,
  type NewEntry,
  type OperatorAccount,
} from '@corridor/banks'
import { sql } from 'kysely'
import { entryOf, entryText } from './entry-text.ts'
import { closeStatement } from './closing-store.ts'
import { keepEvidence } from './evidence-store.ts'
import { parts, recordFileStatus, recordStatuses } from './files-status-store.ts'
import { keepAside, keepPiece } from './messages-store.ts'
import { lockPayments } from './payments-store.ts'
import { habitsIn, readProfiles } from './profile-store.ts'
import type { Kek } from '../../db/kek.ts'
import { serviceNow } from '../../db/moment.ts'
import type { ServiceDatabase, Tx } from '../../db/open.ts'
import type { Faults } from '../../ports/faults.ts'

type Incoming =
  | 'habits'
  | 'recordStatuses'
  | 'recordFileStatus'
  | 'beginImport'
  | 'book'
  | 'keepPiece'
  | 'keepEvidence'
  | 'keepAside'
  | 'closeStatement'
  | 'endImport'
  | 'read'

/** The half of the books that keeps what the bank says. Of many rows each statement takes some. */
export function incomingBooks({
  db,
  kek,
  accounts,
  faults,
}: {
  db: Pick<ServiceDatabase, 'asWorker' | 'readingAll'>
  kek: Pick<Kek, 'seal'>
  accounts: readonly OperatorAccount[]
  faults: Faults
}): Pick<FileBooks, Incoming> {
  /** One step of an import, with the points at which it may be cut off. */
  const kept = async <T>(step: string, work: (tx: Tx) => Promise<T>): Promise<T> => {
    const done = await db.asWorker(async (tx) => {
      const result = await work(tx)
      await faults.reach(step, 'before_commit')
      return result
    })
    await faults.reach(step, 'after_commit')
    return done
  }
  return {
    habits: () => db.readingAll(async (tx) => habitsIn(await readProfiles(tx))),
    recordStatuses: async (sha256, reports) => {
      let known = 0
      for (const part of parts(reports))
        known += await db.asWorker((tx) => recordStatuses(tx, sha256, part))
      return { known }
    },
    recordFileStatus: (sha256, report) => db.asWorker((tx) => recordFileStatus(tx, sha256, report)),
    beginImport: async (file) => {
      const { isKnown } = await kept('bank_message', (tx) => beginImport(tx, file))
      return { isKnown }
    },
    book: async (sha256, entries) => {
      let booked = 0
      for (const part of parts(entries)) booked += await db.asWorker((tx) => book(tx, sha256, part))
      return { booked }
    },
    keepPiece: async (sha256, place, bytes) => {
      await kept('bank_piece', (tx) => keepPiece(tx, kek, { sha256, place, bytes }))
    },
    keepEvidence: (part, evidence) =>
      kept('bank_evidence', (tx) => keepEvidence(tx, part, evidence, accounts)),
    keepAside: (part, lines) => db.asWorker((tx) => keepAside(tx, kek, part, lines)),
    closeStatement: (part, balance) =>
      kept('bank_close', (tx) => closeStatement(tx, part, balance)),
    endImport: (sha256, counts, problem) =>
      kept('bank_import', (tx) => endImport(tx, sha256, counts, problem)),
    read: (after, limit) => db.readingAll((tx) => read(tx, after, limit)),
  }
}

/** `isFirst` where nobody has begun to take the file in; who begins it at the same time waits. */
export async function beginImport(
  tx: Tx,
  file: IncomingFile,
): Promise<{ isKnown: boolean; isFirst: boolean }> {
  const begun = await tx
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
    .returning('sha256')
    .executeTakeFirst()
  const { imported_at } = await tx
    .selectFrom('bank_file_in')
    .select('imported_at')
    .where('sha256', '=', file.sha256)
    .executeTakeFirstOrThrow()
  return { isKnown: imported_at !== null, isFirst: begun !== undefined }
}

/** Books payments of which no message is kept, as a sandbox makes them; each id once. */
async function book(tx: Tx, sha256: string, entries: readonly NewEntry[]): Promise<number> {
  await lockPayments(tx)
  const rows = entries.map((entry) => ({
    id: entry.entryId,
    entry: JSON.parse(entryText(entry)) as unknown,
    account: accountKey(entry),
    direction: debitKinds.some((kind) => kind === entry.kind) ? 'DEBIT' : 'CREDIT',
  }))
  const { rows: booked } = await sql<{ booked: string }>`
    with given as (
      select distinct on (g.id) g.*
      from rows from (jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as (id text, entry jsonb,
        account text, direction text)) with ordinality as g (id, entry, account, direction, place)
      order by g.id, g.place
    ), fresh as (
      select g.*, row_number() over (order by g.place) as nth from given g
      where not exists (select from bank_payment b where b.id = g.id)
    ), kept as (
      insert into bank_payment (id, position, sha256, entry, account, direction, minor, scale,
        currency, booked_on, stated_on, facts, certain, state, created_at)
      select f.id, p.last + f.nth, ${sha256}, f.entry, f.account, f.direction,
        (f.entry->>'minor')::numeric, (f.entry->>'scale')::int, f.entry->>'currency',
        (f.entry->>'bookedOn')::date, (f.entry->>'bookedOn')::date, '{}', '{}', 'BOOKED',
        ${serviceNow}
      from fresh f, bank_file_position p
    ), moved as (
      update bank_file_position set last = last + (select count(*) from fresh)
    )
    select count(*) as booked from fresh`.execute(tx)
  return Number(booked[0]?.booked ?? 0)
}

/** Gone on with after a crash, an import booked more than its last run says. */
async function endImport(tx: Tx, sha256: string, counts: ImportCounts, problem: string) {
  await tx
    .updateTable('bank_file_in')
    .set({
      entries: counts.entries,
      booked: sql<number>`greatest(${counts.booked}::int,
        (select count(*) from bank_payment p where p.sha256 = bank_file_in.sha256
          and p.entry is not null and p.state = 'BOOKED')::int)`,
      repeated: counts.repeated,
      held: counts.held,
      aside: counts.aside,
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
    .selectFrom('bank_payment')
    .select(['position', 'entry'])
    .where('position', '>', Number(after))
    .orderBy('position')
    .limit(limit)
    .execute()
  return rows.map(({ position, entry }) => ({
    position: BigInt(position ?? 0),
    entry: entryOf(entry),
  }))
}
