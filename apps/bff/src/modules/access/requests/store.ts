import type { keys } from '@corridor/contract'
import { type Insertable, type SqlBool, sql } from 'kysely'
import { type KeysetPage, rowsOfPage, type SortKey } from '../../../db/keyset.ts'
import { likePattern } from '../../../db/like.ts'
import { serviceNow } from '../../../db/moment.ts'
import type { FilterOf } from '../../../api/request/paging.ts'
import type { Tx } from '../../../db/open.ts'
import type { DB } from '../../../db/schema/types.generated.ts'

export type NewRequest = Insertable<DB['request_log']>

/** Writes calls; one that is there already stays as it is. */
export const insertRequests = (tx: Tx, rows: readonly NewRequest[]) =>
  tx
    .insertInto('request_log')
    .values([...rows])
    .onConflict((conflict) => conflict.doNothing())
    .execute()

export type RequestFilter = Omit<FilterOf<typeof keys.requests>, 'requestId' | 'to'> & {
  id?: string | undefined
  to?: Date | undefined
}

const sorts: Record<string, SortKey> = { at: { expression: sql`r.at`, type: 'timestamptz' } }

const requests = (tx: Tx, partnerId: string) =>
  tx
    .selectFrom('request_log as r')
    .leftJoin('api_key as k', (join) =>
      join.onRef('k.id', '=', 'r.key_id').onRef('k.partner_id', '=', 'r.partner_id'),
    )
    .select(['r.id', 'r.key_id', 'r.at', 'r.method', 'r.path', 'r.operation', 'r.status', 'r.code'])
    .select(['r.duration_ms', 'r.address', 'r.idempotency_key', 'r.is_replayed', 'k.name'])
    .where('r.partner_id', '=', partnerId)

export type RequestRow = Awaited<ReturnType<typeof pageOfRequests>>[number]

/** One page of a partner's calls. */
export function pageOfRequests(tx: Tx, partnerId: string, filter: RequestFilter, page: KeysetPage) {
  let rows = requests(tx, partnerId)
  const exact = { key_id: filter.keyId, id: filter.id, code: filter.code, method: filter.method }
  const named = { ...exact, operation: filter.operation, address: filter.address }
  for (const [column, value] of Object.entries(named))
    if (value !== undefined) rows = rows.where(sql<SqlBool>`r.${sql.ref(column)} = ${value}`)
  const { status } = filter
  if (status?.endsWith('xx')) {
    const least = Number(status.charAt(0)) * 100
    rows = rows.where('r.status', '>=', least).where('r.status', '<', least + 100)
  } else if (status !== undefined) rows = rows.where('r.status', '=', Number(status))
  if (filter.path !== undefined) rows = rows.where('r.path', 'like', likePattern(filter.path))
  if (filter.from !== undefined) rows = rows.where('r.at', '>=', new Date(filter.from))
  if (filter.to !== undefined) rows = rows.where('r.at', '<', filter.to)
  return rowsOfPage(rows, page, sorts, sql`r.id`)
}

export const findRequest = (tx: Tx, partnerId: string, id: string) =>
  requests(tx, partnerId).select('r.sealed_content').where('r.id', '=', id).executeTakeFirst()

const countedMax = 10_000

/** Who called with a key within the last hour, by address and operation, of at most 10,000 calls. */
export async function callersOf(tx: Tx, partnerId: string, keyId: string) {
  const { rows } = await sql<{
    address: string
    operation: string
    calls: number
    refused: number
    last_at: Date
  }>`
    select address, operation, count(*)::int as calls, max(at) as last_at,
      (count(*) filter (where status >= 400))::int as refused
    from (select address, operation, at, status from request_log
      where partner_id = ${partnerId} and key_id = ${keyId} and at > ${serviceNow} - interval '1 hour'
      order by at desc, id desc limit ${countedMax}) r
    group by address, operation order by max(at) desc limit 50`.execute(tx)
  return rows
}

/** Calls of a key within the last hour and day, each counted up to 10,000. */
export async function countsOf(tx: Tx, partnerId: string, keyId: string) {
  const since = (interval: string) => sql`(select count(*)::int from (
    select from request_log where partner_id = ${partnerId} and key_id = ${keyId}
      and at > ${serviceNow} - ${interval}::interval limit ${countedMax}) r)`
  const { rows } = await sql<{ hour: number; day: number }>`
    select ${since('1 hour')} as hour, ${since('1 day')} as day`.execute(tx)
  return rows[0] ?? { hour: 0, day: 0 }
}

/** Deletes what is older than so many days, oldest first; gives how many. */
export async function deleteOldRequests(tx: Tx, days: number, max: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from request_log where ctid = any (array(
      select ctid from request_log where at < ${serviceNow} - make_interval(days => ${days})
      order by at limit ${max}))`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}
