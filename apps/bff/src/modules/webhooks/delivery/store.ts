import type { webhookEndpoint } from '@corridor/contract'
import { type AliasedExpression, type Selectable, sql } from 'kysely'
import { keyset, type SortKey } from '../../../db/keyset.ts'
import { type FilterOf, endOf, type Page } from '../../../api/request/paging.ts'
import { serviceNow } from '../../../db/moment.ts'
import { countOf } from '../../../db/owned-table.ts'
import type { Tx } from '../../../db/open.ts'
import type { DB } from '../../../db/schema/types.generated.ts'
import type { EndpointRow } from '../endpoint/store.ts'

export type AttemptRow = Selectable<DB['webhook_attempt']>
export type DeliveryFilter = Omit<FilterOf<typeof webhookEndpoint.deliveries>, 'status'> & {
  statuses?: string[] | undefined
}
export type DeliveryRecord = Awaited<ReturnType<typeof listDeliveries>>[number]

const sorts: Record<string, SortKey> = {
  createdAt: { expression: sql`d.created_at`, type: 'timestamptz' },
}
type Row = Selectable<DB['webhook_delivery']> & { sort_key: string }

/** A page's deliveries are found first: joined to all events, each page would read all of them. */
export function listDeliveries(tx: Tx, partnerId: string, filter: DeliveryFilter, page: Page) {
  const { sortKey, after, order, limit } = keyset(page, sorts, sql`d.id`)
  const rows = filtered(tx, partnerId, filter)
    .selectAll()
    .select(sortKey)
    .where(after)
    .orderBy(order)
    .limit(limit)
  return withEvents(tx, rows.as('d')).orderBy(order).execute()
}

export const countDeliveries = (tx: Tx, partnerId: string, filter: DeliveryFilter) =>
  countOf(filtered(tx, partnerId, filter))

export function findDelivery(tx: Tx, partnerId: string, id: string) {
  const rows = filtered(tx, partnerId, {})
    .selectAll()
    .select(sql<string>`''`.as('sort_key'))
    .where('d.id', '=', id)
  return withEvents(tx, rows.as('d')).executeTakeFirst()
}

function filtered(tx: Tx, partnerId: string, filter: DeliveryFilter) {
  const { statuses, endpointId, eventId, executionId, category, recoveryId, from, to } = filter
  let query = tx.selectFrom('webhook_delivery as d').where('d.partner_id', '=', partnerId)
  if (statuses) query = query.where(sql<boolean>`d.status = any(${statuses})`)
  if (endpointId) query = query.where('d.endpoint_id', '=', endpointId)
  if (eventId) query = query.where('d.event_id', '=', eventId)
  if (executionId) query = query.where('d.event_id', 'in', eventsOf(tx, partnerId, executionId))
  if (category) query = query.where('d.category', '=', category)
  if (recoveryId) query = query.where('d.recovery_id', '=', recoveryId)
  if (from) query = query.where('d.created_at', '>=', new Date(from))
  if (to) query = query.where('d.created_at', '<', endOf(to))
  return query
}

const eventsOf = (tx: Tx, partnerId: string, subjectId: string) =>
  tx
    .selectFrom('event')
    .select('id')
    .where((eb) => eb.and({ partner_id: partnerId, subject_id: subjectId }))

/** With what their lines show of the event. */
const withEvents = (tx: Tx, deliveries: AliasedExpression<Row, 'd'>) =>
  tx
    .selectFrom(deliveries)
    .innerJoin('event as e', (join) =>
      join
        .onRef('e.partner_id', '=', 'd.partner_id')
        .onRef('e.id', '=', 'd.event_id')
        .onRef('e.created_at', '=', 'd.event_at'),
    )
    .selectAll('d')
    .select([
      'e.type as event_type',
      'e.status as event_status',
      sql<string>`coalesce(e.object->>'status', '')`.as('object_status'),
      sql<string>`coalesce(e.object->>'previousStatus', '')`.as('object_previous_status'),
      sql<string>`coalesce(e.object->>'executionId', '')`.as('execution_id'),
    ])

/** Attempts of several deliveries, the oldest first; `excerptMax` characters of each answer. */
export const listAttempts = (
  tx: Tx,
  partnerId: string,
  deliveryIds: readonly string[],
  excerptMax: number,
): Promise<AttemptRow[]> =>
  tx
    .selectFrom('webhook_attempt')
    .selectAll()
    .select(sql<string>`left(body_excerpt, ${excerptMax}::int)`.as('body_excerpt'))
    .where('partner_id', '=', partnerId)
    .where(sql<boolean>`delivery_id = any(${[...deliveryIds]}::uuid[])`)
    .orderBy('delivery_id')
    .orderBy('number')
    .execute()

/** Puts a delivery back on the work list by hand; nothing where it is in flight. */
export const sendAgain = (
  tx: Tx,
  { partnerId, id, url }: { partnerId: string; id: string; url: string },
): Promise<{ id: string } | undefined> =>
  tx
    .updateTable('webhook_delivery')
    .set({
      status: 'PENDING',
      trigger: 'MANUAL',
      round: 0,
      url,
      next_attempt_at: serviceNow,
    })
    .where((eb) => eb.and({ partner_id: partnerId, id }))
    .where('status', '<>', 'IN_FLIGHT')
    .returning('id')
    .executeTakeFirst()

/** The one delivery of a test event that was just written; it goes out once the event has its number. */
export async function insertTestDelivery(
  tx: Tx,
  { partner_id: partnerId, id, url }: Pick<EndpointRow, 'partner_id' | 'id' | 'url'>,
  { eventId, trigger }: { eventId: string; trigger: 'SCHEDULE' | 'MANUAL' },
): Promise<void> {
  await sql`
    insert into webhook_delivery (partner_id, id, endpoint_id, event_id, event_at, category, url, status,
      trigger, next_attempt_at, created_at)
    select partner_id, id, ${id}::uuid, id, created_at, category, ${url}, 'PENDING', ${trigger}, created_at,
      created_at
    from event where partner_id = ${partnerId} and id = ${eventId}`.execute(tx)
}
