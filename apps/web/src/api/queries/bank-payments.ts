import { type AnswerOf, payinRoutes, q, type sandbox } from '../call.ts'

export type BankMessage = AnswerOf<typeof payinRoutes.depositMessages>['data']['data'][number]
type Waiting = AnswerOf<typeof payinRoutes.listWaiting>['data']['data']
export type WaitingPayment = Waiting['payments'][number]
export type UnassignedMoney = Waiting['unassigned'][number]
export type UndecidedPayout = Waiting['payouts'][number]
export type TriedFile = AnswerOf<typeof sandbox.tryBankFile>['data']
export type TriedLine = TriedFile['lines'][number]
export type SetAsideLine = AnswerOf<typeof sandbox.listSetAside>['data'][number]

/** What waits for a decision about what the bank wrote. */
export const waitingPaymentsQuery = q(
  payinRoutes.listWaiting,
  {},
  { select: ({ data }) => ({ ...data.data, total: totalOf(data.data) }) },
)

const totalOf = ({ count, unassigned, payouts }: Waiting) =>
  count + unassigned.length + payouts.length

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
