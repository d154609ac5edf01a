import { useState } from 'react'
import type { Range } from './types.ts'
import type { ListAnswer, ListQuery, ListSource } from '../../api/list-source.ts'
import { useHeldRows } from './use-held-rows.ts'
import { useListRows } from './use-list-rows.ts'

const virtualPage = 100
const paperPage = 50

/** Rows to show and how to get more, virtual or page by page. */
export function useListData<Row extends object, A extends ListAnswer<Row>>(
  source: ListSource<A>,
  query: ListQuery,
  rowId: (row: Row) => string,
  paged: boolean,
) {
  const pageSize = paged ? paperPage : virtualPage
  const { list, rows, before, total, answer, pageOf } = useListRows<Row, A>(source, query, pageSize)
  const view = JSON.stringify([query, pageSize])
  const [page, setPage] = useState({ view, index: 0 })
  const index = page.view === view ? page.index : 0
  const { hasNextPage, hasPreviousPage, isFetchingNextPage, isFetchingPreviousPage } = list
  const { fetchNextPage, fetchPreviousPage, isPlaceholderData } = list
  // Rows that stand in while another view is read say nothing about what is new in that view.
  const holds = !paged && before === 0 && !isPlaceholderData
  const { shown, held, release } = useHeldRows(rows, rowId, view, holds)

  const onRange = (screen: Range, loaded: Range) => {
    if (isPlaceholderData) return
    if (screen[1] >= loaded[1] && hasNextPage && !isFetchingNextPage) void fetchNextPage()
    else if (screen[0] < loaded[0] && hasPreviousPage && !isFetchingPreviousPage) {
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
    total,
    answer,
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
