import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'

/** One order of a list: an SQL expression over the row, and its type for the cursor's value. */
export type SortKey = {
  expression: RawBuilder<unknown>
  type: 'timestamptz' | 'numeric' | 'text' | 'bigint'
  /** What orders rows of one value before their ids do; the value itself has no space then. */
  then?: SortKey
}

/** What a page asks of its query. */
export type KeysetPage = {
  limit: number
  field: string
  descending: boolean
  after: { key: string; id: string } | undefined
}

/** SQL pieces of a keyset page: what to select, where to go on, how to order. */
export function keyset(
  page: KeysetPage,
  sorts: Record<string, SortKey>,
  id: RawBuilder<unknown> = sql`id`,
) {
  const sort = sorts[page.field]
  if (!sort) throw new Error(`no order by ${page.field}`)
  const direction = sql.raw(page.descending ? 'desc' : 'asc')
  const compare = sql.raw(page.descending ? '<' : '>')
  const keys = sort.then ? [sort, sort.then] : [sort]
  const expressions = keys.map(({ expression }) => sql`(${expression})`)
  const places = page.after && placesOf(page.after.key, keys)
  return {
    sortKey: sql<string>`concat_ws(' ', ${sql.join(expressions)})`.as('sort_key'),
    after:
      page.after && places
        ? sql<boolean>`(${sql.join(expressions)}, ${id}) ${compare} (${places}, ${page.after.id}::uuid)`
        : sql<boolean>`true`,
    order: sql`${sql.join([...expressions, id].map((key) => sql`${key} ${direction}`))}`,
    limit: sql.lit<number>(fetchedFor(page.limit)),
  }
}

/** The order of most lists. */
export const byCreation: Record<string, SortKey> = {
  createdAt: { expression: sql`created_at`, type: 'timestamptz' },
}

/** The rows of a page and one more, each with its place in the order; `id` where a join has several. */
export function rowsOfPage<D, T extends keyof D, R>(
  query: SelectQueryBuilder<D, T, R>,
  page: KeysetPage,
  sorts: Record<string, SortKey> = byCreation,
  id?: RawBuilder<unknown>,
) {
  const { sortKey, after, order, limit } = keyset(page, sorts, id)
  const rows = query.select(sortKey).where(after).orderBy(order).limit(limit).execute()
  return rows as unknown as Promise<(R & { sort_key: string })[]>
}

/** Where a page goes on, read out of the key of the last row. */
function placesOf(key: string, keys: readonly SortKey[]): RawBuilder<unknown> {
  const end = keys.length > 1 ? key.indexOf(' ') : key.length
  const values = [key.slice(0, end), key.slice(end + 1)]
  return sql.join(keys.map(({ type }, at) => sql`${values[at]}::${sql.raw(type)}`))
}

/**
 * How many rows are read for a page: one more than asked for says whether there is more. The number
 * is part of the statement, or the database would plan it anew each time; so there are few of them.
 */
function fetchedFor(limit: number): number {
  return ([10, 20, 50, 100, 200].find((size) => size >= limit) ?? limit) + 1
}
