import type { Caller } from '../../../api/request/caller.ts'
import { pageOf, readPage } from '../../../api/request/paging.ts'
import type { Deps } from '../../../ports/deps.ts'

type Query = { limit?: number | undefined; cursor?: string | undefined; sort?: string | undefined }

/**
 * A page of a list that is short and the same for everyone: its cursor is the place in it. Nothing
 * in it has an age, so by `createdAt`, which is also the order without a wish, it comes as it is.
 */
export function fixedPage<T extends { id: string; name: string }>(
  deps: Pick<Deps, 'kek'>,
  caller: Caller,
  list: string,
  query: Query,
  all: readonly T[],
) {
  const page = readPage(deps, caller, list, query, { sort: 'createdAt' })
  const ascending = page.field === 'name' ? all.toSorted(byName) : [...all]
  const ordered = page.descending ? ascending.toReversed() : ascending
  const start = page.after ? Number.parseInt(page.after.key, 10) : 0
  const rows = ordered
    .slice(start, start + page.limit + 1)
    .map((item, i) => ({ item, sort_key: String(start + i + 1), id: item.id }))
  const { items, pagination } = pageOf(page, rows, all.length)
  return { items: items.map(({ item }) => item), pagination }
}

/** By code points, so that every process has the same order; ids decide between equal names. */
const byName = (first: { name: string; id: string }, other: { name: string; id: string }) =>
  compare(first.name.toLowerCase(), other.name.toLowerCase()) || compare(first.id, other.id)
const compare = (first: string, other: string) => (first < other ? -1 : first > other ? 1 : 0)
