import { fail, ok, parseId, toWire } from '@corridor/domain'
import type { Caller } from '../../../api/request/caller.ts'
import type { Tx } from '../../../db/open.ts'
import type { Deps } from '../../../ports/deps.ts'
import { findAccount } from '../../accounts/external/store.ts'
import { microText, openAnswer } from '../../accounts/proof/answers.ts'
import { listArrived } from '../../accounts/proof/store.ts'

/** What the statement of a customer's account at another bank shows of the payments that prove it. */
export async function arrivedOn(
  tx: Tx,
  { kek }: Pick<Deps, 'kek'>,
  { partnerId }: Caller,
  accountId: string,
) {
  const id = parseId('acc', accountId)
  const account = id && (await findAccount(tx, partnerId, id))
  if (!account) return fail({ code: 'ACCOUNT_NOT_FOUND' as const })
  const payments = await listArrived(tx, account)
  return ok(
    payments.map(({ amount: minor, scale, currency, status, created_at, ...of }) => ({
      amount: toWire({ minor, scale }),
      currency,
      text: microText(openAnswer(kek, { ...of, id: of.proof_id }, of.sealed_answer)),
      isPaid: status === 'CONFIRMED',
      at: created_at.toISOString(),
    })),
  )
}
