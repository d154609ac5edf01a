import { queryOptions } from '@tanstack/react-query'
import { ApiError } from '@corridor/client/http'
import { type AnswerOf, call, type InputOf, liquidity, q } from '../call.ts'
import { listSource, type RowOf } from '../list-source.ts'
import { t } from '../../messages/text.ts'

export type ReserveFrame = RowOf<typeof liquidity.listReserves>
export type Limits = AnswerOf<typeof liquidity.limits>['data']
export type LiquidityPayment = RowOf<typeof liquidity.listPayments>

/** What live messages about the credit line make stale. */
export const liquidityKey = ['liquidity'] as const

type FrameFilter = NonNullable<InputOf<typeof liquidity.listReserves>['query']>

/** More frames than a timeline can show. */
export const framesMax = 200

/** Frames whose time overlaps with a span, in the order of their start. */
export const framesOfQuery = (from: string, to: string) =>
  q(liquidity.listReserves, { from, to, sort: 'startTimestamp', limit: String(framesMax) })

/** Frames of one state or phase. */
export const framesByQuery = (status: NonNullable<FrameFilter['status']>) =>
  q(liquidity.listReserves, { status, limit: String(framesMax) })

/** Accepted frames that have not ended. */
export const activeFramesQuery = q(liquidity.activeReserves, { limit: String(framesMax) })

const pagesMax = 25
const confirmingPollMs = 2000

/** One frame; undecided ones are asked for again, because only the chain knows when they change. */
export const frameQuery = (reserveFrameId: string) =>
  queryOptions({
    queryKey: [...liquidityKey, 'reserves', 'one', reserveFrameId],
    queryFn: ({ signal }) => findFrame(reserveFrameId, signal),
    refetchInterval: ({ state }) =>
      state.data?.status === 'PENDING_CONFIRMATION' ? confirmingPollMs : false,
  })

/**
 * A frame can be listed but not read by its id, so the newest are looked through.
 * @throws {ApiError} 404 where none of them is it
 */
async function findFrame(reserveFrameId: string, signal: AbortSignal): Promise<ReserveFrame> {
  let cursor: string | undefined
  for (let page = 0; page < pagesMax; page += 1) {
    const query = { limit: String(framesMax), sort: '-createdAt' as const, cursor }
    // Each page begins where the one before it ended.
    const { data, pagination } = await call(liquidity.listReserves, { query }, { signal })
    const frame = data.find(({ id }) => id === reserveFrameId)
    if (frame) return frame
    if (!pagination.nextCursor) break
    cursor = pagination.nextCursor
  }
  throw new ApiError({
    status: 404,
    code: 'RESERVE_NOT_FOUND',
    message: t('No frame has this id.'),
  })
}

export const paymentsSource = listSource([...liquidityKey, 'payments'], liquidity.listPayments)

const arrivalPollMs = 2000

/** Payments that fit nothing yet; while somebody waits for one they are asked for again. */
export const unmatchedQuery = (isAwaited = false) =>
  q(
    liquidity.listPayments,
    { status: 'UNMATCHED', limit: '200' },
    { refetchInterval: isAwaited ? arrivalPollMs : false },
  )
