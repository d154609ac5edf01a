import type { Deps } from '../../ports/deps.ts'
import { createActivities } from './activities/activities.ts'
import { createAuthentication } from './sign-in/authentication.ts'
import { createCodeNotices } from './sign-in/code-notices.ts'
import { createCodes } from './sign-in/codes.ts'
import { createSessions } from './sign-in/sessions.ts'
import { createWalletOwner } from './base/owner.ts'
import { createWalletList } from './reads/list.ts'
import { createReads } from './reads/reads.ts'
import { createResults } from './activities/results.ts'

export type WalletService = ReturnType<typeof createWalletService>

/** Non-custodial wallets of entities: authentication, two-step activities, results and reads. */
export function createWalletService(deps: Deps) {
  const owner = createWalletOwner(deps)
  const reads = createReads(deps, owner)
  const notices = createCodeNotices(deps)
  return {
    authentication: createAuthentication(deps, owner),
    codes: createCodes(deps, owner, notices),
    sessions: createSessions(deps, owner, notices),
    activities: createActivities(deps, owner),
    results: createResults(deps),
    reads,
    list: createWalletList(deps, reads),
  }
}
