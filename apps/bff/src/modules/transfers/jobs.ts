import type { BackgroundJob } from '../../engine/background-job.ts'
import type { Deps } from '../../ports/deps.ts'
import { executedActivities } from './execution/executed-activities.ts'
import { openTransfers } from './execution/open-transfers.ts'
import { deadlines } from './funding/deadlines.ts'

export const jobs = (deps: Deps): BackgroundJob[] => [
  deadlines(deps),
  executedActivities(deps),
  openTransfers(deps),
]
