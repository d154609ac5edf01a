import type { Client } from 'pg'
import type { Logger } from 'pino'
import type { Wake, WakeTopic } from '../ports/wake.ts'
import type { Leader } from './leader.ts'
import { type Loop, type NextPass, startLoop } from './loop.ts'

/** What background work runs in: one process of several, of which one leads. */
export type Host = {
  leader: Pick<Leader, 'client' | 'onElected'>
  wake: Pick<Wake, 'on'>
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
  /** Runs at once when one of these is notified, in whatever process. */
  wakeOn?: readonly WakeTopic[]
  /** One pass; it may ask for the next one sooner than `everyMs`. */
  run: (pass: P) => Promise<NextPass>
}

/** Work that every process repeats. */
export const processLoop = ({ wakeOn = [], run, ...loop }: LoopJobOptions<Pass>): LoopJob => ({
  start: ({ wake, log }) => {
    const stopping = new AbortController()
    let woken = new Set<WakeTopic>()
    const { kick, stop } = startLoop({ ...loop, log, run: pass })
    const offs = wakeOn.map((topic) =>
      wake.on(topic, () => {
        woken.add(topic)
        kick()
      }),
    )
    return {
      kick,
      stop: () => {
        stopping.abort()
        for (const off of offs) off()
        return stop()
      },
    }

    function pass(): Promise<NextPass> {
      const seen = woken
      woken = new Set()
      return run({ signal: stopping.signal, woken: seen })
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
      if (!client) return undefined
      const isFirst = client !== last
      last = client
      return run({ ...given, client, isFirst })
    }
  },
})
