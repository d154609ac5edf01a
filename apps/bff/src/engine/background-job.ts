import type { Client } from 'pg'
import type { Logger } from 'pino'
import type { Wake, WakeTopic } from '../ports/wake.ts'
import type { Leader } from './leader.ts'
import { type Loop, type NextPass, type Rest, startLoop } from './loop.ts'

/** What background work runs in: one process of several, of which one leads. */
export type Host = {
  leader: Pick<Leader, 'client' | 'onElected'>
  wake: Pick<Wake, 'on' | 'written' | 'onWritten'>
  log: Logger
}

/** Background work of one kind; each module lists its own as `jobs(deps)`. */
export type BackgroundJob = { start: (host: Host) => RunningJob }

export type RunningJob = {
  /** Resolves when nothing is under way any more, after the timeout at the latest. */
  stop: (timeoutMs: number) => Promise<void>
}

/** A job that repeats itself. */
export type LoopJob = { start: (host: Host) => Omit<Loop, 'rouse'> }

type Pass = {
  /** Aborted once the job is to stop: a long pass ends early. */
  signal: AbortSignal
  /** The topics that woke the job since the pass before. */
  woken: ReadonlySet<WakeTopic>
}

export type LeaderPass = Pass & {
  /** The connection that holds the leader's lock: what runs on it never runs twice. */
  client: Client
  /** The first pass since this process became the leader. */
  isFirst: boolean
}

type LoopJobOptions<P> = {
  name: string
  everyMs: number
  /** Runs at once when one of these is notified, in whatever process; at most so often in a burst. */
  wakeOn?: readonly WakeTopic[]
  apartMs?: number
  /**
   * For work that follows from what is in the database: while nobody writes there, passes are so far
   * apart, for what time alone brings about. After a pass that asks for a next one it does not rest.
   */
  restMs?: number
  /** One pass; it may ask for the next one sooner than `everyMs`, or for a shorter rest than `restMs`. */
  run: (pass: P) => Promise<NextPass | Rest>
}

/** How much later what is due by time alone may be seen to while nothing else happens. */
export const whileQuiet = { restMs: 15_000 }

/** Shows a loop whether anything was written since it looked last. */
function restOf(wake: Pick<Wake, 'written'>, restMs: number) {
  let seen: string | undefined
  let until = 0
  return {
    /** Milliseconds of rest that are left, if it rests. */
    left(): number {
      const isOn = seen !== undefined && seen === wake.written()
      return isOn ? Math.max(until - performance.now(), 0) : 0
    },
    /** What is written while the pass runs is looked at by the next one. */
    async after(pass: () => Promise<NextPass | Rest>): Promise<NextPass> {
      const written = wake.written()
      seen = undefined
      const next = await pass()
      if (next && 'againInMs' in next) return next
      if (restMs === 0) return undefined
      seen = written
      const at = performance.now()
      // Rests end together, so that the process wakes once for many loops.
      until = (Math.floor(at / restMs) + 1) * restMs
      if (next) until = Math.min(until, at + next.restMs)
      return undefined
    },
  }
}

/** Work that every process repeats. */
export const processLoop = ({
  wakeOn = [],
  restMs = 0,
  run,
  ...loop
}: LoopJobOptions<Pass>): LoopJob => ({
  start: ({ wake, log }) => {
    const stopping = new AbortController()
    const rest = restOf(wake, restMs)
    let woken = new Set<WakeTopic>()
    let isAsked = false
    const running = startLoop({ ...loop, log, run: pass })
    const kick = () => {
      isAsked = true
      running.kick()
    }
    const offs = [
      wake.onWritten(running.rouse),
      ...wakeOn.map((topic) =>
        wake.on(topic, () => {
          woken.add(topic)
          kick()
        }),
      ),
    ]
    return {
      kick,
      stop: () => {
        stopping.abort()
        for (const off of offs) off()
        return running.stop()
      },
    }

    async function pass() {
      const seen = woken
      if (isAsked || rest.left() === 0) {
        woken = new Set()
        isAsked = false
        const next = await rest.after(() => run({ signal: stopping.signal, woken: seen }))
        if (next) return next
      }
      const left = rest.left()
      return left > 0 ? { restMs: left } : undefined
    }
  },
})

/** Work that only the leader repeats: at once when it is elected, unless it may wait. */
export const leaderLoop = ({
  run,
  mayWait = false,
  ...loop
}: LoopJobOptions<LeaderPass> & { mayWait?: boolean }): LoopJob => ({
  start: (host) => {
    let last: Client | undefined
    const running = processLoop({ ...loop, run: pass }).start(host)
    if (!mayWait) host.leader.onElected(running.kick)
    return running

    async function pass(given: Pass): Promise<NextPass | Rest> {
      const client = host.leader.client()
      // Not a pass: it does not rest after it.
      if (!client) return { againInMs: loop.everyMs }
      const isFirst = client !== last
      last = client
      return run({ ...given, client, isFirst })
    }
  },
})
