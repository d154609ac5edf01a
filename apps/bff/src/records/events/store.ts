import { likePattern } from '../../db/like.ts'
import { type Selectable, sql } from 'kysely'
import { keyset, type SortKey } from '../../db/keyset.ts'
import { endOf, type Page } from '../../api/request/paging.ts'
import type { DB } from '../../db/schema/types.generated.ts'
import type { Tx } from '../../db/open.ts'

/** An event as partners see it: with its number, and the time that goes with that. */
export type EventRow = Selectable<DB['event']> & { sequence: number | null }
export type EventFilter = {
  category?: string | undefined
  type?: string | undefined
  status?: string | undefined
  executionId?: string | undefined
  entityId?: string | undefined
  createdFrom?: string | undefined
  createdTo?: string | undefined
  q?: string | undefined
}

// Events are published in the order of their numbers, which is the order partners see.
const sorts: Record<string, SortKey> = {
  createdAt: { expression: sql`n.sequence`, type: 'bigint' },
}
export function listEvents(tx: Tx, partnerId: string, filter: EventFilter, page: Page) {
  const { sortKey, after, order, limit } = keyset(page, sorts, sql`e.id`)
  return filtered(tx, partnerId, filter)
    .selectAll('e')
    .select(['n.sequence', 'n.at as created_at', sortKey])
    .where(after)
    .orderBy(order)
    .limit(limit)
    .execute()
}

export async function countEvents(tx: Tx, partnerId: string, filter: EventFilter): Promise<number> {
  const counted = filtered(tx, partnerId, filter).select(sql<number>`count(*)::int`.as('rows'))
  return (await counted.executeTakeFirstOrThrow()).rows
}

/** Numbered events only: what the publisher has not numbered yet is not history yet. */
function filtered(tx: Tx, partnerId: string, filter: EventFilter) {
  const { category, type, status, executionId, entityId, createdFrom, createdTo, q } = filter
  let query = tx
    .selectFrom('event_number as n')
    .innerJoin('event as e', (join) =>
      join
        .onRef('e.partner_id', '=', 'n.partner_id')
        .onRef('e.id', '=', 'n.event_id')
        .onRef('e.created_at', '=', 'n.written_at'),
    )
    .where('n.partner_id', '=', partnerId)
  if (category) query = query.where('e.category', '=', category)
  if (type) query = query.where('e.type', '=', type)
  if (status) query = query.where('e.status', '=', status)
  if (executionId) query = query.where('e.subject_id', '=', executionId)
  if (entityId) query = query.where(sql<boolean>`e.object->>'entityId' = ${entityId}`)
  if (createdFrom) query = query.where('n.at', '>=', new Date(createdFrom))
  if (createdTo) query = query.where('n.at', '<', endOf(createdTo))
  if (q) {
    const pattern = likePattern(q.toLowerCase())
    query = query.where(
      sql<boolean>`lower(e.category || ' ' || e.type || ' ' || e.status || ' ' || e.object::text) like ${pattern}`,
    )
  }
  return query
}

/** Also one that has no number yet. */
export const findEvent = (tx: Tx, partnerId: string, id: string): Promise<EventRow | undefined> =>
  tx
    .selectFrom('event as e')
    .leftJoin('event_number as n', (join) =>
      join.onRef('n.partner_id', '=', 'e.partner_id').onRef('n.event_id', '=', 'e.id'),
    )
    .selectAll('e')
    .select(['n.sequence', sql<Date>`coalesce(n.at, e.created_at)`.as('created_at')])
    .where('e.partner_id', '=', partnerId)
    .where('e.id', '=', id)
    .executeTakeFirst()
