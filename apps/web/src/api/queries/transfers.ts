import { keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query'
import { type AnswerOf, call, transfers } from '../call.ts'
import { serviceNow } from '../clock.ts'
import { type ListQuery, listSource, type RowOf } from '../list-source.ts'
import { freshFor } from '../query-client.ts'

export type Transfer = RowOf<typeof transfers.list>
export type Step = Transfer['details'][number]
export type TransferExport = AnswerOf<typeof transfers.readExport>['data']
export type Timeline = AnswerOf<typeof transfers.timeline>['data']

/** What live messages about transfers make stale. */
export const transfersKey = ['transfers'] as const
export const transferListKey = [...transfersKey, 'list'] as const

export const transfersSource = listSource(transferListKey, transfers.listOfPartner)

export const transfersSourceOf = (entityId: string) =>
  listSource([...transfersKey, 'of-entity'], transfers.listOfEntity, { entityId })

const over: readonly string[] = ['COMPLETED', 'FAILED', 'EXPIRED', 'CANCELLED', 'REFUNDED']

/** Nothing moves any more by itself. */
export function isOver({ status }: Transfer): boolean {
  return over.includes(status)
}

/** It is over and nobody can do anything about it any more, so its record stays as it is. */
export function isSettled(transfer: Transfer): boolean {
  return isOver(transfer) && transfer.allowedActions.length === 0
}

export const transferQuery = (executionId: string) =>
  queryOptions({
    queryKey: [...transfersKey, 'one', executionId],
    queryFn: ({ signal }) => call(transfers.read, { params: { executionId } }, { signal }),
    staleTime: ({ state }) =>
      state.data && isSettled(state.data.data) ? freshFor.immutable : freshFor.list,
  })

/** Steps, postings, deliveries and audit entries of a transfer. */
export const timelineQuery = (executionId: string) =>
  queryOptions({
    queryKey: [...transfersKey, 'timeline', executionId],
    queryFn: ({ signal }) => call(transfers.timeline, { params: { executionId } }, { signal }),
  })

/** How many there are of each status under other filters. */
export const transferCountsQuery = (query: ListQuery) =>
  queryOptions({
    queryKey: [...transfersKey, 'counts', query],
    queryFn: ({ signal }) =>
      call(transfers.listOfPartner, { query: { ...query, limit: '1' } }, { signal }),
    placeholderData: keepPreviousData,
  })

export const latestShown = 8

export const latestTransfersQuery = queryOptions({
  queryKey: [...transfersKey, 'overview', 'latest'],
  queryFn: ({ signal }) =>
    call(transfers.list, { query: { limit: String(latestShown), sort: '-createdAt' } }, { signal }),
})

const dayMs = 24 * 3_600_000
const lookBackDays = 7
const attentionShown = '4'

/** Transfers of the last days (UTC) that wait for a person. */
export const attentionQuery = queryOptions({
  queryKey: [...transfersKey, 'overview', 'attention'],
  queryFn: ({ signal }) => {
    const now = serviceNow()
    const query = {
      status: 'AWAITING_APPROVAL,IN_REVIEW,FAILED',
      createdFrom: new Date(now - (now % dayMs) - lookBackDays * dayMs).toISOString(),
      limit: attentionShown,
    }
    return call(transfers.list, { query }, { signal })
  },
})

const historyLimit = '50'

/** Earlier transfers of one account, newest first: who is new to it, and what is usual. */
export const historyQuery = (accountId: string) =>
  queryOptions({
    queryKey: [...transfersKey, 'history', accountId],
    queryFn: ({ signal }) =>
      call(
        transfers.list,
        { query: { accountId, status: 'COMPLETED,PROCESSING', limit: historyLimit } },
        { signal },
      ),
  })

/** How many rows an export would have. */
export const exportCountQuery = (query: ListQuery) =>
  queryOptions({
    queryKey: [...transfersKey, 'export', query],
    queryFn: ({ signal }) => call(transfers.list, { query: { ...query, limit: '1' } }, { signal }),
  })

const exportPollMs = 1000

/** An export, asked for again until it is there or has failed. */
export const exportQuery = (exportId: string) =>
  queryOptions({
    queryKey: ['exports', exportId],
    queryFn: ({ signal }) => call(transfers.readExport, { params: { exportId } }, { signal }),
    refetchInterval: ({ state }) =>
      ['PENDING', 'RUNNING'].includes(state.data?.data.status ?? 'PENDING') ? exportPollMs : false,
  })

type ListData = { pages: { answer: { data: Transfer[] } }[] }

/** Rows of the list that is on screen, in its order. */
export function listedTransfers(queries: QueryClient): Transfer[] {
  const lists = queries.getQueriesData<ListData>({ queryKey: transferListKey, type: 'active' })
  return lists.flatMap(([, data]) => data?.pages.flatMap(({ answer }) => answer.data) ?? [])
}
