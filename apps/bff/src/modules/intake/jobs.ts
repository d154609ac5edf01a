import { type BackgroundJob, leaderLoop, type LoopJob } from '../../engine/background-job.ts'
import type { Deps } from '../../ports/deps.ts'
import type { ChainReceipts } from '../../ports/receipts.ts'
import { bankCheck } from './bank-check.ts'
import { bankExchange } from './bank-exchange.ts'
import { bankWatcher } from './bank-watcher.ts'
import { laterNames } from './statements/names.ts'
import { calendarCheck } from './statements/calendar-check.ts'
import { chainWatchers } from './chain-watcher.ts'
import { checkCustody } from './custody.ts'
import { senderDecisions } from './sender-decisions.ts'
import { type DepositParts, takeMissing } from './chain-deposits.ts'

type Parts = DepositParts & Pick<Deps, 'db' | 'jobs' | 'chains' | 'wake' | 'log'>

/** Compares chain and ledger every ten minutes and on demand, and takes deposits that were left. */
const custodyCheck = (deps: Parts): LoopJob =>
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

export const jobs = (deps: Deps & { receipts: ChainReceipts }): BackgroundJob[] => [
  bankWatcher(deps),
  bankExchange(deps),
  bankCheck(deps),
  calendarCheck(deps),
  custodyCheck(deps),
  senderDecisions(deps),
  laterNames(deps),
  chainWatchers(deps),
]
