import { deleteJobs, isAnyActive, withoutJob } from './job-store.ts'
import { fromKysely, type Job, PgBoss } from 'pg-boss'
import { jobsSchema } from '../db/schema/jobs-schema.ts'
import { postponedWrite } from '../db/batch.ts'
import type { Deps } from '../ports/deps.ts'
import { createDispatcher, type Dispatcher } from './dispatcher.ts'
import { type Loop, startLoop } from './loop.ts'
import type { RunTransfer, TransferKey, Jobs } from '../ports/jobs.ts'
const queue = 'transfer'

/**
 * One job for each open transfer, as long as it is open. Its id is the transfer's, so there cannot
 * be two. It comes up again after 5 to 30 seconds until the transfer has ended.
 */
const queueOptions = {
  name: queue,
  policy: 'exclusive',
  expireInSeconds: 30,
  retryLimit: 1_000_000,
  retryDelay: 5,
  retryBackoff: true,
  retryDelayMax: 30,
  retentionSeconds: 10 * 365 * 86_400,
  deleteAfterSeconds: 3_600,
}

/** This process starts the work itself after the commit; the job runs only if the process died. */
const safetyNetSeconds = 10

/** Jobs of a process that died become free, and old ones are deleted. */
const superviseMs = 10_000
const superviseAnywayMs = 600_000

const workers = 2
const options = { batchSize: 25, perJobResults: true, pollingIntervalSeconds: 5 } as const

/**
 * Opens the job queue. Its own NOTIFY stays off: it would be part of the business transaction, and
 * such commits wait for each other. Our wake says the same after the commit (decisions.md 17, 18).
 */
export async function createJobs(
  deps: Pick<Deps, 'config' | 'db' | 'wake' | 'log'>,
): Promise<Jobs> {
  const { db, wake, log } = deps
  const isWorker = deps.config.ROLE !== 'web'
  const boss = new PgBoss({
    connectionString: deps.db.urls.worker,
    schema: jobsSchema,
    application_name: 'corridor jobs',
    migrate: false,
    createSchema: false,
    schedule: false,
    // Its own passes write each time, and whatever is written ends a rest.
    supervise: false,
    // A pass looks at a queue only when this time has passed too; it is a minute by default.
    monitorIntervalSeconds: superviseMs / 2_000,
    // Only the owner of a table may rebuild its indexes.
    reindex: false,
    max: 4,
  })
  boss.on('error', (error) => log.warn({ err: error }, 'the job queue failed'))
  await boss.start()
  await boss.createQueue(queue, queueOptions)
  let dispatcher: Dispatcher | undefined
  let off: (() => void) | undefined
  let supervising: Loop | undefined
  let supervisedAt = -Infinity

  return {
    queueTransfer: postponedWrite(
      (tx, transfer) => boss.send(queue, transfer, { ...optionsOf(transfer), db: fromKysely(tx) }),
      (tx, transfers) => {
        const byId = new Map(transfers.map((transfer) => [transfer.transferId, transfer]))
        const jobs = [...byId.values()].map((data) => ({ ...optionsOf(data), data }))
        return boss.insert(queue, jobs, { db: fromKysely(tx) })
      },
    ),
    // Before others are queued, as a transfer's job may be renewed.
    finishTransfer: postponedWrite(
      (tx, transferId) => deleteJobs(tx, queue, [transferId]),
      (tx, transferIds) => deleteJobs(tx, queue, transferIds),
      'first',
    ),
    runNow: (transfer) => {
      if (dispatcher) void dispatcher.run(transfer)
      else wake.notify('jobs')
    },
    withoutJob: (tx, ids) => withoutJob(tx, queue, ids),
    start,
    stop: async (timeoutMs) => {
      off?.()
      await supervising?.stop()
      await Promise.all([boss.offWork(queue, { wait: false }), dispatcher?.stop(timeoutMs)])
    },
    close: () => boss.stop({ graceful: true, close: true, timeout: 1_000 }),
  }

  function optionsOf({ transferId }: TransferKey) {
    return {
      id: transferId,
      singletonKey: transferId,
      startAfter: isWorker ? safetyNetSeconds : 0,
    }
  }

  async function start(run: RunTransfer): Promise<void> {
    const begun = createDispatcher(run, log)
    dispatcher = begun
    const ids = await Promise.all(
      Array.from({ length: workers }, () =>
        boss.work(queue, options, (jobs: Job<TransferKey>[]) =>
          Promise.all(jobs.map((job) => settle(begun, job))),
        ),
      ),
    )
    off = wake.on('jobs', () => {
      for (const id of ids) boss.notifyWorker(id)
    })
    supervising = startLoop({ name: 'jobs', everyMs: superviseMs, log, run: supervise })
  }

  async function supervise(): Promise<undefined> {
    const at = performance.now()
    const isOld = at - supervisedAt >= superviseAnywayMs
    if (!isOld && !(await db.asWorker((tx) => isAnyActive(tx, queue)))) return
    supervisedAt = at
    await boss.supervise(queue)
  }
}

/** A failed job comes up again; that is how an open transfer is looked at from time to time. */
async function settle(dispatcher: Dispatcher, { id, data }: Job<TransferKey>) {
  const { state } = await dispatcher.run(data)
  return { id, status: state === 'ended' ? ('completed' as const) : ('failed' as const) }
}
