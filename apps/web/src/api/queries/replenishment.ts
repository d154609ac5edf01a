import { replenishmentStates } from '@corridor/domain'
import { type AnswerOf, liquidity, q } from '../call.ts'
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

export const drawingQuery = (ltxId: string) => q(liquidity.detail, { transactionId: ltxId })

/** As many as one batch takes. */
export const batchMax = 100

/** Drawings on which something is owed, those that are due first. */
export const openDrawingsQuery = q(liquidity.list, {
  open: 'true',
  sort: 'dueAt',
  limit: String(batchMax),
})

export const quotesSource = listSource([...liquidityKey, 'quotes'], liquidity.listReplenishQuotes)

/** Replenish quotes of one drawing with what was fulfilled of each, newest first. */
export const quotesOfQuery = (ltxId: string) =>
  q(liquidity.listReplenishQuotes, { ltxId, limit: '200' })

const pollMs = 2000
/** One replenishment, asked for again until it has ended. */
export const replenishmentQuery = (replenishmentId: string) =>
  q(
    liquidity.readReplenish,
    { replenishTxnHash: replenishmentId },
    {
      refetchInterval: ({ state }) =>
        state.data && !replenishmentStates[state.data.data.txnStatus].isOpen ? false : pollMs,
    },
  )
