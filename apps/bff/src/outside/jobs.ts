import type { BackgroundJob } from '../engine/background-job.ts'
import type { Deps } from '../ports/deps.ts'
import { fileSweeper } from './files/file-sweeper.ts'
import { rateFetcher } from './rates/rate-fetcher.ts'

export const jobs = (deps: Deps): BackgroundJob[] => [fileSweeper(deps), rateFetcher(deps)]
