import { type BackgroundJob, leaderLoop } from '../../engine/background-job.ts'
import type { Deps } from '../../ports/deps.ts'
import { deleteOldRequests } from './requests/store.ts'

const batchMax = 1_000
/** Between two batches others have their turn. */
const againInMs = 50

/** Deletes calls of programs that are older than the days of the settings. */
export const jobs = ({ config, db }: Pick<Deps, 'config' | 'db'>): BackgroundJob[] => [
  leaderLoop({
    name: 'request log retention',
    everyMs: 60 * 60_000,
    wakeOn: ['sweep'],
    run: async () => {
      const days = config.REQUEST_LOG_DAYS
      const deleted = await db.asWorker((tx) => deleteOldRequests(tx, days, batchMax))
      return deleted === batchMax ? { againInMs } : undefined
    },
  }),
]
