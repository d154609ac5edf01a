import { transferStates } from '@corridor/domain'
import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { type AnswerOf, call, transfers, q } from '../call.ts'
import { freshFor } from '../query-client.ts'
import { serviceNow } from '../clock.ts'
import type { RowOf } from '../list-source.ts'

export type Transfer = RowOf<typeof transfers.list>
export type Step = Transfer['details'][number]
export type Timeline = AnswerOf<typeof transfers.timeline>['data']

/** What live messages about transfers make stale. */
export const transfersKey = ['transfers'] as const
export const transferListKey = [...transfersKey, 'list'] as const

type Side = Transfer['from']
type Account = NonNullable<Side['account']>

/** As much of a transfer as a list shows and an export of picked rows needs. */
export type ListedTransfer = Pick<
  Transfer,
  | 'executionId'
  | 'transactionId'
  | 'parties'
  | 'status'
  | 'eventStatus'
  | 'direction'
  | 'exchangeRate'
  | 'fees'
  | 'refundOf'
  | 'transactionHash'
  | 'createdAt'
  | 'startedAt'
  | 'completedAt'
> & {
  failure?: Pick<NonNullable<Transfer['failure']>, 'code'> | undefined
  details: readonly Pick<Step, 'name' | 'status' | 'startedAt' | 'error'>[]
  from: ListedSide
  to: ListedSide
}
export type ListedSide = Pick<
  Side,
  | 'entityId'
  | 'accountId'
  | 'fullName'
  | 'latinName'
  | 'jurisdiction'
  | 'amount'
  | 'currency'
  | 'wallet'
> & {
  account?:
    | Pick<Account, 'accountHolderName' | 'bankName' | 'bankIban' | 'accountNumber'>
    | undefined
}

/** Nothing moves any more by itself. */
export function isOver({ status }: Pick<Transfer, 'status'>): boolean {
  return transferStates[status].isOver
}

/** It is over and nobody can do anything about it any more, so its record stays as it is. */
export function isSettled(transfer: Transfer): boolean {
  return isOver(transfer) && transfer.allowedActions.length === 0
}

export const transferQuery = (executionId: string) =>
  q(
    transfers.read,
    { executionId },
    {
      staleTime: ({ state }) =>
        state.data && isSettled(state.data.data) ? freshFor.immutable : freshFor.list,
    },
  )

/** What a transfer in review waits for, at the price of now. */
export const reviewQuery = (executionId: string) =>
  q(transfers.review, { executionId }, { staleTime: 0 })

export type TransferSummary = AnswerOf<typeof transfers.listOfPartner>['summary']

export const latestShown = 8

const dayMs = 24 * 3_600_000
const lookBackDays = 7
const attentionShown = '4'

/** Transfers of the last days (UTC) that wait for a person. */
export const attentionQuery = queryOptions({
  queryKey: [...transfersKey, 'overview', 'attention'],
  queryFn: ({ signal }) => {
    const now = serviceNow()
    const query = {
      status: 'IN_REVIEW,FAILED',
      createdFrom: new Date(now - (now % dayMs) - lookBackDays * dayMs).toISOString(),
      limit: attentionShown,
    }
    return call(transfers.list, { query }, { signal })
  },
})

const stuckAfterMs = 3_600_000

/** Paid in more than an hour ago and still under way. */
export const stuckQuery = queryOptions({
  queryKey: [...transfersKey, 'overview', 'stuck'],
  queryFn: ({ signal }) => {
    const createdTo = new Date(serviceNow() - stuckAfterMs).toISOString()
    return call(
      transfers.list,
      { query: { status: 'PROCESSING', createdTo, limit: attentionShown } },
      { signal },
    )
  },
})

const historyLimit = '50'

/** Earlier transfers of one account, newest first: who is new to it, and what is usual. */
export const historyQuery = (accountId: string) =>
  q(transfers.list, { accountId, status: 'COMPLETED,PROCESSING', limit: historyLimit })

type ListData = { pages: { answer: { data: ListedTransfer[] } }[] }

/** Rows of the list that is on screen, in its order. */
export function listedTransfers(queries: QueryClient): ListedTransfer[] {
  const lists = queries.getQueriesData<ListData>({ queryKey: transferListKey, type: 'active' })
  return lists.flatMap(([, data]) => data?.pages.flatMap(({ answer }) => answer.data) ?? [])
}
