import { leaderLoop, type LoopJob, whileQuiet } from '../../../engine/background-job.ts'
import type { Deps } from '../../../ports/deps.ts'
import { compareCustomer } from '../../../records/persons/compare.ts'
import { listDue } from '../../../records/persons/store.ts'

const everyMs = 1_000
const batchMax = 50

/** Compares customers that came, changed or were approved with the others of their partner. */
export const likenessJob = (deps: Pick<Deps, 'db' | 'kek'>): LoopJob =>
  leaderLoop({
    name: 'likeness of customers',
    everyMs,
    ...whileQuiet,
    wakeOn: ['sweep'],
    run: async () => {
      const due = await deps.db.readingAll((tx) => listDue(tx, batchMax))
      for (const customer of due)
        await deps.db.asWorker((tx) => compareCustomer(tx, deps, customer))
      return due.length === batchMax ? { againInMs: 0 } : undefined
    },
  })
