import type { AnswerOf, partners } from '../call.ts'

export type Payments = AnswerOf<typeof partners.paymentsBalance>['data']
export type PaymentEntry = Payments['entries'][number]
export type Partner = AnswerOf<typeof partners.me>['data']
export type Prepaid = AnswerOf<typeof partners.prepaidBalance>['data']

/** What live messages about the workspace and its balances make stale. */
export const partnersKey = ['partners'] as const
