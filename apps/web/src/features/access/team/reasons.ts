import {
  mayChangeRole,
  mayEnd,
  mayRecover,
  type Result,
  type RoleScopes,
  type TeamEnd,
  type TeamFailure,
} from '@corridor/domain'
import type { Team, TeamMember } from '../../../api/queries/team.ts'
import { t } from '../../../messages/text.ts'

const texts: Record<TeamFailure, string> = {
  TEAM_ROLE_NEEDED: t('Needs Owner or Admin'),
  OWNER_NEEDED: t('Needs Owner'),
  LAST_OWNER: t('The last owner stays'),
  SCOPE_NOT_YOURS: t('This role may do more than you may'),
  OWN_RECOVERY: t('You are signed in'),
  LAST_PASSKEY: t('Your last passkey stays; a recovery code replaces it'),
}

/** Why the person may not end this of a member, or undefined; the server decides by the same rule. */
export function reasonAgainst(end: TeamEnd, team: Team, whose: TeamMember): string | undefined {
  return reasonOf(team, (by, owners) =>
    mayEnd(end, by, { ...whose, passkeys: whose.passkeys.length }, { owners }),
  )
}

/** The same for another role. */
export const reasonAgainstRole = (team: Team, whose: TeamMember, to: RoleScopes) =>
  reasonOf(team, (by, owners) => mayChangeRole(by, whose, to, { owners }))

/** The same for beginning somebody's recovery, which needs an address of the person. */
export const reasonAgainstRecovery = (team: Team, whose: TeamMember) =>
  reasonOf(team, (by) => mayRecover(by, whose)) ??
  (whose.email === null ? t('Needs an e-mail address of the person') : undefined)

function reasonOf(
  team: Team,
  judge: (by: TeamMember, owners: number) => Result<void, TeamFailure>,
): string | undefined {
  const by = team.members.find(({ memberId }) => memberId === team.you)
  if (!by) return undefined
  const owners = team.manages ? team.members.filter(({ role }) => role === 'owner').length : 2
  const allowed = judge(by, owners)
  return allowed.ok ? undefined : texts[allowed.failure]
}
