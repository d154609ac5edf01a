import { sql } from 'kysely'
import { serviceNow } from '../../../db/moment.ts'
import type { Tx } from '../../../db/open.ts'
import type { DeliveryRow, EndpointRow } from '../endpoint/store.ts'
import { changedBySuccess, ended } from '../endpoint/state-lists.ts'

/** What was sent and what came of it, as the attempt's row shows it. */
export type SentAttempt = {
  delivery: DeliveryRow
  /** Service time. */
  at: Date
  httpStatus: number | undefined
  durationMs: number
  /** '' where it succeeded. */
  error: string
  bodyExcerpt: string
  responseHeaders: Record<string, string>
  retryAfterMs: number | undefined
  /** Unix seconds, real time. */
  timestamp: number
  signature: string
}

/** What becomes of a delivery after an attempt. */
export type DeliveryChange = {
  attempt: SentAttempt
  status: DeliveryRow['status']
  reason: string
  /** Milliseconds from now to the next attempt; undefined where none follows. */
  nextDelayMs: number | undefined
}

export type Health = Pick<
  EndpointRow,
  'partner_id' | 'id' | 'failing_since' | 'straight_failures' | 'held_until'
>

/** A locked endpoint, and the service's time at that moment. */
export type Locked = EndpointRow & { now: Date }

/** Locks the endpoints in one order, so that processes that record at once do not wait in a ring. */
export async function lockEndpoints(tx: Tx, deliveries: readonly DeliveryRow[]): Promise<Locked[]> {
  const { rows } = await sql<Locked>`
    select e.*, ${serviceNow} as now from webhook_endpoint e
    where (e.partner_id, e.id) in (
      select * from unnest(${deliveries.map((delivery) => delivery.partner_id)}::uuid[],
        ${deliveries.map((delivery) => delivery.endpoint_id)}::uuid[]))
    order by e.partner_id, e.id for update`.execute(tx)
  return rows
}

/**
 * Of these deliveries, those that are still this claim's: the lease may have ended, and another
 * process have taken over. Their counts are read anew. The endpoints are locked, so it stays so.
 */
export async function stillOurs(tx: Tx, deliveries: readonly DeliveryRow[]) {
  const { rows } = await sql<DeliveryRow>`
    select d.* from ${claimed(deliveries)}
    join webhook_delivery d on d.partner_id = c.partner_id and d.id = c.id
      and d.fence = c.fence and d.status = 'IN_FLIGHT'`.execute(tx)
  return new Map(rows.map((row) => [row.id, row]))
}

const claimed = (deliveries: readonly DeliveryRow[]) => sql`
  unnest(${deliveries.map(({ partner_id }) => partner_id)}::uuid[],
    ${deliveries.map(({ id }) => id)}::uuid[], ${deliveries.map(({ fence }) => fence)}::int[])
    as c (partner_id, id, fence)`

/**
 * Writes attempts and what becomes of their deliveries, in two statements however many there are.
 * What was asked for by hand or by a recovery was so for one attempt; the next is the schedule's.
 */
export async function writeAttempts(tx: Tx, changes: readonly DeliveryChange[]): Promise<void> {
  const rows = JSON.stringify(changes.map(rowOf))
  await Promise.all([
    sql`
      insert into webhook_attempt (partner_id, endpoint_id, delivery_id, number, trigger, at, url,
        http_status, duration_ms, error, body_excerpt, response_headers, retry_after_seconds,
        webhook_timestamp, webhook_signature)
      select * from jsonb_to_recordset(${rows}::jsonb) as a (partner_id uuid, endpoint_id uuid,
        delivery_id uuid, number int, trigger text, at timestamptz, url text, http_status int, duration_ms int,
        error text, body_excerpt text, response_headers jsonb, retry_after_seconds int,
        webhook_timestamp bigint, webhook_signature text)`.execute(tx),
    sql`
      update webhook_delivery d
      set status = a.status, reason = a.reason, attempts = a.number, round = d.round + 1,
        trigger = 'SCHEDULE', lease_until = null, claimed_by = null,
        recovery_id = case when a.status <> 'CANCELLED' then d.recovery_id end,
        next_attempt_at = ${serviceNow} + a.next_delay_ms * interval '1 millisecond',
        delivered_at = case when a.status = 'DELIVERED' then ${serviceNow} else d.delivered_at end
      from jsonb_to_recordset(${rows}::jsonb) as a (partner_id uuid, delivery_id uuid, number int,
        status text, reason text, next_delay_ms bigint)
      where d.partner_id = a.partner_id and d.id = a.delivery_id`.execute(tx),
  ])
}

