import { type BackgroundJob, leaderLoop, type LoopJob } from '../engine/background-job.ts'
import type { Deps } from '../ports/deps.ts'
import { rateFetcher } from './rates/rate-fetcher.ts'
import { sweepOrphans } from './files/sweep.ts'

export const jobs = (deps: Deps): BackgroundJob[] => [fileSweeper(deps), rateFetcher(deps)]

const everyMs = 60 * 60_000

/**
 * Deletes kept files that no row names. A loop of its own and once an hour: a walk over many files
 * may take long, and quotes must not wait for it.
 */
const fileSweeper = (deps: Pick<Deps, 'config' | 'db' | 'log' | 'realTime'>): LoopJob =>
  leaderLoop({
    name: 'file sweeper',
    everyMs,
    run: async ({ signal }) => {
      const deleted = await sweepOrphans(deps, signal)
      if (deleted > 0) deps.log.info({ deleted }, 'files that no record names were deleted')
      return undefined
    },
  })
