import type { ErrorDetail, PolicyRule, PolicyRules } from '@corridor/contract'
import { scopesOfRole } from '@corridor/domain'
import { detail, Refusal } from '../../api/request/refusal.ts'

/** Passes rules on that name operations and people that there are. @throws Refusal FIELD_INVALID */
export function createPolicyCheck(operations: ReadonlySet<string>) {
  return (policy: PolicyRules): PolicyRules => {
    const details = policy.rules.flatMap((rule, at) => issuesOf(operations, rule, at))
    if (details.length === 0) return policy
    throw new Refusal('FIELD_INVALID', 'Some fields are not valid.', { details })
  }
}

const issuesOf = (
  operations: ReadonlySet<string>,
  { on, then }: PolicyRule,
  at: number,
): ErrorDetail[] => [
  ...on
    .filter((word) => word !== '*' && !operations.has(word))
    .map((word) =>
      detail(`rules.${at}.on`, 'FIELD_INVALID', `${word} is not an operation of a policy.`, {
        allowed: ['*', ...operations],
      }),
    ),
  ...(typeof then === 'string' ? [] : then.approvals.flatMap(({ from }) => from))
    .filter((word) => !isApprover(word))
    .map((word) =>
      detail(`rules.${at}.then`, 'FIELD_INVALID', `${word} names nobody who may approve.`, {
        allowed: approverRoles,
      }),
    ),
]

const approverRoles = Object.entries(scopesOfRole)
  .filter(([, scopes]) => scopes.includes('transfers:approve'))
  .map(([role]) => `role:${role}`)

const isApprover = (word: string): boolean =>
  approverRoles.includes(word) || /^member:mem_[0-9a-z]{26}$/.test(word)