/**
 * The same for attempts that succeeded where nothing about the endpoint changes by it, in one
 * statement and without its lock. Returns the ids of those; of the others nothing is written.
 */
export async function writeDelivered(tx: Tx, attempts: readonly SentAttempt[]) {
  const rows = JSON.stringify(
    attempts.map((attempt) => ({
      ...rowOf({ attempt, status: 'DELIVERED', reason: '', nextDelayMs: undefined }),
      fence: attempt.delivery.fence,
    })),
  )
  const done = await sql<{ delivery_id: string }>`
    with finished as materialized (
      select * from jsonb_to_recordset(${rows}::jsonb) as a (partner_id uuid, delivery_id uuid,
        fence int, trigger text, at timestamptz, url text, http_status int, duration_ms int,
        error text, body_excerpt text, response_headers jsonb, retry_after_seconds int,
        webhook_timestamp bigint, webhook_signature text)
    ),
    delivered as (
      update webhook_delivery d
      set status = 'DELIVERED', reason = '', attempts = d.attempts + 1, round = d.round + 1,
        trigger = 'SCHEDULE', lease_until = null, claimed_by = null, next_attempt_at = null,
        delivered_at = ${serviceNow}
      from finished g, webhook_endpoint e
      where d.partner_id = g.partner_id and d.id = g.delivery_id and d.fence = g.fence
        and d.status = 'IN_FLIGHT' and e.partner_id = d.partner_id and e.id = d.endpoint_id
        and e.straight_failures = 0
        and e.status not in ${changedBySuccess}
      returning d.id, d.attempts, d.endpoint_id
    )
    insert into webhook_attempt (partner_id, endpoint_id, delivery_id, number, trigger, at, url,
      http_status, duration_ms, error, body_excerpt, response_headers, retry_after_seconds,
      webhook_timestamp, webhook_signature)
    select partner_id, d.endpoint_id, delivery_id, d.attempts, trigger, at, url, http_status,
      duration_ms, error, body_excerpt, response_headers, retry_after_seconds, webhook_timestamp, webhook_signature
    from finished g join delivered d on d.id = g.delivery_id
    returning delivery_id`.execute(tx)
  return new Set(done.rows.map(({ delivery_id }) => delivery_id))
}

const rowOf = ({ attempt, status, reason, nextDelayMs }: DeliveryChange) => ({
  partner_id: attempt.delivery.partner_id,
  endpoint_id: attempt.delivery.endpoint_id,
  delivery_id: attempt.delivery.id,
  number: attempt.delivery.attempts + 1,
  trigger: attempt.delivery.trigger,
  at: attempt.at,
  url: attempt.delivery.url,
  http_status: attempt.httpStatus ?? null,
  duration_ms: Math.round(attempt.durationMs),
  error: asText(attempt.error),
  body_excerpt: asText(attempt.bodyExcerpt),
  response_headers: Object.fromEntries(
    Object.entries(attempt.responseHeaders).map(([name, value]) => [name, asText(value)]),
  ),
  retry_after_seconds:
    attempt.retryAfterMs === undefined ? null : Math.ceil(attempt.retryAfterMs / 1000),
  webhook_timestamp: attempt.timestamp,
  webhook_signature: attempt.signature,
  status,
  reason,
  next_delay_ms: nextDelayMs ?? null,
})

