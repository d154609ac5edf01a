import { queryOptions, type QueryClient } from '@tanstack/react-query'
import type { ResponseOf } from '@corridor/contract'
import { accounts, call, type Endpoint, transfers, webhooks } from '../../api/call.ts'
import { freshFor } from '../../api/query-client.ts'
import type { RowOf } from '../../components/table/list-source.ts'
import { isSettled, type Transfer } from './words.ts'

export type Account = RowOf<typeof accounts.listExternal>
export type Jurisdiction = RowOf<typeof accounts.listJurisdictions>
/** What an operation answers: `AnswerOf<typeof transfers.simulate>`. */
export type AnswerOf<T> = T extends Endpoint<infer E> ? ResponseOf<E> : never
export type TransferExport = AnswerOf<typeof transfers.readExport>['data']
export type TransferEvent = RowOf<typeof webhooks.events>

export const transferQuery = (executionId: string) =>
  queryOptions({
    queryKey: ['transfers', 'one', executionId],
    queryFn: ({ signal }) => call(transfers.read, { params: { executionId } }, { signal }),
    staleTime: ({ state }) =>
      state.data && isSettled(state.data.data) ? freshFor.immutable : freshFor.list,
  })

export const eventsQuery = (executionId: string) =>
  queryOptions({
    queryKey: ['webhooks', 'of-transfer', executionId],
    queryFn: ({ signal }) =>
      call(webhooks.events, { query: { executionId, limit: '200' } }, { signal }),
  })

/** Steps, postings, deliveries and audit entries of a transfer. */
export const timelineQuery = (executionId: string) =>
  queryOptions({
    queryKey: ['transfers', 'timeline', executionId],
    queryFn: ({ signal }) => call(transfers.timeline, { params: { executionId } }, { signal }),
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

export const jurisdictionsQuery = queryOptions({
  queryKey: ['accounts', 'jurisdictions'],
  queryFn: ({ signal }) =>
    call(accounts.listJurisdictions, { query: { limit: '200' } }, { signal }),
  staleTime: freshFor.reference,
})

type ListData = { pages: { answer: { data: Transfer[] } }[] }

/** Rows of the list that is on screen, in its order. */
export function listedTransfers(queries: QueryClient): Transfer[] {
  const lists = queries.getQueriesData<ListData>({
    queryKey: ['transfers', 'list'],
    type: 'active',
  })
  return lists.flatMap(([, data]) => data?.pages.flatMap(({ answer }) => answer.data) ?? [])
}
