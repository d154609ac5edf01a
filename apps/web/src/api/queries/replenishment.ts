import { queryOptions } from '@tanstack/react-query'
import { type AnswerOf, call, liquidity } from '../call.ts'
import { listSource, type RowOf } from '../list-source.ts'
import { liquidityKey } from './liquidity.ts'

export type Drawing = RowOf<typeof liquidity.list>
export type FeeTerm = Drawing['feeBreakdown']['terms'][number]
export type ReplenishQuote = RowOf<typeof liquidity.listReplenishQuotes>
export type Replenishment = AnswerOf<typeof liquidity.readReplenish>['data']

export const drawingsSource = listSource([...liquidityKey, 'drawings', 'list'], liquidity.list)

export const drawingsSourceOfFrame = (reserveFrameId: string) =>
  listSource([...liquidityKey, 'drawings', 'of-frame'], liquidity.list, undefined, {
    reserveFrameId,
  })

export const drawingQuery = (ltxId: string) =>
  queryOptions({
    queryKey: [...liquidityKey, 'drawings', 'one', ltxId],
    queryFn: ({ signal }) =>
      call(liquidity.detail, { params: { transactionId: ltxId } }, { signal }),
  })

/** As many as one batch takes. */
export const batchMax = 100

/** Drawings on which something is owed, those that are due first. */
export const openDrawingsQuery = queryOptions({
  queryKey: [...liquidityKey, 'drawings', 'open'],
  queryFn: ({ signal }) =>
    call(
      liquidity.list,
      { query: { open: 'true', sort: 'dueAt', limit: String(batchMax) } },
      { signal },
    ),
})

export const quotesSource = listSource([...liquidityKey, 'quotes'], liquidity.listReplenishQuotes)

/** Replenish quotes of one drawing with what was fulfilled of each, newest first. */
export const quotesOfQuery = (ltxId: string) =>
  queryOptions({
    queryKey: [...liquidityKey, 'quotes', 'of', ltxId],
    queryFn: ({ signal }) =>
      call(liquidity.listReplenishQuotes, { query: { ltxId, limit: '200' } }, { signal }),
  })

/** Quotes that can still be paid. */
export const openQuotesQuery = queryOptions({
  queryKey: [...liquidityKey, 'quotes', 'open'],
  queryFn: ({ signal }) =>
    call(liquidity.listReplenishQuotes, { query: { status: 'OPEN', limit: '100' } }, { signal }),
})

const pollMs = 2000
const finalStates: readonly string[] = ['COMPLETED', 'FAILED', 'EXPIRED']

/** One replenishment, asked for again until it has ended. */
export const replenishmentQuery = (replenishmentId: string) =>
  queryOptions({
    queryKey: [...liquidityKey, 'replenishments', replenishmentId],
    queryFn: ({ signal }) =>
      call(liquidity.readReplenish, { params: { replenishTxnHash: replenishmentId } }, { signal }),
    refetchInterval: ({ state }) =>
      finalStates.includes(state.data?.data.txnStatus ?? '') ? false : pollMs,
  })
