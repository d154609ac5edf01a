import { isUnavailable } from '../../../db/errors.ts'
import type { Deps } from '../../../ports/deps.ts'
import { type FinishedAttempt, isSuccess } from './attempt-rules.ts'
import { recordAttempts } from './attempt-recording.ts'
import { type DeliveryChange, writeDelivered } from './attempt-store.ts'
import { type Claim, claimDeliveries, giveBack, goByIndex } from './claim-store.ts'
import { createSecretBox } from '../endpoint/secret-box.ts'
import { createSender, type SendingDeps } from './sending.ts'
import { createLanes } from './lanes.ts'
import type { DeliveryMetrics } from './metrics.ts'
import { type Loop, startLoop } from '../../../engine/loop.ts'

export type DelivererDeps = SendingDeps &
  Pick<Deps, 'db' | 'ids' | 'kek' | 'log' | 'random' | 'wake'>

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

/** An attempt that waits to be recorded. One that changed its endpoint needs that one's lock. */
type Ended = { attempt: FinishedAttempt; needsLock: boolean }
type Recorded = { changes: DeliveryChange[]; hasMoved: boolean; undone: Ended[] }

const pollMs = 1_000
/** So much later an attempt may be made again while nothing is written anywhere. */
const restMs = 3_000
/** Of one process; five per endpoint are counted by the database (guarantees.md 3.4). */
const inFlightMax = 200
/** Attempts that end close together are recorded together. */
const gatherMs = 2
/** Of a lease of 20 s 15 are an attempt's. */
const waitingPart = 0.1

/**
 * Sends webhooks, in every process that works. One transaction records what came back and claims
 * what is next; calls are made outside of any (guarantees.md 3.2).
 */
export function startDeliverer(
  deps: DelivererDeps,
  { leaseMs = 20_000, metrics }: DelivererOptions = {},
): Deliverer {
  const secrets = createSecretBox(deps.kek)
  const worker = deps.ids.uuid()
  const lanes = createLanes({
    send: createSender(deps, secrets),
    finish,
    waitMsMax: leaseMs * waitingPart,
  })
  let ended: Ended[] = []
  let gathering: NodeJS.Timeout | undefined
  let isStopping = false
  let seen: string | undefined
  let restUntil = 0
  const loop = startLoop({ name: 'webhooks', everyMs: pollMs, log: deps.log, run: turn })
  const offs = [deps.wake.on('published', loop.kick), deps.wake.on('sweep', loop.kick)]
  return { kick: loop.kick, stop }

  function finish(attempt: FinishedAttempt): void {
    ended.push({ attempt, needsLock: !isSuccess(attempt) || attempt.delivery.trigger === 'MANUAL' })
    gathering ??= setTimeout(loop.kick, gatherMs)
  }

  async function turn(): Promise<undefined> {
    clearTimeout(gathering)
    gathering = undefined
    const batch = ended
    ended = []
    const late = lanes.late()
    const max = isStopping ? 0 : inFlightMax - lanes.open()
    const isIdle = batch.length === 0 && late.length === 0
    if (isIdle && max <= 0) return
    const written = deps.wake.written()
    if (isIdle && seen !== undefined && seen === written && performance.now() < restUntil) return
    seen = undefined
    try {
      await recordAndClaim(batch, late, max)
    } catch (error) {
      if (isUnavailable(error)) ended = [...batch, ...ended]
      else await recordOneByOne(batch)
      throw error
    }
    seen = written
    restUntil = performance.now() + restMs
  }

  async function recordAndClaim(batch: Ended[], late: Claim[], max: number): Promise<void> {
    const { recorded, claims } = await deps.db.asWorker(async (tx) => {
      // Not awaited, so that the next statement travels with it; which fails where this one does.
      goByIndex(tx).catch(() => undefined)
      // Before an endpoint is disabled, which skips what is free.
      await giveBack(tx, late)
      const locked = await recordLocked(batch.filter(({ needsLock }) => needsLock))
      const quick = batch.filter(({ needsLock }) => !needsLock)
      const [delivered, taken] = await Promise.all([
        quick.length > 0
          ? writeDelivered(
              tx,
              quick.map(({ attempt }) => attempt),
            )
          : undefined,
        max > 0 ? claimDeliveries(tx, secrets, { max, leaseMs, worker, ahead: lanes.quick() }) : [],
      ])
      if (batch.length > 0) await deps.faults.reach('webhook', 'before_commit')
      return { recorded: joined(locked, quick, delivered), claims: taken }

      function recordLocked(some: Ended[]) {
        if (some.length === 0) return { changes: [], hasMoved: false }
        return recordAttempts(
          tx,
          deps,
          some.map(({ attempt }) => attempt),
        )
      }
    })
    lanes.take(claims)
    if (batch.length > 0) await deps.faults.reach('webhook', 'after_commit')
    announce(recorded)
  }

  /** One that the database refuses must not keep the others from being recorded. */
  async function recordOneByOne(batch: Ended[]): Promise<void> {
    for (const item of batch) {
      try {
        await recordAndClaim([item], [], 0)
      } catch (error) {
        deps.log.error({ err: error }, 'an attempt could not be recorded')
      }
    }
  }

  function announce({ changes, hasMoved, undone }: Recorded): void {
    for (const change of changes) metrics?.attempt(change)
    if (hasMoved) deps.wake.notify('events')
    if (undone.length > 0) ended.push(...undone)
    // Fresh deliveries took the place of those whose address was replaced.
    if (undone.length > 0 || changes.some(({ status }) => status === 'CANCELLED')) loop.kick()
  }

  async function stop(timeoutMs: number): Promise<void> {
    isStopping = true
    for (const off of offs) off()
    const waiting = lanes.late('all')
    await withinMs(timeoutMs, lanes.idle())
    clearTimeout(gathering)
    await loop.stop()
    for (let last = ended.splice(0); last.length > 0 || waiting.length > 0; last = ended.splice(0))
      await recordAndClaim(last, waiting.splice(0), 0)
  }
}

/** What succeeded but was not written is recorded under the lock with the next turn. */
function joined(
  locked: Omit<Recorded, 'undone'>,
  quick: Ended[],
  delivered: Set<string> | undefined,
): Recorded {
  const isDone = ({ attempt }: Ended) => delivered?.has(attempt.delivery.id) === true
  const changes = quick.filter(isDone).map(({ attempt }): DeliveryChange => ({
    attempt,
    status: 'DELIVERED',
    reason: '',
    nextDelayMs: undefined,
  }))
  const undone = quick.filter((item) => !isDone(item)).map((item) => ({ ...item, needsLock: true }))
  return { ...locked, changes: [...locked.changes, ...changes], undone }
}

async function withinMs(timeoutMs: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const isOver = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, timeoutMs)
  })
  await Promise.race([work, isOver])
  clearTimeout(timer)
}
