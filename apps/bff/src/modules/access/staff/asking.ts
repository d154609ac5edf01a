import { fail, isCustomRole, ok, type RoleName, scopesFor } from '@corridor/domain'
import type { Tx } from '../../../db/open.ts'
import type { Deps } from '../../../ports/deps.ts'
import type { AuditedBy } from '../../../records/audit/audit.ts'
import { findOwnRole } from '../../../records/roles/store.ts'
import { openAmong } from './session-store.ts'
import { idleSince } from './team-list.ts'
import { lockMembers, type TeamMember } from './team-store.ts'

/** `sessionId` is the UUID of the session in which the member asks. */
export type AskedBy = AuditedBy & { memberId: string; sessionId: string }

export type AskedTeam = { actor: TeamMember; members: TeamMember[]; others: TeamMember[] }

/**
 * Who asks, under the lock of the whole team: who is removed, recovers access or gets another role
 * meanwhile has no session any more, and changes nothing.
 */
export async function lockTeam(
  tx: Tx,
  { realTime }: Pick<Deps, 'realTime'>,
  { partnerId, memberId, sessionId }: AskedBy,
) {
  const members = await lockMembers(tx, partnerId)
  const actor = members.find((member) => member.memberId === memberId)
  const at = realTime()
  const open = await openAmong(tx, [sessionId], at, idleSince(at))
  if (!actor || !open.has(sessionId)) return fail('STAFF_SESSION_ENDED')
  return ok({ actor, members, others: members.filter((member) => member !== actor) })
}

/** A role as it is now, with what people call it; undefined where the partner has no such role. */
export async function findRole(tx: Tx, partnerId: string, role: RoleName) {
  if (!isCustomRole(role)) return { role, scopes: scopesFor(role, null), label: role }
  const own = await findOwnRole(tx, partnerId, role)
  return own && { role, scopes: own.scopes, label: own.name }
}
