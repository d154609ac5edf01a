import type { ErrorDetail, PolicyRule, PolicyRules } from '@corridor/contract'
import { scopesOfRole } from '@corridor/domain'
import { detail, Refusal } from '../../api/request/refusal.ts'
import type { Tx } from '../../db/open.ts'
import { listOwnRoles } from '../../records/roles/store.ts'

/** Passes rules on that name operations and people that there are. @throws Refusal FIELD_INVALID */
export function createPolicyCheck(operations: ReadonlySet<string>) {
  return async (tx: Tx, partnerId: string, policy: PolicyRules): Promise<PolicyRules> => {
    const approvers = [...approverRoles, ...(await ownApprovers(tx, partnerId))]
    const details = policy.rules.flatMap((rule, at) => issuesOf(operations, approvers, rule, at))
    if (details.length === 0) return policy
    throw new Refusal('FIELD_INVALID', 'Some fields are not valid.', { details })
  }
}

const issuesOf = (
  operations: ReadonlySet<string>,
  approvers: readonly string[],
  { on, then }: PolicyRule,
  at: number,
): ErrorDetail[] => [
  ...on
    .filter((term) => term !== '*' && !operations.has(term))
    .map((term) =>
      detail(`rules.${at}.on`, 'FIELD_INVALID', `${term} is not an operation of a policy.`, {
        allowed: ['*', ...operations],
      }),
    ),
  ...(typeof then === 'string' ? [] : then.approvals.flatMap(({ from }) => from))
    .filter((term) => !approvers.includes(term) && !isMember(term))
    .map((term) =>
      detail(`rules.${at}.then`, 'FIELD_INVALID', `${term} names nobody who may approve.`, {
        allowed: approvers,
      }),
    ),
]

const approverRoles = Object.entries(scopesOfRole)
  .filter(([, scopes]) => scopes.includes('transfers:approve'))
  .map(([role]) => `role:${role}`)

/** Roles of the partner's own that may approve. */
const ownApprovers = async (tx: Tx, partnerId: string): Promise<string[]> =>
  (await listOwnRoles(tx, partnerId))
    .filter(({ scopes }) => scopes.includes('transfers:approve'))
    .map(({ id }) => `role:${id}`)

const isMember = (term: string): boolean => /^member:mem_[0-9a-z]{26}$/.test(term)
