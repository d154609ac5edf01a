import { type BackgroundJob, leaderLoop, whileQuiet } from '../engine/background-job.ts'
import type { Deps } from '../ports/deps.ts'
import { deleteOldAnswers } from './idempotency-store.ts'

const batchMax = 100

export const jobs = ({ db }: Pick<Deps, 'db'>): BackgroundJob[] => [
  leaderLoop({
    name: 'answers kept under a key',
    everyMs: 1_000,
    ...whileQuiet,
    wakeOn: ['sweep'],
    run: async () => {
      const deleted = await db.asWorker((tx) => deleteOldAnswers(tx, batchMax))
      return deleted >= batchMax ? { againInMs: 0 } : undefined
    },
  }),
]
