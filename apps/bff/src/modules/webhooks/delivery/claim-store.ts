import { type RawBuilder, type Selectable, sql } from 'kysely'
import { serviceNow } from '../../../db/moment.ts'
import type { Tx } from '../../../db/open.ts'
import type { DB } from '../../../db/schema/types.generated.ts'
import { noteSkipped } from './attempt-store.ts'
import type { DeliveryRow } from '../endpoint/store.ts'
import type { EventFacts } from '../../../records/events/event-body.ts'
import type { SecretBox } from '../endpoint/secret-box.ts'

/** A delivery that is this process's to send, until its lease ends. */
export type Claim = {
  delivery: DeliveryRow
  /** Undefined where the history has no such event. */
  event: EventFacts | undefined
  /** Those that sign now, the newest first. */
  secretIds: string[]
  /** Service time. */
  at: Date
}

export type ClaimOptions = {
  /** At most so many. */
  max: number
  /** Real time; after it any process may claim the delivery. */
  leaseMs: number
  /** This process. */
  worker: string
  /** Endpoints that answer quickly: of theirs more may lie ready. */
  ahead: string[]
}

/**
 * Statements keep the plan of their first runs, which on a nearly empty table reads all of it. What
 * the deliverer asks goes by an index, however much or little there is.
 */
export const goByIndex = (tx: Tx) => sql`set local enable_seqscan = off`.execute(tx)

type EventColumns = Selectable<DB['event']>
type ClaimedRow = DeliveryRow & {
  at: Date
  event_created_at: Date | null
  event_type: string
  event_status: string
  object: EventColumns['object']
  changes: EventColumns['changes']
  secret_ids: string[]
}

/** Takes what is due, with everything that is needed to send it; as a rule in one statement. */
export async function claimDeliveries(
  tx: Tx,
  secrets: SecretBox,
  { max, leaseMs, worker, ahead }: ClaimOptions,
): Promise<Claim[]> {
  const claimed = await readClaims(
    tx,
    sql`claim_deliveries(${max}::int, ${leaseMs}::int * interval '1 millisecond', ${worker}::uuid,
      ${ahead}::uuid[])`,
  )
  // The function sees what was committed while it waited; what is joined to it in the same
  // statement does not, so those are read again.
  const unseen = claimed.filter((row) => !row.event_created_at || row.secret_ids.length === 0)
  const again = unseen.length === 0 ? [] : await readClaims(tx, deliveriesOf(unseen))
  const rows = [...claimed.filter((row) => !unseen.includes(row)), ...again]
  await fetchMissing(tx, secrets, rows)
  return rows.map(claimOf)
}

const deliveriesOf = (rows: readonly ClaimedRow[]): RawBuilder<unknown> => sql`(
  select webhook_delivery.* from webhook_delivery
  join unnest(${rows.map((row) => row.partner_id)}::uuid[], ${rows.map(({ id }) => id)}::uuid[])
    as unseen (partner_id, id) using (partner_id, id))`

async function readClaims(tx: Tx, deliveries: RawBuilder<unknown>): Promise<ClaimedRow[]> {
  const { rows } = await sql<ClaimedRow>`
    select d.*, ${serviceNow} as at, e.at as event_created_at, e.type as event_type,
      e.status as event_status, e.object, e.changes,
      array(select s.id from webhook_secret s
        where s.partner_id = d.partner_id and s.endpoint_id = d.endpoint_id
          and (s.valid_until is null or s.valid_until > ${serviceNow})
        order by s.created_at desc, s.id desc) as secret_ids
    from ${deliveries} as d
    left join lateral (
      select event.type, event.status, event.object, event.changes, n.at
      from event_number n join event on event.partner_id = n.partner_id
        and event.id = n.event_id and event.created_at = d.event_at
      where n.partner_id = d.partner_id and n.event_id = d.event_id limit 1
    ) as e on true`.execute(tx)
  return rows
}

async function fetchMissing(tx: Tx, secrets: SecretBox, rows: readonly ClaimedRow[]) {
  const missing = secrets.missing([...new Set(rows.flatMap(({ secret_ids }) => secret_ids))])
  if (missing.length === 0) return
  const found = await tx
    .selectFrom('webhook_secret')
    .selectAll()
    .where('partner_id', '=', sql<string>`any(${rows.map((row) => row.partner_id)}::uuid[])`)
    .where('id', '=', sql<string>`any(${missing}::uuid[])`)
    .execute()
  secrets.put(found)
}

function claimOf(row: ClaimedRow): Claim {
  const {
    at,
    event_created_at,
    event_type,
    event_status,
    object,
    changes,
    secret_ids,
    ...delivery
  } = row
  const event = event_created_at && {
    id: delivery.event_id,
    category: delivery.category,
    type: event_type,
    status: event_status,
    object,
    changes,
    sequence: delivery.sequence,
    created_at: event_created_at,
  }
  return { delivery, event: event ?? undefined, secretIds: secret_ids, at }
}

/**
 * What was claimed and not sent is free again, as it was; or skipped or cancelled, where its endpoint
 * has been disabled or deleted meanwhile.
 */
export async function giveBack(tx: Tx, claims: readonly Claim[]): Promise<void> {
  if (claims.length === 0) return
  const { rows } = await sql<DeliveryRow>`
    update webhook_delivery d
    set lease_until = null, claimed_by = null,
      status = case when e.deleted_at is not null then 'CANCELLED'
        when e.status = 'DISABLED' then 'SKIPPED' when d.round = 0 then 'PENDING'
        else 'RETRYING' end,
      reason = case when e.deleted_at is not null then 'ENDPOINT_DELETED'
        when e.status = 'DISABLED' then 'DISABLED' else '' end,
      next_attempt_at = case when e.status <> 'DISABLED' and e.deleted_at is null
        then d.next_attempt_at end
    from unnest(${claims.map(({ delivery }) => delivery.partner_id)}::uuid[],
      ${claims.map(({ delivery }) => delivery.id)}::uuid[],
      ${claims.map(({ delivery }) => delivery.fence)}::int[]) as c (partner_id, id, fence)
    cross join webhook_endpoint e
    where e.partner_id = d.partner_id and e.id = d.endpoint_id and d.partner_id = c.partner_id and d.id = c.id and d.fence = c.fence
      and d.status = 'IN_FLIGHT'
    returning d.*`.execute(tx)
  await noteSkipped(
    tx,
    rows.filter(({ status }) => status === 'SKIPPED'),
  )
}
