import { type RawBuilder, sql } from 'kysely'

/** One order of a list: an SQL expression over the row, and its type for the cursor's value. */
export type SortKey = {
  expression: RawBuilder<unknown>
  type: 'timestamptz' | 'numeric' | 'text' | 'bigint'
}

type Page = {
  limit: number
  field: string
  descending: boolean
  after: { key: string; id: string } | undefined
}

/** SQL pieces of a keyset page: what to select, where to go on, how to order. */
export function keyset(
  page: Page,
  sorts: Record<string, SortKey>,
  id: RawBuilder<unknown> = sql`id`,
) {
  const sort = sorts[page.field]
  if (!sort) throw new Error(`no order by ${page.field}`)
  const direction = sql.raw(page.descending ? 'desc' : 'asc')
  const compare = sql.raw(page.descending ? '<' : '>')
  return {
    sortKey: sql<string>`(${sort.expression})::text`.as('sort_key'),
    after: page.after
      ? sql<boolean>`((${sort.expression}), ${id}) ${compare} (${page.after.key}::${sql.raw(sort.type)}, ${page.after.id}::uuid)`
      : sql<boolean>`true`,
    order: sql`(${sort.expression}) ${direction}, ${id} ${direction}`,
    limit: sql.lit<number>(fetchedFor(page.limit)),
  }
}

/**
 * How many rows are read for a page: one more than asked for says whether there is more. The number
 * is part of the statement, or the database would plan it anew each time; so there are few of them.
 */
function fetchedFor(limit: number): number {
  return ([10, 20, 50, 100, 200].find((size) => size >= limit) ?? limit) + 1
}
