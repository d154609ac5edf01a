import { type Selectable, sql } from 'kysely'
import { endOf, keyset, type Page, type SortKey } from '../../api/paging.ts'
import type { Tx } from '../../db/open.ts'
import type { DB } from '../../db/types.generated.ts'

export type AttemptRow = Selectable<DB['webhook_attempt']>
export type DeliveryFilter = {
  statuses?: string[] | undefined
  eventId?: string | undefined
  executionId?: string | undefined
  category?: string | undefined
  recoveryId?: string | undefined
  from?: string | undefined
  to?: string | undefined
}
export type DeliveryRecord = Awaited<ReturnType<typeof listDeliveries>>[number]

const sorts: Record<string, SortKey> = {
  createdAt: { expression: sql`d.created_at`, type: 'timestamptz' },
}

/** Deliveries with what their lines show of the event. */
const records = (tx: Tx, partnerId: string) =>
  tx
    .selectFrom('webhook_delivery as d')
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
    .where('d.partner_id', '=', partnerId)

export function listDeliveries(tx: Tx, partnerId: string, filter: DeliveryFilter, page: Page) {
  const { sortKey, after, order, limit } = keyset(page, sorts, sql`d.id`)
  const { statuses, eventId, executionId, category, recoveryId, from, to } = filter
  let query = records(tx, partnerId).select(sortKey)
  if (statuses) query = query.where(sql<boolean>`d.status = any(${statuses})`)
  if (eventId) query = query.where('d.event_id', '=', eventId)
  if (executionId) query = query.where('e.subject_id', '=', executionId)
  if (category) query = query.where('d.category', '=', category)
  if (recoveryId) query = query.where('d.recovery_id', '=', recoveryId)
  if (from) query = query.where('d.created_at', '>=', new Date(from))
  if (to) query = query.where('d.created_at', '<', endOf(to))
  return query.where(after).orderBy(order).limit(limit).execute()
}

export const findDelivery = (
  tx: Tx,
  partnerId: string,
  id: string,
): Promise<Omit<DeliveryRecord, 'sort_key'> | undefined> =>
  records(tx, partnerId).where('d.id', '=', id).executeTakeFirst()

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
      next_attempt_at: sql<Date>`service_now()`,
    })
    .where('partner_id', '=', partnerId)
    .where('id', '=', id)
    .where('status', '<>', 'IN_FLIGHT')
    .returning('id')
    .executeTakeFirst()
