import { exportStates, statesWhere } from '@corridor/domain'
import type { ExportList } from '@corridor/contract'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Actor } from '../../api/request/caller.ts'
import type { Page } from '../../api/request/paging.ts'
import { rowsOfPage } from '../../db/keyset.ts'
import { serviceNow } from '../../db/moment.ts'
import { rowsOf } from '../../db/owned-table.ts'
import type { Tx } from '../../db/open.ts'
import type { DB } from '../../db/schema/types.generated.ts'

export type ExportRow = Selectable<DB['list_export']>
export type ExportKey = { partnerId: string; id: string }

type Asked = Omit<
  Insertable<DB['list_export']>,
  'status' | 'version' | 'created_at' | 'finished_at' | 'attempts' | 'rows' | 'bytes' | 'sha256'
>

const open = statesWhere(exportStates, ({ isOpen }) => isOpen)

export const insertExport = (tx: Tx, asked: Asked): Promise<ExportRow> =>
  tx
    .insertInto('list_export')
    .values({ ...asked, status: 'PENDING', version: 1, created_at: serviceNow })
    .returningAll()
    .executeTakeFirstOrThrow()

export const findExport = (tx: Tx, { partnerId, id }: ExportKey): Promise<ExportRow | undefined> =>
  rowsOf(tx, 'list_export', { partner_id: partnerId, id }).executeTakeFirst()

/** What somebody asked for, of these lists. */
export function listExports(
  tx: Tx,
  partnerId: string,
  { asker, lists }: { asker: Actor; lists: readonly ExportList[] },
  page: Page,
) {
  const query = rowsOf(tx, 'list_export', { partner_id: partnerId, asked_by: asker.id })
  return rowsOfPage(query.where(sql<boolean>`list = any(${[...lists]})`), page)
}

/** Exports that are not written yet, oldest first; another process may be at work on one. */
export const findOpen = (tx: Tx, limit: number): Promise<ExportRow[]> =>
  tx
    .selectFrom('list_export')
    .selectAll()
    .where('status', 'in', open)
    .orderBy('created_at')
    .limit(limit)
    .execute()

/**
 * Locks an export until the transaction ends, which is also when the process dies; false where
 * another process has the lock.
 */
export async function holdExport(tx: Tx, { id }: ExportKey): Promise<boolean> {
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
      rows: 0,
      attempts: sql<number>`attempts + 1`,
      version: sql<number>`version + case status when 'PENDING' then 1 else 0 end`,
    })
    .returningAll()
    .executeTakeFirst()

/** How far it is; false where it was stopped meanwhile. */
export async function noteProgress(
  tx: Tx,
  key: ExportKey,
  progress: { rows: number; total: number | null },
): Promise<boolean> {
  const row = await change(tx, key).set(progress).returning('id').executeTakeFirst()
  return row !== undefined
}

export type Finished = { rows: number; bytes: number; sha256: string; file: string }

/** The file is there; nothing where another process was faster. */
export const setReady = (tx: Tx, key: ExportKey, { sha256, ...finished }: Finished) =>
  change(tx, key)
    .set({
      ...finished,
      ...ended,
      total: finished.rows,
      status: 'READY',
      sha256: Buffer.from(sha256, 'hex'),
    })
    .returningAll()
    .executeTakeFirst()

/** It ends without a file; nothing where it has ended already. */
export const endWithoutFile = (tx: Tx, key: ExportKey, status: 'FAILED' | 'CANCELLED') =>
  change(tx, key)
    .set({ ...ended, status })
    .returningAll()
    .executeTakeFirst()

const ended = { finished_at: serviceNow, version: sql<number>`version + 1` }

const change = (tx: Tx, { partnerId, id }: ExportKey) =>
  tx
    .updateTable('list_export')
    .where('partner_id', '=', partnerId)
    .where('id', '=', id)
    .where('status', 'in', open)

/** Files that have been kept long enough; they are no longer offered. */
export const expireOld = (tx: Tx, days: number, limit: number): Promise<ExportRow[]> =>
  tx
    .updateTable('list_export')
    .set({ status: 'EXPIRED', version: sql<number>`version + 1` })
    .where('id', 'in', (old) =>
      old
        .selectFrom('list_export')
        .select('id')
        .where('status', '=', 'READY')
        .where(sql<boolean>`finished_at < ${serviceNow} - make_interval(days => ${days})`)
        .orderBy('finished_at')
        .limit(limit),
    )
    .returningAll()
    .execute()

/** Whether an export's row names this file. */
export async function isNamed(tx: Tx, { partnerId, file }: { partnerId: string; file: string }) {
  const row = await tx
    .selectFrom('list_export')
    .select('id')
    .where('partner_id', '=', partnerId)
    .where('file', '=', file)
    .where('status', '=', 'READY')
    .executeTakeFirst()
  return row !== undefined
}
