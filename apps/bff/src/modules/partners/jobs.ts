import type { BackgroundJob } from '../../engine/background-job.ts'
import type { Deps } from '../../ports/deps.ts'
import { prepaidMinter } from './prepaid-minter.ts'

export const jobs = (deps: Deps): BackgroundJob[] => [prepaidMinter(deps)]
