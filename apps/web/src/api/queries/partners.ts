import { queryOptions } from '@tanstack/react-query'
import { type AnswerOf, call, partners } from '../call.ts'

export type Payments = AnswerOf<typeof partners.paymentsBalance>['data']
export type PaymentEntry = Payments['entries'][number]
export type Partner = AnswerOf<typeof partners.me>['data']
export type Prepaid = AnswerOf<typeof partners.prepaidBalance>['data']

/** What live messages about the workspace and its balances make stale. */
export const partnersKey = ['partners'] as const

export const paymentsQuery = queryOptions({
  queryKey: [...partnersKey, 'payments'],
  queryFn: ({ signal }) => call(partners.paymentsBalance, {}, { signal }),
})

export const prepaidQuery = queryOptions({
  queryKey: [...partnersKey, 'prepaid'],
  queryFn: ({ signal }) => call(partners.prepaidBalance, {}, { signal }),
})

/** The partner itself: its wallets with what they hold, read from the chain. */
export const meQuery = queryOptions({
  queryKey: [...partnersKey, 'me'],
  queryFn: ({ signal }) => call(partners.me, {}, { signal }),
})
