import { DatabaseUnavailable } from './errors.ts'
import type { Tx } from './connection.ts'
import { type BatchTx, inGroup, ItemsFailed } from './batch.ts'

type Run = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
export type GroupCommit = <T>(work: (tx: BatchTx) => Promise<T>) => Promise<T>
type Waiting = {
  work: (tx: BatchTx) => Promise<unknown>
  resolve: (answer: unknown) => void
  reject: (error: unknown) => void
}

type Options = {
  /**
   * So many decide at a time; what comes meanwhile makes up the next, which begins when one of them
   * has sent its writes: the program decides while the database writes.
   */
  transactionsUsually: number
  /** Each may wait for the locks of others: then a further one begins when `manyWorks` have come, or after `waitMs`. */
  transactionsMax: number
  manyWorks: number
  waitMs: number
  worksMax: number
  /** The works are of different callers, who must not see each other's. */
  isShared?: boolean
}

const forWorkers: Options = {
  transactionsUsually: 2,
  transactionsMax: 4,
  manyWorks: 50,
  waitMs: 20,
  worksMax: 200,
}

/**
 * Pieces of work that come at the same time share a transaction, as items of one batch: they are
 * committed together, and their statements are sent as few. Where some of them fail, each of these has
 * a transaction of its own after all, and the others share another. So a piece of work may run again,
 * and it must not act on the outside.
 */
export function createGroupCommit(run: Run, options: Options = forWorkers): GroupCommit {
  const { transactionsUsually, transactionsMax, manyWorks, waitMs, worksMax } = options
  const { isShared = false } = options
  const line: Waiting[] = []
  let underWay = 0
  let deciding = 0
  let next: NodeJS.Immediate | undefined
  let late: NodeJS.Timeout | undefined

  return <T>(work: (tx: BatchTx) => Promise<T>) => {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    line.push({ work, resolve, reject })
    schedule()
    return promise as Promise<T>
  }

  /** Not at once: those who were woken by the same answer come within this turn of the program. */
  function schedule(): void {
    if (line.length === 0 || underWay >= transactionsMax) return
    if (deciding < transactionsUsually || line.length >= manyWorks) next ??= setImmediate(startNext)
    else late ??= setTimeout(startNext, waitMs)
  }

  function startNext(): void {
    clearTimeout(late)
    clearImmediate(next)
    next = late = undefined
    while (line.length > 0 && underWay < transactionsMax) void start(line.splice(0, worksMax))
  }

  async function start(works: readonly Waiting[]): Promise<void> {
    underWay += 1
    deciding += 1
    let isDeciding = true
    const onSent = () => {
      if (isDeciding) deciding -= 1
      isDeciding = false
      schedule()
    }
    try {
      await perform(works, onSent)
    } finally {
      underWay -= 1
      onSent()
    }
  }

  async function perform(works: readonly Waiting[], onSent = () => {}): Promise<void> {
    if (works.length > 1) {
      try {
        const answers = await run((tx) =>
          inGroup(tx, works, (batchTx, { work }) => work(batchTx), { isShared, onSent }),
        )
        for (const [at, { resolve }] of works.entries()) resolve(answers[at])
        return
      } catch (error) {
        // The outcome is unknown: each caller has to check before it tries again.
        if (error instanceof DatabaseUnavailable && error.outcomeUnknown) {
          for (const { reject } of works) reject(error)
          return
        }
        if (error instanceof ItemsFailed) return performApart(works, error)
      }
    }
    await Promise.all(works.map(performAlone))
  }

  async function performApart(works: readonly Waiting[], { failures }: ItemsFailed): Promise<void> {
    const failed = works.filter((_, at) => failures.has(at))
    const others = works.filter((_, at) => !failures.has(at))
    await Promise.all([perform(others), ...failed.map(performAlone)])
  }

  async function performAlone({ work, resolve, reject }: Waiting): Promise<void> {
    await run(work).then(resolve, reject)
  }
}
