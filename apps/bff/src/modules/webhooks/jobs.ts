import { type BackgroundJob, leaderLoop, type LoopJob } from '../../engine/background-job.ts'
import type { Deps } from '../../ports/deps.ts'
import { startDeliverer } from './delivery/deliverer.ts'
import { createDeliveryMetrics } from './delivery/metrics.ts'
import { cancelOfDeleted, sliceMax } from './endpoint/store.ts'
import { deleteOld } from './delivery/attempt-store.ts'
import { deliveryKeptDays } from './delivery/resend-store.ts'

export const jobs = (deps: Deps): BackgroundJob[] => [
  { start: () => startDeliverer(deps, { metrics: createDeliveryMetrics(deps.metrics) }) },
  deliveryRetention(deps),
]

const batchMax = 500
/** Between two batches others have their turn. */
const againInMs = 50

/**
 * Deletes deliveries that ended and are older than 30 days; events stay (guarantees.md 3.2). Ends
 * what a deleted endpoint left open beyond one statement's rows, or in the hands of a process that
 * died.
 */
export const deliveryRetention = ({ db }: Pick<Deps, 'db'>): LoopJob =>
  leaderLoop({
    name: 'webhook retention',
    everyMs: 60 * 60_000,
    wakeOn: ['sweep'],
    run: async () => {
      const deleted = await db.asWorker((tx) =>
        deleteOld(tx, { days: deliveryKeptDays, max: batchMax }),
      )
      const cancelled = await db.asWorker((tx) => cancelOfDeleted(tx))
      return deleted === batchMax || cancelled === sliceMax ? { againInMs } : undefined
    },
  })
