import type { Wake } from '../ports/wake.ts'
import type { Caller } from './request/caller.ts'
import { Refusal } from './request/refusal.ts'

const heartbeatMs = 15_000
/** Lines that may wait for a reader here; more wait in the hub, which ends those far behind. */
const waitingMax = 100
const perPartner = 500

/** Whether the key that opened a stream may still listen. */
export type MayListen = () => Promise<boolean>
type Open = { partnerId: string; end: () => void; look: () => void }

/** Server-sent events of one partner: id = sequence, data {kind, id, version} (decisions.md 9). */
export function streamAnswer(hub: StreamHub, wake: Pick<Wake, 'on'>) {
  const open = new Set<Open>()
  // A revoked key ends its streams at once, an expired one with the next heartbeat. All other
  // listeners get the change first: cached keys must be dropped by then.
  wake.on('keys', () => queueMicrotask(() => open.forEach(({ look }) => look())))
  return { answer, closeAll: () => open.forEach(({ end }) => end()) }

  async function answer(caller: Caller, request: Request, mayListen: MayListen): Promise<Response> {
    const { partnerId } = caller
    if ([...open].filter((other) => other.partnerId === partnerId).length >= perPartner)
      throw new Refusal('RATE_LIMITED', `At most ${perPartner} streams may be open at once.`)
    const last = request.headers.get('last-event-id') ?? ''
    const after = /^\d{1,15}$/.test(last) ? Number.parseInt(last, 10) : undefined
    const stop = new AbortController()
    const stream: Open = { partnerId, end: () => stop.abort(), look }
    // Counted before anything is awaited, so that many at once do not pass the limit together.
    open.add(stream)
    const items = await hub.subscribe(partnerId, after, stop.signal).catch((error: unknown) => {
      open.delete(stream)
      throw error
    })
    let hasRoom = () => {}
    const source: UnderlyingDefaultSource<Uint8Array> = {
      start: (controller) => {
        const beat = setInterval(() => {
          if ((controller.desiredSize ?? 0) > 0) write(controller, ':\n\n')
          look()
        }, heartbeatMs)
        stream.end = leave
        if (request.signal.aborted) return leave()
        request.signal.addEventListener('abort', leave, { once: true })
        write(controller, ':\n\n')
        void pump(controller).then(leave, leave)

        function leave(): void {
          if (!open.delete(stream)) return
          stop.abort()
          clearInterval(beat)
          hasRoom()
          // The reader may be gone already; then there is nothing left to close.
          try {
            write(controller, 'retry: 1000\n\n')
            controller.close()
          } catch {
            return
          }
        }
      },
      pull: () => hasRoom(),
      cancel: () => stream.end(),
    }
    return new Response(new ReadableStream(source, { highWaterMark: waitingMax }), {
      headers: {
        'Content-Type': 'text/event-stream; charset=utf-8',
        'Cache-Control': 'no-store',
        'X-Accel-Buffering': 'no',
        'X-Request-Id': caller.requestId,
      },
    })

    /** A database that cannot answer ends no stream. */
    function look(): void {
      mayListen().then(
        (may) => (may ? undefined : stream.end()),
        () => undefined,
      )
    }

    async function pump(controller: Controller): Promise<void> {
      for await (const { id, kind, subjectId, version } of items) {
        if (stop.signal.aborted) return
        write(
          controller,
          `id: ${id}\ndata: ${JSON.stringify({ kind, id: subjectId, version })}\n\n`,
        )
        if ((controller.desiredSize ?? 0) > 0) continue
        await new Promise<void>((resolve) => {
          hasRoom = resolve
        })
      }
    }
  }
}

type Controller = ReadableStreamDefaultController<Uint8Array>
const text = new TextEncoder()
const write = (controller: Controller, line: string) => controller.enqueue(text.encode(line))

export type StreamItem = { id: number; kind: string; subjectId: string; version: number }

export type StreamHub = {
  /**
   * The events of a partner from `after` on (from now on when undefined), in the order of their
   * numbers, each once; "now" is at the latest when this resolves. Ends with the signal; a reader
   * that falls far behind is ended too and may come back with the last number it saw.
   */
  subscribe: (
    partnerId: string,
    after: number | undefined,
    signal: AbortSignal,
  ) => Promise<AsyncIterable<StreamItem>>
  close: () => void
}
