import { allowMinutes, readOnlySnapshot } from '../../../db/isolation.ts'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { DB } from '../../../db/schema/types.generated.ts'
import type { Tx } from '../../../db/open.ts'

export type ExportRow = Selectable<DB['transfer_export']>
export type ExportKey = { partnerId: string; id: string }

export const insertExport = (
  tx: Tx,
  asked: Pick<
    Insertable<DB['transfer_export']>,
    'partner_id' | 'id' | 'format' | 'filters' | 'columns'
  >,
): Promise<ExportRow> =>
  tx
    .insertInto('transfer_export')
    .values({ ...asked, status: 'PENDING', version: 1, created_at: sql<Date>`service_now()` })
    .returningAll()
    .executeTakeFirstOrThrow()

export const findExport = (tx: Tx, { partnerId, id }: ExportKey): Promise<ExportRow | undefined> =>
  tx
    .selectFrom('transfer_export')
    .selectAll()
    .where('partner_id', '=', partnerId)
    .where('id', '=', id)
    .executeTakeFirst()

/** Exports that are not written yet, oldest first; another process may be at work on one. */
export const findOpen = (tx: Tx, limit: number): Promise<ExportRow[]> =>
  tx
    .selectFrom('transfer_export')
    .selectAll()
    .where('status', 'in', ['PENDING', 'RUNNING'])
    .orderBy('created_at')
    .limit(limit)
    .execute()

/**
 * Locks an export until the transaction ends, which is also when the process dies; false where
 * another process has the lock. Then every statement of the transaction sees the database as it is
 * now.
 */
export async function holdExport(tx: Tx, { id }: ExportKey): Promise<boolean> {
  await readOnlySnapshot(tx)
  await allowMinutes(tx, 1)
  const { rows } = await sql<{
    held: boolean
  }>`select pg_try_advisory_xact_lock(hashtextextended(${`export/${id}`}, 0)) as held`.execute(tx)
  return rows[0]?.held === true
}

/** A new attempt; nothing where the export has ended meanwhile. */
export const beginAttempt = (tx: Tx, key: ExportKey): Promise<ExportRow | undefined> =>
  change(tx, key)
    .set({
      status: 'RUNNING',
      attempts: sql<number>`attempts + 1`,
      version: sql<number>`version + case status when 'PENDING' then 1 else 0 end`,
    })
    .returningAll()
    .executeTakeFirst()

export type Finished = { rows: number; bytes: number; sha256: string; file: string }

/** The file is there; nothing where another process was faster. */
export const setReady = (
  tx: Tx,
  key: ExportKey,
  { sha256, ...finished }: Finished,
): Promise<ExportRow | undefined> =>
  change(tx, key)
    .set({ ...finished, ...ended, status: 'READY', sha256: Buffer.from(sha256, 'hex') })
    .returningAll()
    .executeTakeFirst()

export const setFailed = (tx: Tx, key: ExportKey): Promise<ExportRow | undefined> =>
  change(tx, key)
    .set({ ...ended, status: 'FAILED' })
    .returningAll()
    .executeTakeFirst()

const ended = { finished_at: sql<Date>`service_now()`, version: sql<number>`version + 1` }

const change = (tx: Tx, { partnerId, id }: ExportKey) =>
  tx
    .updateTable('transfer_export')
    .where('partner_id', '=', partnerId)
    .where('id', '=', id)
    .where('status', 'in', ['PENDING', 'RUNNING'])

/** Files that have been kept long enough; they are no longer offered. */
export const expireOld = (tx: Tx, days: number, limit: number): Promise<ExportRow[]> =>
  tx
    .updateTable('transfer_export')
    .set({ status: 'EXPIRED', version: sql<number>`version + 1` })
    .where('id', 'in', (old) =>
      old
        .selectFrom('transfer_export')
        .select('id')
        .where('status', '=', 'READY')
        .where(sql<boolean>`finished_at < service_now() - make_interval(days => ${days})`)
        .orderBy('finished_at')
        .limit(limit),
    )
    .returningAll()
    .execute()

/** Whether an export's row names this file. */
export async function isNamed(
  tx: Tx,
  { partnerId, file }: { partnerId: string; file: string },
): Promise<boolean> {
  const row = await tx
    .selectFrom('transfer_export')
    .select('id')
    .where('partner_id', '=', partnerId)
    .where('file', '=', file)
    .where('status', '=', 'READY')
    .executeTakeFirst()
  return row !== undefined
}
