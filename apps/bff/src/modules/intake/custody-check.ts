import { checkCustody } from './custody.ts'
import type { Deps } from '../../ports/deps.ts'
import { type DepositParts, takeMissing } from './chain-deposits.ts'
import { leaderLoop, type LoopJob } from '../../engine/background-job.ts'

type Parts = DepositParts & Pick<Deps, 'db' | 'jobs' | 'chains' | 'wake' | 'log'>

/** Compares chain and ledger every ten minutes and on demand, and takes deposits that were left. */
export const custodyCheck = (deps: Parts): LoopJob =>
  leaderLoop({
    name: 'custody check',
    everyMs: 600_000,
    wakeOn: ['custody'],
    run: async () => {
      let isWhole = true
      for (const chain of deps.chains.values()) {
        await takeMissing(deps, chain)
        const problems = await checkCustody(deps, chain)
        if (problems === undefined) isWhole = false
      }
      // A node that did not answer, or a block that moved on, is no result.
      return isWhole ? undefined : { againInMs: 10_000 }
    },
  })
