import { leaderLoop, type LoopJob, whileQuiet } from '../../../engine/background-job.ts'
import type { Deps } from '../../../ports/deps.ts'
import { compareCustomer } from '../../../records/persons/compare.ts'
import { type Customer, listDue } from '../../../records/persons/store.ts'

const everyMs = 1_000
const batchMax = 50

/**
 * Compares customers that came, changed or were approved with the others of their partner. One that
 * cannot be compared stays due, and holds up no other.
 */
export function likenessJob(deps: Pick<Deps, 'db' | 'kek' | 'log'>): LoopJob {
  let after: Customer | undefined
  const loop = { name: 'likeness of customers', everyMs, ...whileQuiet }
  return leaderLoop({ ...loop, wakeOn: ['sweep'], run })

  async function run() {
    const due = await deps.db.readingAll((tx) => listDue(tx, batchMax, after))
    for (const customer of due) await compare(customer)
    // Those behind it are next; at the end, the first again.
    after = due.length === batchMax ? due.at(-1) : undefined
    return after ? { againInMs: 0 } : undefined
  }

  async function compare(customer: Customer): Promise<void> {
    try {
      await deps.db.asWorker((tx) => compareCustomer(tx, deps, customer))
    } catch (error) {
      deps.log.warn({ err: error, ...customer }, 'a customer could not be compared with others')
    }
  }
}
