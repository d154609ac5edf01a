import type { payinRoutes } from '@corridor/contract'
import { inTwoParts, partOf, success } from '../../../api/handlers.ts'
import { answersFor } from '../../../api/request/refusal.ts'
import type { Deps } from '../../../ports/deps.ts'
import { depositMessages } from './messages.ts'
import { unassignedMoney, undecidedPayouts } from './undecided.ts'
import { waitingPayments } from './waiting.ts'

const valueOrThrow = answersFor({ RECORD_NOT_FOUND: 'No deposit has this id.' })

/**
 * What the bank's messages have. Payments belong to no partner before they are matched, so that only a
 * worker reads them: whose each is is asked first.
 */
export const paymentHandlers = (deps: Deps) =>
  partOf<typeof payinRoutes>()({
    listWaiting: inTwoParts({
      before: (_input, { partnerId }) =>
        deps.db.readingAll(async (tx) => ({
          ...(await waitingPayments(tx, deps, partnerId)),
          unassigned: await unassignedMoney(tx, deps, partnerId),
          payouts: await undecidedPayouts(tx, partnerId),
        })),
      handle: (_tx, _input, _caller, data) =>
        Promise.resolve(success({ message: 'Money that waits for a decision.', data })),
      reads: true,
    }),
    depositMessages: inTwoParts({
      before: async ({ params }, caller) =>
        valueOrThrow(await depositMessages(deps, caller, params.depositId)),
      handle: (_tx, _input, _caller, data) =>
        Promise.resolve(success({ message: 'Messages of the deposit.', data })),
      reads: true,
    }),
  })
