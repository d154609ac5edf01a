import { isUnavailable } from '../db/errors.ts'
import type { Deps } from '../deps.ts'
import type { FinishedAttempt } from '../modules/webhooks/attempt-rules.ts'
import { type Recorded, recordAttempts } from '../modules/webhooks/attempt-recording.ts'
import { type Claim, claimDeliveries, goByIndex } from '../modules/webhooks/delivery-claims.ts'
import { createSender, type SendingDeps } from '../modules/webhooks/sending.ts'
import type { DeliveryMetrics } from './delivery-metrics.ts'
import { type Loop, startLoop } from './loop.ts'

export type DelivererDeps = SendingDeps & Pick<Deps, 'db' | 'ids' | 'random' | 'wake'>

export type Deliverer = Pick<Loop, 'kick'> & {
  /** Claims nothing more, and waits so long for what is on its way; the rest is taken over. */
  stop: (timeoutMs: number) => Promise<void>
}

export type DelivererOptions = {
  /**
   * Real time. Longer than an attempt may take; a process that died has its deliveries taken over
   * after it.
   */
  leaseMs?: number
  metrics?: DeliveryMetrics
}

const pollMs = 1_000
/** Of one process; five per endpoint are counted by the database (guarantees.md, 3.4). */
const inFlightMax = 200
/** Attempts that end close together are recorded together. */
const gatherMs = 2

/**
 * Sends webhooks, in every process that works. One transaction records what came back and claims
 * what is next; calls are made outside of any (guarantees.md, 3.2).
 */
export function startDeliverer(
  deps: DelivererDeps,
  { leaseMs = 20_000, metrics }: DelivererOptions = {},
): Deliverer {
  const send = createSender(deps)
  const onTheirWay = new Set<Promise<void>>()
  let finished: FinishedAttempt[] = []
  let gathering: NodeJS.Timeout | undefined
  let isStopping = false
  const loop = startLoop({ name: 'webhooks', everyMs: pollMs, log: deps.log, run: turn })
  const offs = [deps.wake.on('published', loop.kick), deps.wake.on('sweep', loop.kick)]
  return { kick: loop.kick, stop }

  async function turn(): Promise<undefined> {
    clearTimeout(gathering)
    gathering = undefined
    const batch = finished
    finished = []
    // What is being recorded has ended, and its place is free with the commit.
    const max = isStopping ? 0 : inFlightMax - onTheirWay.size
    if (batch.length === 0 && max <= 0) return
    try {
      await recordAndClaim(batch, max)
    } catch (error) {
      if (isUnavailable(error)) finished = [...batch, ...finished]
      else await recordOneByOne(batch)
      throw error
    }
  }

  async function recordAndClaim(batch: FinishedAttempt[], max: number): Promise<void> {
    const { recorded, claims } = await deps.db.asWorker(async (tx) => {
      await goByIndex(tx)
      const done = batch.length > 0 ? await recordAttempts(tx, deps, batch) : undefined
      const taken = max > 0 ? await claimDeliveries(tx, { max, leaseMs }) : []
      if (done) await deps.faults.reach('webhook', 'before_commit')
      return { recorded: done, claims: taken }
    })
    for (const claim of claims) begin(claim)
    if (!recorded) return
    await deps.faults.reach('webhook', 'after_commit')
    tell(recorded)
  }

  /** One that the database refuses must not keep the others from being recorded. */
  async function recordOneByOne(batch: FinishedAttempt[]): Promise<void> {
    for (const one of batch) {
      try {
        await recordAndClaim([one], 0)
      } catch (error) {
        deps.log.error({ err: error }, 'an attempt could not be recorded')
      }
    }
  }

  function tell({ changes, hasMoved }: Recorded): void {
    for (const change of changes) metrics?.attempt(change)
    if (hasMoved) deps.wake.notify('events')
    // Fresh deliveries took the place of those whose address was replaced.
    if (changes.some(({ status }) => status === 'CANCELLED')) loop.kick()
  }

  function begin(claim: Claim): void {
    const way = send(claim).then((attempt) => {
      onTheirWay.delete(way)
      finished.push(attempt)
      gathering ??= setTimeout(loop.kick, gatherMs)
    })
    onTheirWay.add(way)
  }

  async function stop(timeoutMs: number): Promise<void> {
    isStopping = true
    for (const off of offs) off()
    await withinMs(timeoutMs, Promise.all(onTheirWay))
    clearTimeout(gathering)
    await loop.stop()
    if (finished.length > 0) await recordAndClaim(finished.splice(0), 0)
  }
}

async function withinMs(timeoutMs: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const isOver = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, timeoutMs)
  })
  await Promise.race([work, isOver])
  clearTimeout(timer)
}
