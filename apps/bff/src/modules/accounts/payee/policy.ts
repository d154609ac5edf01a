import type { PayeePolicy } from '@corridor/domain'
import type { Caller } from '../../../api/request/caller.ts'
import type { Tx } from '../../../db/open.ts'
import type { Deps } from '../../../ports/deps.ts'
import { changeTerms, termsOf } from '../../../records/partners/terms-store.ts'
import { payeePolicyOf } from '../../../records/partners/terms.ts'

export const readPolicy = async (tx: Tx, { partnerId }: Caller): Promise<PayeePolicy> =>
  payeePolicyOf(await termsOf(tx, partnerId))

/** Terms are not a request's to write: they are changed as the operator changes them, and audited so. */
export async function setPolicy(
  { db }: Pick<Deps, 'db'>,
  caller: Caller,
  policy: PayeePolicy,
): Promise<PayeePolicy> {
  const changed = await db.asWorker((tx) => changeTerms(tx, caller, { payeeChecks: policy }))
  if (!changed.ok) throw new Error('terms that the contract takes are out of bounds')
  return payeePolicyOf(changed.value)
}
