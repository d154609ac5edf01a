import type { Logger } from 'pino'

export type Loop = {
  /** Runs at once, or once more after the run that is under way. */
  kick: () => void
  /** Ends a rest: the next pass is at the next of the times that it would have passed at without one. */
  rouse: () => void
  /** Resolves when the run under way has ended. */
  stop: () => Promise<void>
}

/** When the next pass is due, where that is sooner than `everyMs`. */
export type NextPass = { againInMs: number } | undefined

/** No pass for so long, unless the loop is roused or kicked. */
export type Rest = { restMs: number }

type LoopOptions = {
  name: string
  everyMs: number
  /** Kicks that come so soon after a pass are gathered into one, so that a burst costs few passes. */
  apartMs?: number
  log: Logger
  /** One pass; it may ask for the next one sooner than `everyMs`. */
  run: () => Promise<NextPass | Rest>
}

/** Repeats one kind of work, never twice at a time. A failed pass is logged and tried again. */
export function startLoop({ name, everyMs, apartMs = 0, log, run }: LoopOptions): Loop {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let isKicked = false
  let isRoused = false
  let isStopped = false
  let endedAt = -Infinity
  let dueAt = Infinity
  start()

  return {
    kick: () => {
      isKicked = true
      startSoon()
    },
    rouse: () => {
      isRoused = true
      if (isStopped || running) return
      const now = performance.now()
      // A pass that is due sooner stays so: whoever ends a rest puts nothing off.
      startIn(Math.min(everyMs - ((now - endedAt) % everyMs), Math.max(0, dueAt - now)))
    },
    stop: async () => {
      isStopped = true
      clearTimeout(timer)
      await running
    },
  }

  function startSoon(): void {
    const waitMs = endedAt + apartMs - performance.now()
    if (waitMs <= 0) start()
    else if (!isStopped && !running) startIn(waitMs)
  }

  function startIn(ms: number): void {
    clearTimeout(timer)
    dueAt = performance.now() + ms
    timer = setTimeout(start, ms)
  }

  function start(): void {
    if (isStopped || running) return
    clearTimeout(timer)
    isKicked = false
    isRoused = false
    running = pass().then((waitMs) => {
      running = undefined
      endedAt = performance.now()
      if (isKicked) startSoon()
      else if (!isStopped) startIn(isRoused ? Math.min(waitMs, everyMs) : waitMs)
    })
  }

  async function pass(): Promise<number> {
    try {
      const next = await run()
      if (next && 'restMs' in next) return next.restMs
      return next ? Math.min(next.againInMs, everyMs) : everyMs
    } catch (error) {
      log.warn({ err: error, loop: name }, 'a pass of background work failed')
      return everyMs
    }
  }
}
