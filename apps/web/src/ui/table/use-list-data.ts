import { keepPreviousData, queryOptions, skipToken, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Range } from './types.ts'
import type { ListAnswer, ListQuery, ListSource, SummarySource } from '../../api/list-source.ts'
import { useHeldRows } from './use-held-rows.ts'
import { useListRows } from './use-list-rows.ts'

const virtualPage = 100
const paperPage = 50
/** So many rows before the last that is loaded, more are read: who scrolls on does not wait for them. */
const rowsAhead = 50

/** The summary of a filter; in which order its rows stand is nothing to it. */
export function summaryQuery<S extends { count: number }>(
  source: SummarySource<S> | undefined,
  query: ListQuery,
) {
  const filter = { ...query }
  delete filter['sort']
  return queryOptions({
    queryKey: [...(source?.key ?? ['no-summary']), filter],
    queryFn: source ? ({ signal }) => source.fetch(filter, signal) : skipToken,
  })
}

/** Rows to show and how to get more, virtual or page by page. */
export function useListData<
  Row extends object,
  A extends ListAnswer<Row>,
  S extends { count: number },
>(
  source: ListSource<A>,
  query: ListQuery,
  rowId: (row: Row) => string,
  paged: boolean,
  summarySource?: SummarySource<S>,
) {
  const pageSize = paged ? paperPage : virtualPage
  const { list, rows, before, total, pageOf } = useListRows<Row, A>(source, query, pageSize)
  const summary = useQuery({
    ...summaryQuery(summarySource, query),
    placeholderData: keepPreviousData,
  })
  const count = summary.isPlaceholderData ? undefined : summary.data?.count
  const view = JSON.stringify([query, pageSize])
  const [page, setPage] = useState({ view, index: 0 })
  const index = page.view === view ? page.index : 0
  const { hasNextPage, hasPreviousPage, isFetchingNextPage, isFetchingPreviousPage } = list
  const { fetchNextPage, fetchPreviousPage, isPlaceholderData } = list
  // Rows that stand in while another view is read say nothing about what is new in that view.
  const holds = !paged && before === 0 && !isPlaceholderData
  const isCurrent = list.isFetchedAfterMount || !list.isFetching
  const { shown, held, release } = useHeldRows(rows, rowId, view, holds, isCurrent)
  const all = count ?? total

  const onRange = (screen: Range, loaded: Range) => {
    if (isPlaceholderData) return
    if (screen[1] >= loaded[1] - rowsAhead && hasNextPage && !isFetchingNextPage) {
      void fetchNextPage()
    } else if (screen[0] < loaded[0] + rowsAhead && hasPreviousPage && !isFetchingPreviousPage) {
      void fetchPreviousPage()
    }
  }
  const goTo = async (next: number) => {
    if (!pageOf(next)) await (next > index ? fetchNextPage() : fetchPreviousPage())
    setPage({ view, index: next })
  }
  const paper = pageOf(index)
  return {
    rows: paged ? (paper?.data ?? []) : shown,
    before: paged ? index * pageSize : before,
    // As the tabs count, which are read again at other moments than the rows; without what waits behind "new".
    total: all === undefined ? undefined : all - held,
    summary: summary.data,
    held,
    release,
    paged,
    page: index,
    pageSize,
    hasPageAfter: paper?.pagination.hasMore ?? false,
    goTo,
    more: !paged && hasNextPage,
    loaded: list.data !== undefined,
    error: list.error,
    updatedAt: list.dataUpdatedAt,
    refreshing: list.isFetching && list.data !== undefined && !isFetchingNextPage,
    refetch: list.refetch,
    onRange,
  }
}
