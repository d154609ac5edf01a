import { type LiveMessage, parseMessage } from './messages.ts'

type Handlers = {
  onMessage: (message: LiveMessage) => void
  /** Open again after a gap: what happened in between may have been missed. */
  onOpen: (afterGap: boolean) => void
  /** The n-th failure in a row. */
  onFailure: (failures: number) => void
}

const retryMs = [1000, 3000, 15_000]

/**
 * Keeps an event stream open until the signal ends it. The browser resumes short drops by itself with
 * Last-Event-ID; when it gives up, this opens a new stream and reports a gap.
 */
export function keepStreamOpen(url: string, handlers: Handlers, signal: AbortSignal): void {
  let failures = 0
  let source: EventSource | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  const open = () => {
    source = new EventSource(url)
    source.addEventListener('open', () => {
      if (signal.aborted) return
      handlers.onOpen(failures > 0)
      failures = 0
    })
    source.addEventListener('message', (event: MessageEvent<string>) => {
      const message = parseMessage(event.data)
      if (message && !signal.aborted) handlers.onMessage(message)
    })
    source.addEventListener('error', () => {
      if (signal.aborted) return
      failures += 1
      handlers.onFailure(failures)
      if (source?.readyState !== EventSource.CLOSED) return
      timer = setTimeout(open, retryMs[Math.min(failures, retryMs.length) - 1])
    })
  }
  if (signal.aborted) return
  open()
  signal.addEventListener('abort', () => {
    clearTimeout(timer)
    source?.close()
  })
}
