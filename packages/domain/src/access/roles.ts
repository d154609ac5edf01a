import type { Scope } from '@corridor/contract'
import { fail, ok, type Result } from '../base/result.ts'
import type { RoleName } from './scopes.ts'
import { isLastOwner, managesTeam, type TeamFailure, type TeamPerson } from './team.ts'

/** A role with what it may do. */
export type RoleScopes = { role: RoleName; scopes: readonly Scope[] }
type Person = TeamPerson & RoleScopes

/**
 * Whether a member may give somebody a role, by an invitation or by a change. Owners give every role.
 * Admins give what they may do themselves, so that nobody gets by a colleague what they were not given.
 */
export function mayGive(by: RoleScopes, given: RoleScopes): Result<void, TeamFailure> {
  if (!managesTeam(by.role)) return fail('TEAM_ROLE_NEEDED')
  if (by.role === 'owner') return ok(undefined)
  if (given.role === 'owner') return fail('OWNER_NEEDED')
  return within(by, given.scopes)
}

/** Whether a member may put another role in the place of somebody's. */
export function mayChangeRole(by: Person, whose: Person, to: RoleScopes, team: { owners: number }) {
  const given = mayGive(by, to)
  if (!given.ok) return given
  if (whose.role === 'owner' && by.role !== 'owner') return fail('OWNER_NEEDED')
  // An admin gains nothing by it, since they give what they have: nobody changes their own role upward.
  return to.role !== 'owner' && isLastOwner(whose, team) ? fail('LAST_OWNER') : ok(undefined)
}

/**
 * Whether a member may make a role, or change what it is made of. What is taken away or only kept
 * needs no right of one's own: it stops something.
 */
export function mayMakeRole(
  by: RoleScopes,
  change: { before: readonly Scope[]; after: readonly Scope[] },
): Result<void, TeamFailure> {
  if (!managesTeam(by.role)) return fail('TEAM_ROLE_NEEDED')
  if (by.role === 'owner') return ok(undefined)
  const added = change.after.filter((scope) => !change.before.includes(scope))
  return within(by, added)
}

/** Whether a member may begin the recovery of somebody who lost every passkey. */
export function mayRecover(by: TeamPerson, whose: TeamPerson): Result<void, TeamFailure> {
  if (!managesTeam(by.role)) return fail('TEAM_ROLE_NEEDED')
  if (by.memberId === whose.memberId) return fail('OWN_RECOVERY')
  return whose.role === 'owner' && by.role !== 'owner' ? fail('OWNER_NEEDED') : ok(undefined)
}

const within = (by: RoleScopes, scopes: readonly Scope[]): Result<void, TeamFailure> =>
  scopes.every((scope) => by.scopes.includes(scope)) ? ok(undefined) : fail('SCOPE_NOT_YOURS')
