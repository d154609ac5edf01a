import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto'
import type { InputOf } from '@corridor/contract'
import type { Deps } from '../../ports/deps.ts'
import type { Caller } from './caller.ts'
import { canonicalJson } from './json.ts'
import { detail, Refusal } from './refusal.ts'

export type Page = {
  limit: number
  field: string
  descending: boolean
  after: { key: string; id: string } | undefined
  /** Seals the position of a row into an opaque cursor. */
  cursorOf(row: { sort_key: string; id: string }): string
}
export type PageQuery = {
  limit?: number | undefined
  cursor?: string | undefined
  sort?: string | undefined
  fields?: string | undefined
}

/** What narrows a list: its query without what pages and orders it. */
export type FilterOf<E> = Partial<Omit<InputOf<E>['query'], keyof PageQuery>>

const limitDefault = 50

/**
 * Reads limit, cursor and sort of a list. A cursor is good for the same list, filters and order only.
 * @throws Refusal CURSOR_INVALID
 */
export function readPage(
  deps: Pick<Deps, 'kek'>,
  caller: Caller,
  list: string,
  query: PageQuery,
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
  const macOf = (text: string) =>
    createHmac('sha256', cursorKey(deps.kek))
      .update(canonicalJson({ list, partner: caller.partnerId, sort, filters }))
      .update('\n')
      .update(text)
      .digest()
      .subarray(0, 16)

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

/** The end of the millisecond that a time names: answers carry no finer times, records do. */
export const endOf = (time: string) => new Date(Date.parse(time) + 1)

/** What a list answers with: its items, and where the next page starts. */
export type Found<T> = { items: T[]; pagination: ReturnType<typeof pageOf>['pagination'] }

/** A page with its items as an answer shows them. */
export const shownAs = <R, T>({ items, pagination }: Found<R>, shown: (row: R) => T) => ({
  items: items.map(shown),
  pagination,
})

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
