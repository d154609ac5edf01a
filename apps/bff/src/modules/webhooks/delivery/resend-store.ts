import { type RawBuilder, sql } from 'kysely'
import { serviceNow } from '../../../db/moment.ts'
import type { Tx } from '../../../db/open.ts'
import { type EndpointRow, sliceMax } from '../endpoint/store.ts'
import { failed, undelivered, waiting } from '../endpoint/state-lists.ts'

/** Which of the selected events' deliveries are sent again. */
export type ResendFilter =
  | 'MISSING'
  | 'FAILED'
  | 'ALL'
  | 'RETRYING'
  | 'DELIVERED'
  | 'EXHAUSTED'
  | 'SKIPPED'
  | 'CANCELLED'

/** Events of one call; more are asked for by another one. */
export const eventsMax = 10_000
/** How long deliveries are kept. */
export const deliveryKeptDays = 30

export type Resend = {
  /** The first event, or from a time up to one before another. */
  range: { fromSequence: number } | { since: Date; before: Date }
  filter: ResendFilter
  recoveryId?: string
  /** Without it all are due at once. */
  ratePerSecond?: number
  max: number
}

export type Resent = { count: number; last: Date | null }

/**
 * Puts events back on the work list, oldest first: the newest delivery of each, or a first one where
 * there was none, as long as the endpoint takes such events. Returns how many, and when the last of
 * them happened. The endpoint is locked, so nothing is claimed or recorded meanwhile; what is in
 * flight is left alone.
 */
export async function resendEvents(tx: Tx, row: EndpointRow, resend: Resend): Promise<Resent> {
  const { range, filter, recoveryId = null, ratePerSecond = null, max } = resend
  const { partner_id: partnerId, id: endpointId } = row
  const { rows } = await sql<Resent>`
    with present as materialized (select service_now() as now),
    found as materialized (
      select e.id as event_id, e.created_at as event_at, n.at, n.sequence, e.category, d.id, d.status,
        d.recovery_id, d.next_attempt_at,
        -- A primary endpoint that was deleted may have had the event's own id.
        own.id is null as is_free
      from event_number n
      cross join lateral (select id, created_at, category, type, partner_id from event
        where event.partner_id = n.partner_id and event.id = n.event_id
          and event.created_at = n.written_at limit 1) as e
      left join webhook_delivery own on own.partner_id = e.partner_id and own.id = e.id
      left join lateral (
        select * from webhook_delivery l
        where l.partner_id = e.partner_id and l.event_id = e.id and l.endpoint_id = ${endpointId}
        order by l.created_at desc, l.id desc limit 1
      ) as d on true
      where n.partner_id = ${partnerId} and ${within(range)}
        and takes_event(${row.events}::text[], e.category, e.type)
        -- Tests of other endpoints are none of this one's events.
        and (d.id is not null or e.category <> 'webhook' or e.type <> 'test')
        and d.status is distinct from 'IN_FLIGHT' and ${matches(filter, endpointId)}
      order by n.sequence limit ${max}
    ),
    chosen as materialized (
      select found.*, now + coalesce((row_number() over (order by sequence) - 1)
        * interval '1 second' / ${ratePerSecond}::int, interval '0') as due
      from found, present
    ),
    moved as (
      update webhook_delivery d
      set status = 'PENDING', trigger = 'RECOVERY', round = 0, url = ${row.url},
        next_attempt_at = case when c.status = 'PENDING' then least(c.next_attempt_at, c.due)
          else c.due end,
        recovery_id = ${recoveryId}, status_before = c.status
      from chosen c where d.partner_id = ${partnerId} and d.id = c.id
    ),
    added as (
      insert into webhook_delivery (partner_id, id, endpoint_id, event_id, event_at, sequence,
        category, url, status, trigger, next_attempt_at, recovery_id, created_at)
      select ${partnerId}, case when ${row.is_primary}::boolean and is_free then event_id
          else uuidv7() end, ${endpointId}, event_id, event_at, sequence, category, ${row.url},
        'PENDING', 'RECOVERY', due, ${recoveryId}, now
      from chosen, present where id is null
    ),
    -- A recovery that loses deliveries to this one keeps what they had come to.
    left_behind as (
      update webhook_recovery r set delivered = r.delivered + l.delivered,
        failed = r.failed + l.failed, cancelled = r.cancelled + l.cancelled
      from (
        select recovery_id, count(*) filter (where status = 'DELIVERED') as delivered,
          count(*) filter (where status in ${undelivered}) as failed,
          count(*) filter (where status in ${waiting}) as cancelled
        from chosen where recovery_id is not null group by recovery_id
      ) as l where r.partner_id = ${partnerId} and r.id = l.recovery_id
    )
    select count(*)::int as count, max(at) as last from chosen`.execute(tx)
  return rows[0] ?? { count: 0, last: null }
}

const delivered = (endpointId: string) => sql<boolean>`exists (select from webhook_delivery x
  where x.partner_id = e.partner_id and x.event_id = e.id and x.endpoint_id = ${endpointId}
    and x.delivered_at is not null)`
/** Whether older events were delivered is no longer known: their deliveries are gone. */
const isKept = sql<boolean>`n.at >= ${serviceNow} - ${deliveryKeptDays}::int
  * interval '1 day'`

function within(range: Resend['range']): RawBuilder<boolean> {
  return 'since' in range
    ? sql<boolean>`n.at >= ${range.since} and n.at < ${range.before}`
    : sql<boolean>`n.sequence >= ${range.fromSequence}`
}

function matches(filter: ResendFilter, endpointId: string): RawBuilder<boolean> {
  if (filter === 'ALL') return sql<boolean>`true`
  if (filter === 'MISSING') return sql<boolean>`${isKept} and not ${delivered(endpointId)}`
  if (filter === 'FAILED') return sql<boolean>`d.status in ${failed}`
  return sql<boolean>`d.status = ${filter}`
}

/**
 * The endpoint has a new address: what was open ends, and the same events begin anew for it. What
 * the publisher has not numbered yet was never sent, and what goes beyond a slice waits on: both go
 * to the new address as they are.
 */
export async function replaceOpenDeliveries(
  tx: Tx,
  { partner_id: partnerId, id, url }: EndpointRow,
): Promise<void> {
  await sql`
    update webhook_delivery set url = ${url}
    where partner_id = ${partnerId} and endpoint_id = ${id} and status = 'PENDING'
      and sequence is null`.execute(tx)
  await sql`
    with replaced as materialized (
      select * from webhook_delivery
      where partner_id = ${partnerId} and endpoint_id = ${id}
        and status in ${waiting} and sequence is not null
      order by next_attempt_at, sequence limit ${sliceMax}
    ),
    ended as (
      update webhook_delivery d
      set status = 'CANCELLED', reason = 'ENDPOINT_REPLACED', next_attempt_at = null,
        recovery_id = null
      from replaced r where d.partner_id = ${partnerId} and d.id = r.id
    )
    insert into webhook_delivery (partner_id, id, endpoint_id, event_id, event_at, sequence,
      category, url, status, trigger, next_attempt_at, recovery_id, status_before, created_at)
    select partner_id, gen_random_uuid(), endpoint_id, event_id, event_at, sequence, category, ${url}, 'PENDING',
      trigger,
      -- What a recovery spreads over time stays spread.
      case when trigger = 'RECOVERY' then next_attempt_at else ${serviceNow} end, recovery_id,
      case when status_before in ${waiting} then 'PENDING' else 'CANCELLED' end,
      ${serviceNow}
    from replaced`.execute(tx)
}
