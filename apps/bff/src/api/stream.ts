import type { Caller } from './caller.ts'
import type { StreamHub } from '../modules/webhooks/stream-hub.ts'

const heartbeatMs = 15_000

/** Server-sent events of one partner: id = sequence, data {kind, id, version} (decisions.md, 9). */
export function streamAnswer(hub: StreamHub) {
  const open = new Set<() => void>()
  return { answer, closeAll: () => open.forEach((close) => close()) }

  function answer(caller: Caller, request: Request): Response {
    const stop = new AbortController()
    const last = request.headers.get('last-event-id') ?? ''
    const after = /^\d{1,15}$/.test(last) ? Number.parseInt(last, 10) : undefined
    const text = new TextEncoder()
    let close = () => stop.abort()
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        const write = (line: string) => controller.enqueue(text.encode(line))
        const beat = setInterval(() => write(':\n\n'), heartbeatMs)
        close = () => {
          if (stop.signal.aborted) return
          stop.abort()
          clearInterval(beat)
          open.delete(close)
          // The reader may be gone already; then there is nothing left to close.
          try {
            write('retry: 1000\n\n')
            controller.close()
          } catch {
            return
          }
        }
        open.add(close)
        request.signal.addEventListener('abort', close, { once: true })
        write(':\n\n')
        void pump(write).then(close, close)
      },
      cancel: () => close(),
    })
    return new Response(body, {
      headers: {
        'Content-Type': 'text/event-stream; charset=utf-8',
        'Cache-Control': 'no-store',
        'X-Accel-Buffering': 'no',
        'X-Request-Id': caller.requestId,
      },
    })

    async function pump(write: (line: string) => void): Promise<void> {
      for await (const { id, kind, subjectId, version } of hub.subscribe(
        caller.partnerId,
        after,
        stop.signal,
      )) {
        write(`id: ${id}\ndata: ${JSON.stringify({ kind, id: subjectId, version })}\n\n`)
      }
    }
  }
}
