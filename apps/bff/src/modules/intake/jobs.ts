import type { BackgroundJob } from '../../engine/background-job.ts'
import type { Deps } from '../../ports/deps.ts'
import type { ChainReceipts } from '../../ports/receipts.ts'
import { bankExchange } from './bank-exchange.ts'
import { bankWatcher } from './bank-watcher.ts'
import { chainWatchers } from './chain-watcher.ts'
import { custodyCheck } from './custody-check.ts'

export const jobs = (deps: Deps & { receipts: ChainReceipts }): BackgroundJob[] => [
  bankWatcher(deps),
  bankExchange(deps),
  custodyCheck(deps),
  chainWatchers(deps),
]
