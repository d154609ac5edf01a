import type { Deps } from '../../../ports/deps.ts'
import type { SignInParts } from './visit.ts'
import { createEnrolment } from './enrolment.ts'
import { createInvitations } from './invitations.ts'
import { createRecovery } from './recovery.ts'
import { createRecoveryLinks } from './recovery-links.ts'
import { createRecoveryStart } from './recovery-begin.ts'
import { createRoles } from './roles.ts'
import { createSessions } from './sessions.ts'
import { createSignIn } from './sign-in.ts'
import { createStepUp } from './step-up.ts'
import { createTeam } from './team.ts'
import { createTeamList } from './team-list.ts'
import { createTokenHash } from '../token-hash.ts'

export type Staff = ReturnType<typeof createStaff>

/** Everything that lets a member in and keeps them in. */
export function createStaff(
  deps: Pick<
    Deps,
    'config' | 'db' | 'ids' | 'kek' | 'log' | 'post' | 'random' | 'realTime' | 'wake'
  >,
) {
  const hash = createTokenHash(deps)
  const base = new URL(deps.config.BASE_URL)
  const sessions = createSessions(deps, hash)
  const party = { rpId: base.hostname, origin: base.origin }
  const desk: SignInParts = { deps, hash, party, sessions }
  return {
    sessions,
    enrolment: createEnrolment(desk),
    signIn: createSignIn(desk),
    stepUp: createStepUp(desk),
    recovery: createRecovery(desk),
    team: createTeam(deps),
    invitations: createInvitations(deps),
    roles: createRoles(deps),
    recoveryStart: createRecoveryStart(deps),
    recoveryLinks: createRecoveryLinks(desk),
    teamList: createTeamList(deps),
  }
}
