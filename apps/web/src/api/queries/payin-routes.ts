import { type AnswerOf, call, type InputOf, payinRoutes, q } from '../call.ts'
import { nestedSource, type Picked, type SummarySource } from '../list-source.ts'

export type RouteItem = AnswerOf<typeof payinRoutes.list>['data']['data'][number]
export type PayinRoute = AnswerOf<typeof payinRoutes.read>['data']['data']
/** A deposit as the history of its route has it. */
export type Deposit = PayinRoute['history'][number]
/** A deposit that stands by itself: with or without a route. */
export type DepositRecord = AnswerOf<typeof payinRoutes.listDeposits>['data']['data'][number]
export type RouteChange = AnswerOf<typeof payinRoutes.changes>['data']['data'][number]
export type Volume = AnswerOf<typeof payinRoutes.volume>['data']['data']
export type DepositSummary = AnswerOf<typeof payinRoutes.summarise>['data']['data']
export type Preview = AnswerOf<typeof payinRoutes.preview>['data']['data']

/** What live messages about routes and their deposits make stale. */
export const payinRoutesKey = ['payin-routes'] as const

const healthFields = ['routeStatus', 'held', 'lastDepositAt', 'createdAt'] as const
export type RouteHealth = Picked<RouteItem, (typeof healthFields)[number]>

/** The newest routes and how many there are. */
export const routeHealthQuery = q(
  payinRoutes.list,
  { limit: '200', sort: '-createdAt', fields: healthFields.join() },
  {
    select: ({ data, pagination }) => ({
      routes: data.data as RouteHealth[],
      total: pagination.total ?? data.data.length,
    }),
  },
)

/** One route; its history is read by its tab. */
export const routeQuery = (teleportId: string) =>
  q(payinRoutes.read, { teleportId, limit: '1' }, { select: ({ data }) => data.data })

export type RouteEnd =
  | { externalAccountId: string; fundingAccountId?: never }
  | { fundingAccountId: string; externalAccountId?: never }

export type UnlistedDeposit = UnlistedAnswer['deposits'][number]
type UnlistedAnswer = AnswerOf<typeof payinRoutes.listUnlisted>['data']['data']

/** Unknown tokens and native coin that nobody has decided about, and where more came than is listed. */
export const unlistedQuery = q(
  payinRoutes.listUnlisted,
  { status: 'HELD', limit: '50' },
  { select: ({ data, pagination }) => ({ ...data.data, total: pagination.total ?? 0 }) },
)

type DepositFilter = NonNullable<InputOf<typeof payinRoutes.summarise>['query']>

/** How many deposits of a route match a filter, and their sums. */
export const historySummary = (teleportId: string): SummarySource<DepositSummary> => ({
  key: [...payinRoutesKey, 'history-summary', teleportId],
  fetch: async (query, signal) => {
    const input = { params: { teleportId }, query: query as DepositFilter }
    return (await call(payinRoutes.summarise, input, { signal })).data.data
  },
})

export const changesSource = (teleportId: string) =>
  nestedSource([...payinRoutesKey, 'changes'], payinRoutes.changes, (changes) => changes, {
    teleportId,
  })

/** One deposit by its id; undefined where there is none. */
export const depositQuery = (depositId: string) =>
  q(
    payinRoutes.listDeposits,
    { q: depositId, limit: '1' },
    { select: ({ data }) => data.data.find((deposit) => deposit.depositId === depositId) },
  )

/** What an amount would come to on a route as it is: while it is off, it holds. */
export const previewQuery = (teleportId: string, amount: string) =>
  q(payinRoutes.preview, { teleportId, amount }, { select: ({ data }) => data.data })

export type Ends = {
  fundingAccountId: string
  externalAccountId: string
  /** A route that is asked as it is: while it is off, it holds. */
  routeId?: string
}

/** What an amount would come to at a destination, whether a route goes there or not. */
export const estimateQuery = (
  { fundingAccountId, externalAccountId, routeId }: Ends,
  amount: string,
) =>
  routeId
    ? previewQuery(routeId, amount)
    : q(
        payinRoutes.estimate,
        { fundingAccountId, externalAccountId, amount },
        { select: ({ data }) => data.data },
      )

export type Days = '7' | '30' | '90'

export const volumeQuery = (teleportId: string, days: Days) =>
  q(payinRoutes.volume, { teleportId, days }, { select: ({ data }) => data.data })
