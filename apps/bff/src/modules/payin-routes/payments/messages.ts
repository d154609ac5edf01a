import { fail, ok, parseId } from '@corridor/domain'
import type { Caller } from '../../../api/request/caller.ts'
import { evidenceOf, findPayments } from '../../../outside/bank/decisions-store.ts'
import type { Deps } from '../../../ports/deps.ts'
import { findDeposit } from '../deposits/store.ts'
import { messageBody } from './view.ts'

/** What the bank's messages have of a partner's deposit. */
export async function depositMessages({ db }: Deps, { partnerId }: Caller, depositId: string) {
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
