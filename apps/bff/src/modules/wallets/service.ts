import type { Deps } from '../../ports/deps.ts'
import { createActivities } from './activities.ts'
import { createAuthentication } from './authentication.ts'
import { createWalletOwner } from './owner.ts'
import { createReads } from './reads.ts'
import { createResults } from './results.ts'

export type WalletService = ReturnType<typeof createWalletService>

/** Non-custodial wallets of entities: authentication, two-step activities, results and reads. */
export function createWalletService(deps: Deps) {
  const owner = createWalletOwner(deps)
  return {
    authentication: createAuthentication(deps, owner),
    activities: createActivities(deps, owner),
    results: createResults(deps),
    reads: createReads(deps, owner),
  }
}
