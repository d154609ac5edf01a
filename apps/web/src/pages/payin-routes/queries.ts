import { queryOptions } from '@tanstack/react-query'
import { type AnswerOf, call, payinRoutes } from '../../api/call.ts'

export type PayinRoute = AnswerOf<typeof payinRoutes.read>['data']['data']
export type RouteItem = AnswerOf<typeof payinRoutes.list>['data']['data'][number]
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
