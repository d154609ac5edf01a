import { createSweeps, type SweepParts } from './sweeps.ts'
import { leaderLoop, type LoopJob } from '../../engine/background-job.ts'

/** Gathers what customers paid in at addresses of their own. Nothing waits for it. */
export function depositSweeps(deps: SweepParts): LoopJob {
  const { sweep } = createSweeps(deps)
  return leaderLoop({
    name: 'sweeps',
    everyMs: 600_000,
    mayWait: true,
    run: async () => {
      let found = 0
      for (const chain of deps.chains.values()) found += await sweep(chain)
      // Coin first, tokens next: an address is worked on twice.
      return found > 0 ? { againInMs: 5_000 } : undefined
    },
  })
}
