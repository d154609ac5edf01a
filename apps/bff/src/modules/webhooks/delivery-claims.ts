import { sql } from 'kysely'
import type { Tx } from '../../db/open.ts'
import type { DeliveryRow } from './endpoint-store.ts'
import { type SecretRow, validSecrets } from './secret-store.ts'
import type { EventRow } from './store.ts'

/** A delivery that is this process's to send, until its lease ends. */
export type Claim = {
  delivery: DeliveryRow
  /** Undefined where the history has no such event. */
  event: EventRow | undefined
  /** Those that sign now, the newest first. */
  secrets: SecretRow[]
  /** Service time. */
  at: Date
}

/** At most so many; `leaseMs` is real time, and after it a delivery is anybody's again. */
export type ClaimOptions = { max: number; leaseMs: number }

/**
 * Statements keep the plan of their first runs, which on a nearly empty table reads all of it. What
 * the deliverer asks goes by an index, however much or little there is.
 */
export const goByIndex = (tx: Tx): Promise<unknown> =>
  sql`set local enable_seqscan = off`.execute(tx)

/** Takes what is due, with everything that is needed to send it. */
export async function claimDeliveries(tx: Tx, { max, leaseMs }: ClaimOptions): Promise<Claim[]> {
  const { rows } = await sql<DeliveryRow & { at: Date }>`
    select d.*, service_now() as at
    from claim_deliveries(${max}::int, ${leaseMs}::int * interval '1 millisecond') as d`.execute(tx)
  if (rows.length === 0) return []
  const partnerIds = [...new Set(rows.map(({ partner_id }) => partner_id))]
  const [events, secrets] = await Promise.all([eventsOf(tx, rows), validSecrets(tx, partnerIds)])
  const secretsOf = Map.groupBy(secrets, ({ partner_id }) => partner_id)
  const eventOf = new Map(events.map((event) => [event.id, event]))
  return rows.map(({ at, ...delivery }) => ({
    delivery,
    event: eventOf.get(delivery.event_id),
    secrets: secretsOf.get(delivery.partner_id) ?? [],
    at,
  }))
}

/** By the delivery's own row: its time of the event is finer than a Date. */
async function eventsOf(tx: Tx, deliveries: readonly DeliveryRow[]): Promise<EventRow[]> {
  const { rows } = await sql<EventRow>`
    select e.*
    from unnest(${deliveries.map(({ partner_id }) => partner_id)}::uuid[],
      ${deliveries.map(({ id }) => id)}::uuid[]) as wanted (partner_id, id)
    join webhook_delivery d on d.partner_id = wanted.partner_id and d.id = wanted.id
    cross join lateral (select * from event
      where event.partner_id = d.partner_id and event.id = d.event_id
        and event.created_at = d.event_at limit 1) as e`.execute(tx)
  return rows
}
