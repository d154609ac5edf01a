import { frameStates, statesWhere } from '@corridor/domain'
import { type SqlBool, sql } from 'kysely'
import type { Page } from '../../api/request/paging.ts'
import { byCreation, rowsOfPage, type SortKey } from '../../db/keyset.ts'
import { batchedRead } from '../../db/batch.ts'
import { moment, serviceNow } from '../../db/moment.ts'
import { type NewRow, type RowChange, versionedTable } from '../../db/owned-table.ts'
import type { Tx } from '../../db/open.ts'
import type { FrameRow } from '../../db/schema/rows.ts'
import { listOf } from '../../db/lists.ts'

export type NewFrame = Omit<NewRow<'reserve_frame'>, 'status'>
export type FrameChange = RowChange<'reserve_frame'>

const frames = versionedTable('reserve_frame')
export const { find: findFrame, lock: lockFrame, update: updateFrame } = frames

/** The frame that names this transaction as its fee's, locked. */
export const lockFrameOfFee = (tx: Tx, partnerId: string, hash: string) =>
  frames
    .of(tx, partnerId)
    .where('fee_hash', '=', hash)
    .where('status', '=', 'PENDING_CONFIRMATION')
    .forUpdate()
    .executeTakeFirst()

/** Frames that hold credit: accepted, or quoted and not expired, or with their fee under way. */
export const heldFrames = batchedRead<string, FrameRow[]>(
  (partnerId) => partnerId,
  async (tx, partnerIds) => {
    const { rows } = await sql<FrameRow>`
      with ${moment}
      select f.* from reserve_frame f, moment
      where f.partner_id = any(${partnerIds}::uuid[])
        and f.status in ${listOf(statesWhere(frameStates, ({ isHeld }) => isHeld))} and f.ends_at > moment.at
        and (f.status <> 'QUOTED' or f.valid_until > moment.at)`.execute(tx)
    const byPartner = Map.groupBy(rows, ({ partner_id }) => partner_id)
    return partnerIds.map((partnerId) => byPartner.get(partnerId) ?? [])
  },
)

export const insertFrame = (tx: Tx, frame: NewFrame) =>
  frames.insert(tx, { ...frame, status: 'QUOTED' })

const sorts: Record<string, SortKey> = {
  ...byCreation,
  startTimestamp: { expression: sql`starts_at`, type: 'timestamptz' },
}

export type FrameFilter = {
  status?: string | undefined
  from?: string | undefined
  to?: string | undefined
  /** Accepted and not ended. */
  isActive?: boolean
}

/** What a reader sees as a status: an expired quote is one though no sweep has been there. */
const shownStatus = sql<string>`case
  when status = 'QUOTED' and valid_until <= ${serviceNow} then 'EXPIRED' else status end`
const shownPhase = sql<string>`case when status <> 'ACCEPTED' then ''
  when ends_at <= ${serviceNow} then 'ENDED' when starts_at > ${serviceNow} then 'UPCOMING'
  when drawn + scheduled >= amount then 'EXHAUSTED' else 'ACTIVE' end`

export function listFrames(
  tx: Tx,
  partnerId: string,
  { status, from, to, isActive = false }: FrameFilter,
  page: Page,
) {
  let query = frames.of(tx, partnerId)
  if (status !== undefined)
    query = query.where(sql<SqlBool>`${status} in (${shownStatus}, ${shownPhase})`)
  if (isActive)
    query = query.where('status', '=', 'ACCEPTED').where(sql<SqlBool>`ends_at > ${serviceNow}`)
  if (from !== undefined) query = query.where(sql<SqlBool>`ends_at > ${from}::timestamptz`)
  if (to !== undefined) query = query.where(sql<SqlBool>`starts_at < ${to}::timestamptz`)
  return rowsOfPage(query, page, sorts)
}

/** Frames of all partners for which the sweeper has something to do. */
export type DueFrames = { partner_id: string; id: string }[]
const due = (tx: Tx, where: ReturnType<typeof sql<SqlBool>>, limit: number): Promise<DueFrames> =>
  tx
    .selectFrom('reserve_frame')
    .select(['partner_id', 'id'])
    .where(where)
    .orderBy('id')
    .limit(limit)
    .execute()

export const expiredQuotes = (tx: Tx, limit: number) =>
  due(tx, sql<SqlBool>`status = 'QUOTED' and valid_until <= ${serviceNow}`, limit)
export const confirming = (tx: Tx, limit: number) =>
  due(tx, sql<SqlBool>`status = 'PENDING_CONFIRMATION'`, limit)

/** Accepted ones whose phase is not the one that was last published. */
export const unpublished = (tx: Tx, limit: number) =>
  due(
    tx,
    sql<SqlBool>`status = 'ACCEPTED' and published_phase <> 'ENDED' and starts_at <= ${serviceNow}
      and published_phase <> ${shownPhase}`,
    limit,
  )

/** Cancelled ones whose fee goes back and that is not settled. */
export const unrefunded = (tx: Tx, limit: number) =>
  due(tx, sql<SqlBool>`refund_status = 'PENDING'`, limit)
