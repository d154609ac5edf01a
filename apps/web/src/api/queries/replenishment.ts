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

/** As many as one batch takes. */
export const batchMax = 100

export const quotesSource = listSource([...liquidityKey, 'quotes'], liquidity.listReplenishQuotes)

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