/** What a stranger's server answered must not make a row that the database refuses. */
const asText = (text: string): string => text.replaceAll('\0', '').toWellFormed()

/** How endpoints fare; the partner's version of them is another matter. */
export async function writeHealth(tx: Tx, healths: readonly Health[]): Promise<void> {
  if (healths.length === 0) return
  await sql`
    update webhook_endpoint e
    set failing_since = h.failing_since, straight_failures = h.straight_failures,
      held_until = h.held_until
    from unnest(${healths.map((health) => health.partner_id)}::uuid[],
      ${healths.map((health) => health.id)}::uuid[],
      ${healths.map((health) => health.failing_since)}::timestamptz[],
      ${healths.map((health) => health.straight_failures)}::int[],
      ${healths.map((health) => health.held_until)}::timestamptz[])
      as h (partner_id, id, failing_since, straight_failures, held_until)
    where e.partner_id = h.partner_id and e.id = h.id`.execute(tx)
}

/** The first event that is skipped because the endpoint is disabled, so that it can begin there again. */
export async function noteSkipped(tx: Tx, skipped: readonly DeliveryRow[]): Promise<void> {
  if (skipped.length === 0) return
  await sql`
    update webhook_endpoint e set skipped_from = least(e.skipped_from, s.sequence)
    from (select partner_id, endpoint_id, min(sequence) as sequence
      from unnest(${skipped.map(({ partner_id }) => partner_id)}::uuid[],
        ${skipped.map(({ endpoint_id }) => endpoint_id)}::uuid[],
        ${skipped.map(({ sequence }) => sequence)}::bigint[])
        as one (partner_id, endpoint_id, sequence)
      group by partner_id, endpoint_id) as s
    where e.partner_id = s.partner_id and e.id = s.endpoint_id`.execute(tx)
}

/**
 * The endpoint's address was replaced while these were on their way: they go to the new one, at
 * once or when it is enabled again.
 */
export async function sendAnew(tx: Tx, deliveries: readonly { id: string; of: DeliveryRow }[]) {
  if (deliveries.length === 0) return
  await sql`
    insert into webhook_delivery (partner_id, id, endpoint_id, event_id, event_at, sequence,
      category, url, status, reason, next_attempt_at, recovery_id, created_at)
    select d.partner_id, n.id, d.endpoint_id, d.event_id, d.event_at, d.sequence, d.category, e.url,
      'PENDING', '', ${serviceNow}, n.recovery_id, ${serviceNow}
    from unnest(${deliveries.map(({ of }) => of.partner_id)}::uuid[],
      ${deliveries.map(({ of }) => of.id)}::uuid[], ${deliveries.map(({ id }) => id)}::uuid[],
      ${deliveries.map(({ of }) => of.recovery_id)}::uuid[])
      as n (partner_id, replaced, id, recovery_id)
    join webhook_delivery d on d.partner_id = n.partner_id and d.id = n.replaced
    join webhook_endpoint e on e.partner_id = d.partner_id and e.id = d.endpoint_id`.execute(tx)
}

/**
 * Deletes a batch of what ended and is older than so many days, with its attempts; returns its
 * size.
 */
export async function deleteOld(tx: Tx, { days, max }: { days: number; max: number }) {
  const { numAffectedRows } = await sql`
    delete from webhook_delivery d using (
      select o.partner_id, o.id from (select distinct partner_id from webhook_endpoint) e, lateral (
        select d.partner_id, d.id from webhook_delivery d
        where d.partner_id = e.partner_id
          and d.created_at < ${serviceNow} - ${days}::int * interval '1 day'
          and d.status in ${ended}
        limit ${max}) as o
      limit ${max}) as old
    where d.partner_id = old.partner_id and d.id = old.id
      and d.status in ${ended}`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}
