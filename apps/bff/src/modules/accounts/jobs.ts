import type { BackgroundJob } from '../../engine/background-job.ts'
import type { Deps } from '../../ports/deps.ts'
import { fundingOpener } from './funding/opening-worker.ts'

export const jobs = (deps: Deps): BackgroundJob[] => [fundingOpener(deps)]
