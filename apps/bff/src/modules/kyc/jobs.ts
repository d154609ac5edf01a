import type { BackgroundJob } from '../../engine/background-job.ts'
import type { Deps } from '../../ports/deps.ts'
import { likenessJob } from './persons/comparing.ts'
import { customerScreening } from './review/rescreening.ts'
import { reviewWorker } from './review/review-worker.ts'

export const jobs = (deps: Deps): BackgroundJob[] => [
  reviewWorker(deps),
  customerScreening(deps),
  likenessJob(deps),
]
