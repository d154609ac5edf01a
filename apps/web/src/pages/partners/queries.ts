import { queryOptions } from '@tanstack/react-query'
import { type AnswerOf, call, partners } from '../../api/call.ts'

export type Payments = AnswerOf<typeof partners.paymentsBalance>['data']
export type PaymentEntry = Payments['entries'][number]
export type Prepaid = AnswerOf<typeof partners.prepaidBalance>['data']

export const paymentsQuery = queryOptions({
  queryKey: ['partners', 'payments'],
  queryFn: ({ signal }) => call(partners.paymentsBalance, {}, { signal }),
})

export const prepaidQuery = queryOptions({
  queryKey: ['partners', 'prepaid'],
  queryFn: ({ signal }) => call(partners.prepaidBalance, {}, { signal }),
})
