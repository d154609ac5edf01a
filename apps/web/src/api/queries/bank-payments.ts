import { type AnswerOf, payinRoutes, q, type sandbox } from '../call.ts'

export type BankMessage = AnswerOf<typeof payinRoutes.depositMessages>['data']['data'][number]
export type WaitingPayment = AnswerOf<
  typeof payinRoutes.listWaiting
>['data']['data']['payments'][number]
export type TriedFile = AnswerOf<typeof sandbox.tryBankFile>['data']
export type TriedLine = TriedFile['lines'][number]
export type SetAsideLine = AnswerOf<typeof sandbox.listSetAside>['data'][number]

/** Money that may be a payment which is there already. */
export const waitingPaymentsQuery = q(
  payinRoutes.listWaiting,
  {},
  { select: ({ data }) => data.data },
)

/** Deposits that wait for a decision: how many, and the oldest of them. */
export const heldDepositsQuery = q(
  payinRoutes.listDeposits,
  { status: 'HELD', sort: 'receivedAt', limit: '1' },
  {
    select: ({ data, pagination }) => ({
      count: pagination.total ?? data.data.length,
      oldest: data.data[0],
    }),
  },
)
