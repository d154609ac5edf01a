import type { Logger } from 'pino'
import type { TransferKey, RunResult, RunTransfer } from '../ports/jobs.ts'

/** Runs at a time; more wait in line. Each mostly waits for the chain, not for this machine. */
const runsMax = 256
const afterErrorMs = 1_000

type Entry = { key: TransferKey; isAsked: boolean; ended: Promise<RunResult> }

export type Dispatcher = {
  /** Runs a transfer; while it runs already, it runs once more afterwards. */
  run: (key: TransferKey) => Promise<RunResult>
  /** Resolves when no run is under way, or when the time is up. */
  stop: (timeoutMs: number) => Promise<void>
}

/** Sees to it that this process works on each transfer only once at a time. */
export function createDispatcher(runTransfer: RunTransfer, log: Logger): Dispatcher {
  const entries = new Map<string, Entry>()
  const line: (() => void)[] = []
  const timers = new Map<string, NodeJS.Timeout>()
  let running = 0
  const stopping = new AbortController()

  return { run, stop }

  function run(key: TransferKey): Promise<RunResult> {
    const known = entries.get(key.transferId)
    if (known) {
      known.isAsked = true
      return known.ended
    }
    if (stopping.signal.aborted) return Promise.resolve({ state: 'open' })
    clearTimeout(timers.get(key.transferId))
    timers.delete(key.transferId)
    const entry: Entry = { key, isAsked: false, ended: Promise.resolve({ state: 'open' }) }
    entries.set(key.transferId, entry)
    entry.ended = repeat(entry)
    return entry.ended
  }

  async function repeat(entry: Entry): Promise<RunResult> {
    const { key } = entry
    if (running >= runsMax) await new Promise<void>((resolve) => line.push(resolve))
    running += 1
    let result: RunResult = { state: 'open' }
    try {
      do {
        entry.isAsked = false
        result = await attempt(key)
      } while (entry.isAsked && result.state === 'open' && !stopping.signal.aborted)
    } finally {
      running -= 1
      line.shift()?.()
      entries.delete(key.transferId)
    }
    if (result.state === 'open' && result.againInMs !== undefined) later(key, result.againInMs)
    return result
  }

  async function attempt(key: TransferKey): Promise<RunResult> {
    try {
      return await runTransfer(key)
    } catch (error) {
      // The job in the database stays, so nothing is lost: it is tried again.
      log.error({ err: error, transferId: key.transferId }, 'work on a transfer broke off')
      return { state: 'open', againInMs: afterErrorMs }
    }
  }

  function later(key: TransferKey, waitMs: number): void {
    if (stopping.signal.aborted) return
    const timer = setTimeout(() => {
      timers.delete(key.transferId)
      void run(key)
    }, waitMs)
    timers.set(key.transferId, timer)
  }

  async function stop(timeoutMs: number): Promise<void> {
    stopping.abort()
    for (const timer of timers.values()) clearTimeout(timer)
    let timeout: NodeJS.Timeout | undefined
    const isLate = new Promise<void>((resolve) => {
      timeout = setTimeout(resolve, timeoutMs)
    })
    await Promise.race([Promise.all([...entries.values()].map(({ ended }) => ended)), isLate])
    clearTimeout(timeout)
  }
}
