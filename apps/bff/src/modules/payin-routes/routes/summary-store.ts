import { sql } from 'kysely'
import type { Tx } from '../../../db/open.ts'
import { depositsInFlight } from '../../../records/deposits/state-lists.ts'

export type RouteSummary = {
  routeId: string
  total: number
  held: number
  lastDepositAt: Date
}
export type DaySum = { routeId: string; day: string; currency: string; amount: bigint }

/**
 * What came in by these routes, all in one statement that reads indexes alone; a route without
 * deposits has no row.
 */
export async function summariesOf(
  tx: Tx,
  partnerId: string,
  routeIds: readonly string[],
): Promise<ReadonlyMap<string, RouteSummary>> {
  if (routeIds.length === 0) return new Map()
  const ids = [...routeIds]
  const { rows } = await sql<RouteSummary>`
    with waiting as (
      select route_id, count(*)::int as held from deposit
      where partner_id = ${partnerId} and route_id = any(${ids}) and status = 'HELD'
      group by route_id
    ), came as (
      select route_id, count(*)::int as total, max(received_at) as last from deposit
      where partner_id = ${partnerId} and route_id = any(${ids})
      group by route_id
    )
    select route_id as "routeId", total, last as "lastDepositAt", coalesce(held, 0) as held
    from came left join waiting using (route_id)`.execute(tx)
  return new Map(rows.map((row) => [row.routeId, row]))
}

/** How many deposits of one route are on their way now. */
export async function countInFlight(tx: Tx, partnerId: string, routeId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from deposit
    where partner_id = ${partnerId} and route_id = ${routeId}
      and status in ${depositsInFlight}`.execute(tx)
  return rows[0]?.count ?? 0
}

/** What came in on each of the last days (UTC), today among them. */
export async function daysOf(tx: Tx, partnerId: string, routeIds: readonly string[], since: Date) {
  if (routeIds.length === 0) return []
  const { rows } = await sql<DaySum>`
    select route_id as "routeId", currency, sum(amount) as amount,
      (received_at at time zone 'UTC')::date as day
    from deposit where partner_id = ${partnerId} and route_id = any(${[...routeIds]})
      and received_at >= ${since}
    group by 1, 2, 4`.execute(tx)
  return rows
}

export type StatusDay = {
  day: string
  deposits: number
  received: bigint
  forwarded: bigint
  held: bigint
  returned: bigint
}

/** The days of one route in its own currency, by what became of the deposits. */
export async function daysByOutcome(
  tx: Tx,
  partnerId: string,
  of: { routeId: string; currency: string; since: Date },
): Promise<StatusDay[]> {
  const { rows } = await sql<StatusDay>`
    select (received_at at time zone 'UTC')::date as day, count(*)::int as deposits,
      sum(amount) as received,
      coalesce(sum(amount) filter (where status = 'FORWARDED'), 0) as forwarded,
      coalesce(sum(amount) filter (where status = 'HELD'), 0) as held,
      coalesce(sum(amount) filter (where status = 'RETURNED'), 0) as returned
    from deposit where partner_id = ${partnerId} and route_id = ${of.routeId}
      and received_at >= ${of.since} and currency = ${of.currency}
    group by 1`.execute(tx)
  return rows
}

/** Half of the deposits that were forwarded took fewer seconds, to a tenth, to their payout; null where none was. */
export async function medianSeconds(
  tx: Tx,
  partnerId: string,
  of: { routeId: string; since: Date },
): Promise<number | null> {
  const { rows } = await sql<{ median: number | null }>`
    select round((percentile_cont(0.5) within group
      (order by extract(epoch from completed_at - received_at)::float8))::numeric, 1)::float8 as median
    from deposit where partner_id = ${partnerId} and route_id = ${of.routeId}
      and received_at >= ${of.since} and status = 'FORWARDED'`.execute(tx)
  return rows[0]?.median ?? null
}

const dayMs = 86_400_000

/** The last days in UTC up to the one of `at`, the oldest first, as `YYYY-MM-DD`. */
export const lastDays = (at: Date, count: number): string[] =>
  Array.from({ length: count }, (_, i) =>
    new Date(at.getTime() - (count - 1 - i) * dayMs).toISOString().slice(0, 10),
  )
