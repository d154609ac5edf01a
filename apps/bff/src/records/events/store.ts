import type { webhooks } from '@corridor/contract'
import { likePattern } from '../../db/like.ts'
import { type Selectable, sql } from 'kysely'
import { rowsOfPage, type SortKey } from '../../db/keyset.ts'
import { type FilterOf, endOf, type Page } from '../../api/request/paging.ts'
import type { DB } from '../../db/schema/types.generated.ts'
import type { Tx } from '../../db/open.ts'

/** An event as partners see it: with its number, and the time that goes with that. */
export type EventRow = Selectable<DB['event']> & { sequence: number | null }
export type EventFilter = FilterOf<typeof webhooks.events>

// Events are published in the order of their numbers, which is the order partners see.
const sorts: Record<string, SortKey> = {
  createdAt: { expression: sql`n.sequence`, type: 'bigint' },
}

export function listEvents(tx: Tx, partnerId: string, filter: EventFilter, page: Page) {
  const query = numberedEvents(tx, partnerId)
    .selectAll('e')
    .select(['n.sequence', 'n.at as created_at'])
    .where(matches(partnerId, filter))
  return rowsOfPage(query, page, sorts, sql`n.event_id`)
}

/** Reads all of them, so it joins. */
export async function countEvents(tx: Tx, partnerId: string, filter: EventFilter): Promise<number> {
  const { rows } = await sql<{ rows: number }>`
    select count(*)::int as rows from event_number n join event e
      on e.partner_id = n.partner_id and e.id = n.event_id and e.created_at = n.written_at
    where n.partner_id = ${partnerId} and ${matches(partnerId, filter)}`.execute(tx)
  return rows[0]?.rows ?? 0
}

/**
 * Numbered events only: what the publisher has not numbered yet is not history yet. Each is looked up
 * beside its number: a join would be taken for one with few rows, and read all of a partner's events.
 */
export const numberedEvents = (tx: Tx, partnerId: string) =>
  tx
    .selectFrom('event_number as n')
    .innerJoinLateral(
      (lateral) =>
        lateral
          .selectFrom('event')
          .selectAll()
          .whereRef('event.partner_id', '=', 'n.partner_id')
          .whereRef('event.id', '=', 'n.event_id')
          .whereRef('event.created_at', '=', 'n.written_at')
          .limit(1)
          .as('e'),
      (join) => join.onTrue(),
    )
    .where('n.partner_id', '=', partnerId)

function matches(partnerId: string, filter: EventFilter) {
  const { category, type, status, executionId, entityId, createdFrom, createdTo, q } = filter
  const pattern = q ? likePattern(q.toLowerCase()) : undefined
  const conditions = [
    category ? sql`e.category = ${category}` : undefined,
    type ? sql`e.type = ${type}` : undefined,
    status ? sql`e.status = ${status}` : undefined,
    executionId
      ? sql`n.event_id = any(array(select id from event
          where partner_id = ${partnerId} and subject_id = ${executionId}))`
      : undefined,
    entityId ? sql`e.object->>'entityId' = ${entityId}` : undefined,
    createdFrom ? sql`n.at >= ${new Date(createdFrom)}` : undefined,
    createdTo ? sql`n.at < ${endOf(createdTo)}` : undefined,
    pattern
      ? sql`lower(e.category || ' ' || e.type || ' ' || e.status || ' ' || e.object::text)
          like ${pattern}`
      : undefined,
  ].filter((condition) => condition !== undefined)
  return conditions.length > 0
    ? sql<boolean>`(${sql.join(conditions, sql` and `)})`
    : sql<boolean>`true`
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
    .where((eb) => eb.and({ 'e.partner_id': partnerId, 'e.id': id }))
    .executeTakeFirst()
