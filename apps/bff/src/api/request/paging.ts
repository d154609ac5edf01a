import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto'
import { sql, type RawBuilder } from 'kysely'
import type { Deps } from '../../ports/deps.ts'
import type { Caller } from './caller.ts'
import { canonicalJson } from './json.ts'
import { detail, Refusal } from './refusal.ts'

/** One order of a list: an SQL expression over the row, and its type for the cursor's value. */
export type SortKey = {
  expression: RawBuilder<unknown>
  type: 'timestamptz' | 'numeric' | 'text' | 'bigint'
}
export type Page = {
  limit: number
  field: string
  descending: boolean
  after: { key: string; id: string } | undefined
  /** Seals the position of a row into an opaque cursor. */
  cursorOf(row: { sort_key: string; id: string }): string
}
type Query = {
  limit?: number | undefined
  cursor?: string | undefined
  sort?: string | undefined
  fields?: string | undefined
}

const limitDefault = 50

/**
 * Reads limit, cursor and sort of a list. A cursor is good for the same list, filters and order only.
 * @throws Refusal CURSOR_INVALID
 */
export function readPage(
  deps: Pick<Deps, 'kek'>,
  caller: Caller,
  list: string,
  query: Query,
  fallback: { sort?: string; limit?: number } = {},
): Page {
  const {
    limit = fallback.limit ?? limitDefault,
    cursor,
    sort = fallback.sort ?? '-createdAt',
    // What is shown of a row moves no row.
    fields: _fields,
    ...filters
  } = query
  const scope = canonicalJson({ list, partner: caller.partnerId, sort, filters })
  const key = cursorKey(deps.kek)
  const macOf = (text: string) =>
    createHmac('sha256', key).update(scope).update('\n').update(text).digest().subarray(0, 16)

  const seal = (row: { sort_key: string; id: string }) => {
    const text = Buffer.from(JSON.stringify([row.sort_key, row.id])).toString('base64url')
    return `${text}.${macOf(text).toString('base64url')}`
  }
  return {
    limit,
    field: sort.replace(/^-/, ''),
    descending: sort.startsWith('-'),
    after: cursor === undefined ? undefined : open(cursor, macOf),
    cursorOf: seal,
  }
}

const cursorKeys = new WeakMap<object, KeyObject>()

/** Derived once: it takes longer than the seal. */
function cursorKey(kek: Deps['kek']): KeyObject {
  const known = cursorKeys.get(kek) ?? createSecretKey(kek.derive('cursor'))
  cursorKeys.set(kek, known)
  return known
}

function open(cursor: string, macOf: (text: string) => Buffer): { key: string; id: string } {
  const [text = '', mac = ''] = cursor.split('.')
  const given = Buffer.from(mac, 'base64url')
  const expected = macOf(text)
  if (given.length !== expected.length || !timingSafeEqual(given, expected))
    throw new Refusal(
      'CURSOR_INVALID',
      'This cursor belongs to another list or filter. Start again without it.',
      {
        details: [detail('cursor', 'CURSOR_INVALID', 'Leave the cursor out.')],
      },
    )
  const [key, id] = JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) as [string, string]
  return { key, id }
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
 * stands in the statement, or the database would plan it anew each time; so there are few of them.
 */
function fetchedFor(limit: number): number {
  return ([10, 20, 50, 100, 200].find((size) => size >= limit) ?? limit) + 1
}

/** The end of the millisecond that a time names: answers carry no finer times, records do. */
export const endOf = (time: string) => new Date(Date.parse(time) + 1)

/** Cuts the extra row off and says where the next page starts. */
export function pageOf<R extends { sort_key: string; id: string }>(
  page: Page,
  rows: readonly R[],
  total?: number,
) {
  const items = rows.slice(0, page.limit)
  const hasMore = rows.length > page.limit
  const last = items.at(-1)
  return {
    items,
    pagination: {
      limit: page.limit,
      nextCursor: hasMore && last ? page.cursorOf(last) : null,
      hasMore,
      ...(total === undefined ? {} : { total }),
    },
  }
}
