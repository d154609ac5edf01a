import { likePattern } from '../../db/like.ts'
import { type Selectable, sql } from 'kysely'
import { keyset, type SortKey } from '../../db/keyset.ts'
import { endOf, type Page } from '../../api/request/paging.ts'
import type { DB } from '../../db/schema/types.generated.ts'
import type { Tx } from '../../db/open.ts'

export type EventRow = Selectable<DB['event']>
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
  createdAt: { expression: sql`sequence`, type: 'bigint' },
}

/** Numbered events only: what the publisher has not numbered yet is not history yet. */
export function listEvents(tx: Tx, partnerId: string, filter: EventFilter, page: Page) {
  const { sortKey, after, order, limit } = keyset(page, sorts)
  return filtered(tx, partnerId, filter)
    .selectAll()
    .select(sortKey)
    .where(after)
    .orderBy(order)
    .limit(limit)
    .execute()
}

export async function countEvents(tx: Tx, partnerId: string, filter: EventFilter): Promise<number> {
  const counted = filtered(tx, partnerId, filter).select(sql<number>`count(*)::int`.as('rows'))
  return (await counted.executeTakeFirstOrThrow()).rows
}

function filtered(tx: Tx, partnerId: string, filter: EventFilter) {
  const { category, type, status, executionId, entityId, createdFrom, createdTo, q } = filter
  let query = tx
    .selectFrom('event')
    .where('partner_id', '=', partnerId)
    .where('sequence', 'is not', null)
  if (category) query = query.where('category', '=', category)
  if (type) query = query.where('type', '=', type)
  if (status) query = query.where('status', '=', status)
  if (executionId) query = query.where('subject_id', '=', executionId)
  if (entityId) query = query.where(sql<boolean>`object->>'entityId' = ${entityId}`)
  if (createdFrom) query = query.where('created_at', '>=', new Date(createdFrom))
  if (createdTo) query = query.where('created_at', '<', endOf(createdTo))
  if (q) {
    const pattern = likePattern(q.toLowerCase())
    query = query.where(
      sql<boolean>`lower(category || ' ' || type || ' ' || status || ' ' || object::text) like ${pattern}`,
    )
  }
  return query
}

export const findEvent = (tx: Tx, partnerId: string, id: string): Promise<EventRow | undefined> =>
  tx
    .selectFrom('event')
    .selectAll()
    .where('partner_id', '=', partnerId)
    .where('id', '=', id)
    .executeTakeFirst()
