import type { payinRoutes } from '@corridor/contract'
import { fail, ok, parseId } from '@corridor/domain'
import { inTwoParts, partOf, success } from '../../../api/handlers.ts'
import { answersFor } from '../../../api/request/refusal.ts'
import type { Caller } from '../../../api/request/caller.ts'
import { evidenceOf, findPayments } from '../../../outside/bank/decisions-store.ts'
import type { Deps } from '../../../ports/deps.ts'
import { findDeposit } from '../deposits/store.ts'
import { messageBody } from './view.ts'
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
        deps.db.readingAll((tx) => waitingPayments(tx, deps, partnerId)),
      handle: (_tx, _input, _caller, data) =>
        Promise.resolve(success({ message: 'Money that waits for a decision.', data })),
      reads: true,
    }),
    depositMessages: inTwoParts({
      before: async ({ params }, caller) =>
        valueOrThrow(await messagesOf(deps, caller, params.depositId)),
      handle: (_tx, _input, _caller, data) =>
        Promise.resolve(success({ message: 'Messages of the deposit.', data })),
      reads: true,
    }),
  })

async function messagesOf({ db }: Deps, { partnerId }: Caller, depositId: string) {
  const id = parseId('dep', depositId)
  const deposit = id && (await db.reading(partnerId, (tx) => findDeposit(tx, partnerId, id)))
  if (!deposit) return fail({ code: 'RECORD_NOT_FOUND' as const })
  const { bank_entry: paymentId } = deposit
  if (paymentId === null) return ok([])
  return db.readingAll(async (tx) => {
    const [payment] = await findPayments(tx, [paymentId])
    const evidence = payment ? await evidenceOf(tx, [paymentId]) : []
    return ok(payment ? evidence.map((item) => messageBody(payment, item)) : [])
  })
}
