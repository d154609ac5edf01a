import { queryOptions } from '@tanstack/react-query'
import { type AnswerOf, call, payinRoutes } from '../../api/call.ts'
import { nestedSource } from '../../components/payin/nested-source.ts'

export type { RouteItem } from '../../components/payin/words.ts'
export type PayinRoute = AnswerOf<typeof payinRoutes.read>['data']['data']
/** A deposit as the history of its route has it. */
export type Deposit = PayinRoute['history'][number]
/** A deposit that stands by itself: with or without a route. */
export type DepositRecord = AnswerOf<typeof payinRoutes.listDeposits>['data']['data'][number]
export type RouteChange = AnswerOf<typeof payinRoutes.changes>['data']['data'][number]
export type Volume = AnswerOf<typeof payinRoutes.volume>['data']['data']
export type Preview = AnswerOf<typeof payinRoutes.preview>['data']['data']

/** One route; its history is read by its tab. */
export const routeQuery = (teleportId: string) =>
  queryOptions({
    queryKey: ['payin-routes', 'one', teleportId],
    queryFn: ({ signal }) =>
      call(payinRoutes.read, { params: { teleportId }, query: { limit: '1' } }, { signal }),
    select: ({ data }) => data.data,
  })

export const routesSource = nestedSource(
  ['payin-routes', 'list'],
  payinRoutes.list,
  (routes) => routes,
)

/** Deposits of all funding accounts. */
export const depositsSource = nestedSource(
  ['payin-routes', 'deposits'],
  payinRoutes.listDeposits,
  (deposits) => deposits,
)

export const heldSource = nestedSource(
  ['payin-routes', 'deposits'],
  payinRoutes.listDeposits,
  (deposits) => deposits,
  undefined,
  { status: 'HELD' },
)

/** One deposit by its id; undefined where there is none. */
export const depositQuery = (depositId: string) =>
  queryOptions({
    queryKey: ['payin-routes', 'deposit', depositId],
    queryFn: ({ signal }) =>
      call(payinRoutes.listDeposits, { query: { q: depositId, limit: '1' } }, { signal }),
    select: ({ data }) => data.data.find((deposit) => deposit.depositId === depositId),
  })

export const previewQuery = (teleportId: string, amount: string) =>
  queryOptions({
    queryKey: ['payin-routes', 'preview', teleportId, amount],
    queryFn: ({ signal }) =>
      call(payinRoutes.preview, { params: { teleportId }, query: { amount } }, { signal }),
    select: ({ data }) => data.data,
  })

export type Days = '7' | '30' | '90'

export const volumeQuery = (teleportId: string, days: Days) =>
  queryOptions({
    queryKey: ['payin-routes', 'volume', teleportId, days],
    queryFn: ({ signal }) =>
      call(payinRoutes.volume, { params: { teleportId }, query: { days } }, { signal }),
    select: ({ data }) => data.data,
  })
