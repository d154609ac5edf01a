import { type LiveMessage, parseMessage } from './messages.ts'

type Handlers = {
  onMessage: (message: LiveMessage) => void
  /** Open again after a gap: what happened in between may have been missed. */
  onOpen: (afterGap: boolean) => void
  /** The n-th failure in a row. */
  onFailure: (failures: number) => void
}

const retryMs = [1000, 3000, 15_000]
/** The service says something every five seconds; a stream that is silent for longer has broken off. */
export const silentMs = 12_000

export type Stream = {
  /** Opens it again at once, as when the network has come back. */
  reopen: () => void
}

/**
 * Keeps an event stream open until the signal ends it. The browser resumes short drops by itself with
 * Last-Event-ID; when it gives up, or nothing arrives for too long, this opens a new stream and reports a gap.
 */
export function keepStreamOpen(url: string, handlers: Handlers, signal: AbortSignal): Stream {
  let failures = 0
  let source: EventSource | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let silence: ReturnType<typeof setTimeout> | undefined

  const received = () => {
    clearTimeout(silence)
    silence = setTimeout(reopen, silentMs)
  }
  const fail = () => {
    failures += 1
    handlers.onFailure(failures)
  }
  const open = () => {
    const own = new EventSource(url)
    const isOver = () => signal.aborted || source !== own
    source = own
    received()
    own.addEventListener('open', () => {
      if (isOver()) return
      received()
      handlers.onOpen(failures > 0)
      failures = 0
    })
    own.addEventListener('message', (event: MessageEvent<string>) => {
      if (isOver()) return
      received()
      const message = parseMessage(event.data)
      if (message) handlers.onMessage(message)
    })
    own.addEventListener('beat', () => {
      if (!isOver()) received()
    })
    own.addEventListener('error', () => {
      if (isOver()) return
      fail()
      if (own.readyState !== EventSource.CLOSED) return
      clearTimeout(silence)
      timer = setTimeout(open, retryMs[Math.min(failures, retryMs.length) - 1])
    })
  }
  const close = () => {
    clearTimeout(timer)
    clearTimeout(silence)
    source?.close()
  }
  const reopen = () => {
    if (signal.aborted) return
    close()
    fail()
    open()
  }
  if (!signal.aborted) open()
  signal.addEventListener('abort', close)
  return { reopen }
}
