import { mayEnd, type TeamEnd, type TeamFailure } from '@corridor/domain'
import type { Team, TeamMember } from '../../../api/queries/team.ts'
import { t } from '../../../messages/text.ts'

const texts: Record<TeamFailure, string> = {
  TEAM_ROLE_NEEDED: t('Needs Owner or Admin'),
  OWNER_NEEDED: t('Needs Owner'),
  LAST_OWNER: t('The last owner stays'),
  LAST_PASSKEY: t('Your last passkey stays; a recovery code replaces it'),
}

/** Why the person may not end this of a member, or undefined; the server decides by the same rule. */
export function reasonAgainst(end: TeamEnd, team: Team, whose: TeamMember): string | undefined {
  const by = team.members.find(({ memberId }) => memberId === team.you)
  if (!by) return undefined
  const owners = team.manages ? team.members.filter(({ role }) => role === 'owner').length : 2
  const allowed = mayEnd(end, by, { ...whose, passkeys: whose.passkeys.length }, { owners })
  return allowed.ok ? undefined : texts[allowed.failure]
}
