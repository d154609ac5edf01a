import { type BackgroundJob, leaderLoop, type LoopJob } from '../../engine/background-job.ts'
import type { Deps } from '../../ports/deps.ts'
import { executedActivities } from './execution/executed-activities.ts'
import { deadlines } from './funding/deadlines.ts'
import { findOpen } from '../treasury/chain-store.ts'

export const jobs = (deps: Deps): BackgroundJob[] => [
  deadlines(deps),
  executedActivities(deps),
  openTransfers(deps),
]

/**
 * Nothing open is forgotten: when this process begins to lead it takes up every open transfer, and
 * later those that have no job.
 */
export const openTransfers = ({
  db,
  jobs: queue,
  log,
}: Pick<Deps, 'db' | 'jobs' | 'log'>): LoopJob =>
  leaderLoop({
    name: 'open transfers',
    everyMs: 30_000,
    run: async ({ isFirst }) => {
      const open = await db.readingAll(findOpen)
      const ids = open.map(({ transferId }) => transferId)
      const orphans = new Set(await db.readingAll((tx) => queue.withoutJob(tx, ids)))
      for (const transfer of open) {
        const isOrphan = orphans.has(transfer.transferId)
        if (isOrphan) {
          await db.asWorker(async (tx) => {
            // A job that ended normally would keep its place.
            await queue.finishTransfer(tx, transfer.transferId)
            await queue.queueTransfer(tx, transfer)
          })
        }
        if (isOrphan || isFirst) queue.runNow(transfer)
      }
      if (orphans.size > 0) log.warn({ count: orphans.size }, 'open transfers had no job')
      return undefined
    },
  })
