import type { BackgroundJob } from '../engine/background-job.ts'
import type { Deps } from '../ports/deps.ts'
import { ledgerCheck, pendingExpiry } from './ledger/ledger-check.ts'
import { monthPartitions } from './month-partitions.ts'

export const jobs = (deps: Deps): BackgroundJob[] => [
  monthPartitions(deps),
  pendingExpiry(deps),
  ledgerCheck(deps),
]
