import type { Hex } from '@corridor/chains'
import { fail, ok, type Result } from '@corridor/domain'
import { detail, type Failure } from '../../api/request/refusal.ts'
import type { Deps } from '../../ports/deps.ts'
import { keepAsCase } from '../screening/cases.ts'
import { lookUp } from '../screening/screen.ts'

export type ListedPayer = Failure<'POLICY_BLOCKED' | 'PROVIDER_UNAVAILABLE'>
type Parts = Pick<Deps, 'db' | 'screening' | 'ids' | 'log'>

/**
 * Looks up who paid the service, before anything is credited. A listed one's payment is claimed by
 * nobody and stays where it is; once the operator has cleared the address for this transaction, the
 * same request is taken.
 */
export async function screenPayer(
  deps: Parts,
  partnerId: string,
  { hash, senders }: { hash: Hex; senders: readonly string[] },
): Promise<Result<undefined, ListedPayer>> {
  const found = await lookUp(
    deps,
    senders.map((address) => ({ kind: 'address', address })),
  )
  if (!found.ok) return found
  const context = { partnerId, kind: 'payment', id: hash } as const
  const { outcome } = await deps.db.withPartner(partnerId, (tx) =>
    keepAsCase(tx, deps, context, found.value),
  )
  return outcome === 'CLEAR' ? ok(undefined) : fail(blocked)
}

const blocked: ListedPayer = {
  code: 'POLICY_BLOCKED',
  details: [
    detail('transactionHash', 'POLICY_BLOCKED', 'Compliance does not allow this payment now.'),
  ],
}
