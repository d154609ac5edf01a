import { sql } from 'kysely'
import { serviceNow } from '../../../db/moment.ts'
import type { Tx } from '../../../db/open.ts'
import type { FundingRow, RouteRow } from '../../../db/schema/rows.ts'
import { countedDeposits } from '../../../records/deposits/state-lists.ts'

/** What decides whether a held deposit would go on now, beside its own row. */
export type HeldFacts = {
  id: string
  read_at: Date
  settings: unknown
  /** Worth of what the partner has had executed today, in millionths of a dollar. */
  used_today: bigint
  funding_status: FundingRow['status']
  funding_jurisdiction: string
  /** What the account took today and passed on, and what was held and went on today. */
  arrived_today: bigint
  is_payer_verified: boolean
  payee_status: string | null
  is_payee_verified: boolean
  route_status: RouteRow['status'] | null
  route_reason: RouteRow['reason'] | null
}

/** One statement, however many; those that came in on no funding account are left out. */
export async function readHeldFacts(
  tx: Tx,
  partnerId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, HeldFacts>> {
  const { rows } = await sql<HeldFacts>`
    with clock as materialized (
      select service_now() as at, date_trunc('day', ${serviceNow}, 'UTC') as day
    ), held as materialized (
      select d.id, d.funding_account_id, d.currency, d.route_id, d.destination_version
      from deposit d where d.partner_id = ${partnerId} and d.id = any(${[...ids]}::uuid[])
        and d.funding_account_id is not null
    ), arrived as materialized (
      select a.funding_account_id, a.currency, (select coalesce(sum(d.amount), 0) from deposit d
        where d.partner_id = ${partnerId} and d.funding_account_id = a.funding_account_id
          and d.currency = a.currency
          and (d.received_at >= clock.day or d.released_at >= clock.day)
          and d.status in ${countedDeposits}) as today
      from clock cross join (select distinct h.funding_account_id, h.currency from held h) a
    ), partner_day as materialized (
      select p.settings, coalesce((select sum(u.used) from daily_usage u
        where u.partner_id = p.id and u.day = (clock.at at time zone 'UTC')::date), 0) as used
      from clock cross join partner p where p.id = ${partnerId}
    )
    select h.id, clock.at as read_at, p.settings, p.used as used_today, f.status as funding_status,
      f.jurisdiction_id as funding_jurisdiction, n.today as arrived_today,
      exists (select from approved_at(clock.at) c where c.partner_id = f.partner_id
        and c.entity_id = f.entity_id and c.jurisdiction_id = f.jurisdiction_id) as is_payer_verified,
      a.status as payee_status,
      exists (select from approved_at(clock.at) c where c.partner_id = a.partner_id
        and c.entity_id = a.entity_id and c.jurisdiction_id = a.jurisdiction_id) as is_payee_verified,
      r.status as route_status, r.reason as route_reason
    from clock cross join partner_day p cross join held h
    join arrived n on n.funding_account_id = h.funding_account_id and n.currency = h.currency
    join funding_account f on f.partner_id = ${partnerId} and f.id = h.funding_account_id
    left join payin_route r on r.partner_id = ${partnerId} and r.id = h.route_id
    left join payin_destination v on v.partner_id = ${partnerId} and v.route_id = h.route_id
      and v.version = h.destination_version
    left join external_account a on a.partner_id = ${partnerId}
      and a.id = v.external_account_id`.execute(tx)
  return new Map(rows.map((row) => [row.id, row]))
}

/** The oldest that a limit holds, as ids. */
export async function oldestAtLimits(tx: Tx, partnerId: string, limit: number) {
  const { rows } = await sql<{ id: string }>`
    select d.id from deposit d where d.partner_id = ${partnerId} and d.status = 'HELD'
      and d.held_reason in ('LIMIT', 'BELOW_MINIMUM', 'ABOVE_MAXIMUM')
    order by d.received_at, d.id limit ${limit}`.execute(tx)
  return rows.map(({ id }) => id)
}

/**
 * Locks deposits that are to be forwarded together, then their routes, so that the account's day is
 * used by nobody else meanwhile; gives the ids of those that no other request is deciding about.
 */
export async function lockTogether(tx: Tx, partnerId: string, ids: readonly string[]) {
  const { rows } = await sql<{ id: string }>`
    select d.id from deposit d where d.partner_id = ${partnerId} and d.id = any(${[...ids]}::uuid[])
    order by d.id for update skip locked`.execute(tx)
  await sql`
    select from payin_route r where r.partner_id = ${partnerId} and r.funding_account_id in (
      select d.funding_account_id from deposit d
      where d.partner_id = ${partnerId} and d.id = any(${rows.map(({ id }) => id)}::uuid[]))
    order by r.id for update`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}
