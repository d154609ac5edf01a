import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { ListAnswer, ListQuery, ListSource } from '../../api/list-source.ts'

/** Cursors only lead forward; the trail of all before leads back to pages that were dropped. */
type PageParam = { index: number; trail: readonly string[] }
type Page<A> = { answer: A; index: number; trail: readonly string[] }

const pagesKept = 20
const firstPage: PageParam = { index: 0, trail: [] }

/** The loaded window of a list: at most 20 pages; older ones are fetched again when they are scrolled back to. */
export function useListRows<Row, A extends ListAnswer<Row>>(
  source: ListSource<A>,
  query: ListQuery,
  pageSize: number,
  /** In how many milliseconds such rows are read again, where the live stream reports no change. */
  pollMs?: (rows: readonly Row[]) => number | false,
) {
  const list = useInfiniteQuery({
    queryKey: [...source.key, query, pageSize],
    queryFn: async ({ pageParam, signal }): Promise<Page<A>> => {
      const parameters = { ...query, limit: String(pageSize), cursor: pageParam.trail.at(-1) }
      return { answer: await source.fetch(parameters, signal), ...pageParam }
    },
    initialPageParam: firstPage,
    getNextPageParam: ({ answer, index, trail }): PageParam | undefined => {
      const { nextCursor } = answer.pagination
      return nextCursor ? { index: index + 1, trail: [...trail, nextCursor] } : undefined
    },
    getPreviousPageParam: ({ index, trail }): PageParam | undefined =>
      index > 0 ? { index: index - 1, trail: trail.slice(0, -1) } : undefined,
    maxPages: pagesKept,
    refetchInterval: ({ state }) =>
      pollMs?.(state.data?.pages.flatMap(({ answer }) => answer.data) ?? []) ?? false,
    placeholderData: keepPreviousData,
  })
  const pages = list.data?.pages
  const rows = useMemo(() => pages?.flatMap((page) => page.answer.data) ?? [], [pages])
  const first = pages?.[0]
  return {
    list,
    rows,
    /** Rows before the window that were dropped. */
    before: (first?.index ?? 0) * pageSize,
    total: useLastTotal(
      pages?.findLast(({ answer }) => answer.pagination.total !== undefined)?.answer.pagination
        .total,
      JSON.stringify([source.key, query]),
    ),
    pageOf: (index: number) => pages?.find((page) => page.index === index)?.answer,
  }
}

/** Only a first page has the number of rows; the number holds while the view stays the same. */
function useLastTotal(known: number | undefined, view: string): number | undefined {
  const [last, setLast] = useState({ view, known })
  if (known !== undefined && (last.view !== view || last.known !== known)) setLast({ view, known })
  return known ?? (last.view === view ? last.known : undefined)
}
