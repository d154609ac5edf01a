import { DatabaseUnavailable } from './errors.ts'
import type { Tx } from './connection.ts'
import { type BatchTx, inBatch } from './batch.ts'

type Run = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
export type GroupCommit = <T>(work: (tx: BatchTx) => Promise<T>) => Promise<T>
type Waiting = {
  work: (tx: BatchTx) => Promise<unknown>
  resolve: (answer: unknown) => void
  reject: (error: unknown) => void
}

/** Under way at a time; what comes meanwhile makes up the next. */
const transactionsUsually = 2
/** Each may wait for the locks of others: then a further one begins when so much has come, or after so long. */
const transactionsMax = 4
const manyWorks = 50
const waitMs = 20
const worksMax = 200

/**
 * Pieces of work that come at the same time share a transaction, as items of one batch: they are
 * committed together, and their statements are sent as few. Where one of them fails, each has a
 * transaction of its own after all. So a piece of work may run twice, and it must not act on the
 * outside.
 */
export function createGroupCommit(run: Run): GroupCommit {
  const line: Waiting[] = []
  let underWay = 0
  let isDue = false

  return <T>(work: (tx: BatchTx) => Promise<T>) => {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    line.push({ work, resolve, reject })
    schedule()
    return promise as Promise<T>
  }

  /** Not at once: those who were woken by the same answer come within this turn of the program. */
  function schedule(): void {
    if (underWay >= transactionsMax) return
    if (line.length === manyWorks) setImmediate(startNext)
    if (isDue) return
    isDue = true
    if (underWay < transactionsUsually) setImmediate(startNext)
    else setTimeout(startNext, waitMs)
  }

  function startNext(): void {
    isDue = false
    while (line.length > 0 && underWay < transactionsMax) void start(line.splice(0, worksMax))
  }

  async function start(works: readonly Waiting[]): Promise<void> {
    underWay += 1
    try {
      await perform(works)
    } finally {
      underWay -= 1
      if (line.length > 0) setImmediate(startNext)
    }
  }

  async function perform(works: readonly Waiting[]): Promise<void> {
    if (works.length > 1) {
      try {
        const answers = await run((tx) => inBatch(tx, works, (batchTx, { work }) => work(batchTx)))
        for (const [at, { resolve }] of works.entries()) resolve(answers[at])
        return
      } catch (error) {
        // The outcome is unknown: each caller has to check before it tries again.
        if (error instanceof DatabaseUnavailable && error.outcomeUnknown) {
          for (const { reject } of works) reject(error)
          return
        }
      }
    }
    await Promise.all(works.map(({ work, resolve, reject }) => run(work).then(resolve, reject)))
  }
}
