import type { Client } from 'pg'
import type { Logger } from 'pino'
import type { Wake, WakeTopic } from '../ports/wake.ts'
import type { Leader } from './leader.ts'
import { type Loop, type NextPass, startLoop } from './loop.ts'

/** What background work runs in: one process of several, of which one leads. */
export type Host = {
  leader: Pick<Leader, 'client' | 'onElected'>
  wake: Pick<Wake, 'on' | 'written'>
  log: Logger
}

/** Background work of one kind; each module lists its own as `jobs(deps)`. */
export type BackgroundJob = { start: (host: Host) => RunningJob }

export type RunningJob = {
  /** Resolves when nothing is under way any more, after the timeout at the latest. */
  stop: (timeoutMs: number) => Promise<void>
}

/** A job that repeats itself. */
export type LoopJob = { start: (host: Host) => Loop }

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
   * apart, for what time alone brings about, and the first write ends the rest. After a pass that
   * asks for a next one it does not rest.
   */
  restMs?: number
  /** One pass; it may ask for the next one sooner than `everyMs`. */
  run: (pass: P) => Promise<NextPass>
}

/** How much later what is due by time alone may be seen to while nothing else happens. */
export const whileQuiet = { restMs: 15_000 }

/** Tells a loop whether anything was written since it looked last. */
function restOf(wake: Pick<Wake, 'written'>, restMs: number) {
  let seen: string | undefined
  let until = 0
  return {
    isOn: () => seen !== undefined && seen === wake.written() && performance.now() < until,
    /** What is written while the pass runs is looked at by the next one. */
    async after(pass: () => Promise<NextPass>): Promise<NextPass> {
      const written = wake.written()
      seen = undefined
      const next = await pass()
      if (!next) seen = written
      until = performance.now() + restMs
      return next
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
    let isResting = false
    const running = startLoop({ ...loop, log, run: pass })
    const kick = () => {
      isAsked = true
      running.kick()
    }
    const offs = wakeOn.map((topic) =>
      wake.on(topic, () => {
        woken.add(topic)
        kick()
      }),
    )
    const offWritten = wake.on('written', () => {
      if (isResting) running.kick()
    })
    return {
      kick,
      stop: () => {
        stopping.abort()
        for (const off of [...offs, offWritten]) off()
        return running.stop()
      },
    }

    async function pass(): Promise<NextPass> {
      isResting = !isAsked && rest.isOn()
      if (isResting) return undefined
      const seen = woken
      woken = new Set()
      isAsked = false
      return rest.after(() => run({ signal: stopping.signal, woken: seen }))
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

    async function pass(given: Pass): Promise<NextPass> {
      const client = host.leader.client()
      // Not a pass: it does not rest after it.
      if (!client) return { againInMs: loop.everyMs }
      const isFirst = client !== last
      last = client
      return run({ ...given, client, isFirst })
    }
  },
})
