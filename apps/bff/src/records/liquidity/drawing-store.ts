import type { liquidity } from '@corridor/contract'
import {
  openDrawingStates,
  owingStates,
  drawingLifecycle,
  drawingStates,
  statesWhere,
} from '@corridor/domain'
import { type SqlBool, sql } from 'kysely'
import type { FilterOf, Page } from '../../api/request/paging.ts'
import { byCreation, rowsOfPage, type SortKey } from '../../db/keyset.ts'
import { batchedCall } from '../../db/batch.ts'
import { jsonRows } from '../../db/json-rows.ts'
import { moment, serviceNow } from '../../db/moment.ts'
import type { Tx } from '../../db/open.ts'
import { type NewRow, type RowChange, versionedTable } from '../../db/owned-table.ts'
import { inPlace } from '../../db/record-keys.ts'
import type { DrawingRow } from '../../db/schema/rows.ts'
import { listOf } from '../../db/lists.ts'

export type NewDrawing = Omit<NewRow<'liquidity_transaction'>, 'status'>
export type DrawingChange = RowChange<'liquidity_transaction'>

const drawings = versionedTable('liquidity_transaction')
export const { find: findDrawing, lock: lockDrawing, update: updateDrawing } = drawings

type Named = { partnerId: string; transactionId: string }

/** A drawing by its partner's own id of it. */
export const findByTransactionId = batchedCall<Named, DrawingRow | undefined>(async (tx, asked) => {
  const { rows } = await sql<DrawingRow & { place: number }>`
    select d.*, g.nth::int - 1 as place
    from unnest(${asked.map(({ partnerId }) => partnerId)}::uuid[],
      ${asked.map(({ transactionId }) => transactionId)}::text[])
      with ordinality as g (partner, name, nth)
    join liquidity_transaction d on d.partner_id = g.partner and d.transaction_id = g.name`.execute(
    tx,
  )
  return inPlace(asked, rows)
})

/** By any transaction that was signed to pay it out. */
export const findByHash = (tx: Tx, partnerId: string, hash: string) =>
  drawings
    .of(tx, partnerId)
    .where(
      sql<SqlBool>`id = (select o.subject::uuid from chain_transaction c
        join chain_order o on o.chain_id = c.chain_id and o.sender = c.sender and o.nonce = c.nonce
          and o.purpose = c.purpose
        where c.hash = ${hash} and c.purpose = 'disbursement' and o.partner_id = ${partnerId}
        limit 1)`,
    )
    .executeTakeFirst()

const jsonColumns: ReadonlySet<string> = new Set(['originator', 'beneficiary', 'metadata', 'rates'])

export const insertDrawing = batchedCall<NewDrawing & { id: string }, DrawingRow>(
  async (tx, asked) => {
    const columns = sql.join(Object.keys(asked[0] ?? {}).map((name) => sql.ref(name)))
    const { rows } = await sql<DrawingRow>`
      with ${moment}
      insert into liquidity_transaction (${columns}, status, created_at, updated_at, version)
      select ${columns}, 'INITIATED', moment.at, moment.at, 1
      from (select * from jsonb_populate_recordset(null::liquidity_transaction,
        ${jsonRows(asked, jsonColumns)}::jsonb)) as given, moment
      returning *`.execute(tx)
    const byId = new Map(rows.map((row) => [row.id, row]))
    return asked.map(({ id }) => {
      const row = byId.get(id)
      if (!row) throw new Error(`the drawing ${id} was not written`)
      return row
    })
  },
)

const sorts: Record<string, SortKey> = {
  ...byCreation,
  dueAt: { expression: sql`due_at`, type: 'timestamptz' },
}

export type DrawingFilter = Omit<FilterOf<typeof liquidity.list>, 'reserveFrameId'> & {
  frameId?: string | undefined
}

export function listDrawings(tx: Tx, partnerId: string, filter: DrawingFilter, page: Page) {
  const { status, asset, from, to, open, frameId } = filter
  let query = drawings.of(tx, partnerId)
  if (status !== undefined) query = query.where('status', '=', status)
  if (asset !== undefined) query = query.where(sql<SqlBool>`lower(currency) = lower(${asset})`)
  if (from !== undefined) query = query.where(sql<SqlBool>`created_at >= ${from}::timestamptz`)
  if (to !== undefined) query = query.where(sql<SqlBool>`created_at < ${to}::timestamptz`)
  if (open !== undefined)
    query = query.where('status', open === 'true' ? 'in' : 'not in', openDrawingStates)
  if (frameId !== undefined) query = query.where('frame_id', '=', frameId)
  return rowsOfPage(query, page, sorts)
}

/** Drawings on which something is owed or about to be paid out. */
export const openDrawings = (tx: Tx, partnerId: string): Promise<DrawingRow[]> =>
  drawings.of(tx, partnerId).where('status', 'in', openDrawingStates).execute()

/** What was drawn in each hour since a moment. */
export async function drawnByHour(tx: Tx, partnerId: string, since: Date) {
  const { rows } = await sql<{ hour: Date; amount: bigint }>`
    select date_trunc('hour', coalesce(ordered_at, created_at)) as hour, sum(amount) as amount
    from liquidity_transaction
    where partner_id = ${partnerId} and created_at >= ${since}::timestamptz - interval '31 days'
      and ordered_at >= ${since}::timestamptz and status in ${listOf(statesWhere(drawingStates, ({ isDrawn }) => isDrawn))}
    group by 1 order by 1`.execute(tx)
  return rows
}

type Key = { partner_id: string; id: string }

const keys = (tx: Tx, where: ReturnType<typeof sql<SqlBool>>, limit: number): Promise<Key[]> =>
  tx
    .selectFrom('liquidity_transaction')
    .select(['partner_id', 'id'])
    .where(where)
    .orderBy('created_at')
    .limit(limit)
    .execute()

const beingPaid = statesWhere(drawingStates, ({ isBeingPaid }) => isBeingPaid)

/** Ordered drawings that no final block has paid out. */
export const unpaidDrawings = (tx: Tx, limit: number) =>
  keys(tx, sql<SqlBool>`status in ${listOf(beingPaid)} and ordered_at is not null`, limit)

/** Scheduled drawings whose frame begins, or will not begin. */
export const dueScheduled = (tx: Tx, limit: number) =>
  keys(
    tx,
    sql<SqlBool>`status = 'INITIATED' and ordered_at is null and (scheduled_for <= ${serviceNow}
      or exists (select from reserve_frame f where f.partner_id = liquidity_transaction.partner_id
        and f.id = frame_id and f.status = 'CANCELLED'))`,
    limit,
  )

export const newlyOverdue = (tx: Tx, limit: number) =>
  keys(
    tx,
    sql<SqlBool>`status in ${listOf(drawingLifecycle.statesFor('fallDue'))}
      and overdue_from <= ${serviceNow}`,
    limit,
  )

/** Those in which principal is owed, locked: a limit, say, that follows from them. */
export const isOwed = ({ status }: DrawingRow): boolean => owingStates.includes(status)

/** For the operator alone, who names no partner. */
export const findDrawingOfAny = (tx: Tx, id: string): Promise<DrawingRow | undefined> =>
  tx.selectFrom('liquidity_transaction').selectAll().where('id', '=', id).executeTakeFirst()
