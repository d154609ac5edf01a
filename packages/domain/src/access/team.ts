import { fail, ok, type Result } from '../base/result.ts'
import type { RoleName } from './scopes.ts'

/** What can be ended of a member: everything, one passkey, one session or all of them. */
export type TeamEnd = 'member' | 'passkey' | 'session' | 'sessions'

export type TeamFailure =
  | 'TEAM_ROLE_NEEDED'
  | 'OWNER_NEEDED'
  | 'LAST_OWNER'
  | 'LAST_PASSKEY'
  | 'SCOPE_NOT_YOURS'
  | 'OWN_RECOVERY'

export type TeamPerson = { memberId: string; role: RoleName }

/** Who may see and end what belongs to others. */
export const managesTeam = (role: RoleName): boolean => role === 'owner' || role === 'admin'

/**
 * Whether a member may end something of a member, themselves included. Everybody ends passkeys and
 * sessions of their own, but never their last passkey, which only recovery replaces. Owners and
 * admins end those of others and remove members; what is an owner's, only an owner ends. The last
 * owner stays: nobody could invite or approve any more.
 */
export function mayEnd(
  end: TeamEnd,
  by: TeamPerson,
  whose: TeamPerson & { passkeys: number },
  team: { owners: number },
): Result<void, TeamFailure> {
  const isOwn = by.memberId === whose.memberId
  if ((!isOwn || end === 'member') && !managesTeam(by.role)) return fail('TEAM_ROLE_NEEDED')
  if (!isOwn && whose.role === 'owner' && by.role !== 'owner') return fail('OWNER_NEEDED')
  if (end === 'member' && isLastOwner(whose, team)) return fail('LAST_OWNER')
  if (end === 'passkey' && isOwn && whose.passkeys <= 1) return fail('LAST_PASSKEY')
  return ok(undefined)
}

export const isLastOwner = ({ role }: TeamPerson, { owners }: { owners: number }): boolean =>
  role === 'owner' && owners <= 1

/** Whether a member may take a link back: what is for an owner, only an owner ends. */
export function mayEndLink(by: RoleName, role: RoleName): Result<void, TeamFailure> {
  if (!managesTeam(by)) return fail('TEAM_ROLE_NEEDED')
  return role === 'owner' && by !== 'owner' ? fail('OWNER_NEEDED') : ok(undefined)
}
