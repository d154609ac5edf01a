import { webhooks } from '@corridor/contract'
import type { Deps } from '../ports/deps.ts'
import type { SessionFacts, Sessions } from '../modules/access/staff/sessions.ts'
import { notifiedAfter } from '../modules/notifications/inbox/inbox-store.ts'
import { createEventFilter } from './event-filter.ts'
import { actingHeaders, requireScope } from './forward.ts'
import { type PartnerSide, unavailable } from './partner-side.ts'

/** A stream ends within a second of its session, so sessions are looked at twice a second. */
const lookEveryMs = 500
/** Every five seconds, so that a browser knows a stream that broke off from one that has nothing new. */
const looksPerBeat = 10
/** One browser holds one stream; a few more may still be on their way out. */
const perSession = 6

type Open = { sessionId: string; partnerId: string; say: (text: string) => void; close: () => void }

/** Without an id: a browser resumes after the last event of the partner. */
const noticed = `data: ${JSON.stringify({ kind: 'notification', id: 'inbox', version: 0 })}\n\n`

/** Comments do not reach the page of a browser; an event of its own name does. */
const beat = 'event: beat\ndata: 1\n\n'

/** Server-sent events of a member: the partner's stream, filtered by role, as long as the session. */
export function createLive(
  deps: Pick<Deps, 'db' | 'log' | 'wake'>,
  partner: PartnerSide,
  sessions: Sessions,
) {
  const streams = new Set<Open>()
  let timer: NodeJS.Timeout | undefined
  let isLooking = false
  let looks = 0
  let streamedTo: number | undefined
  deps.wake.on('keys', look)
  deps.wake.on('notices', () => {
    sayNoticed().catch((error: unknown) =>
      deps.log.warn({ err: error }, 'notifications not looked at'),
    )
  })
  return { open }

  async function open(session: SessionFacts, lastEventId: string | undefined): Promise<Response> {
    const { path, method } = webhooks.stream
    requireScope(session, webhooks.stream)
    const gone = new AbortController()
    const answer = await partner.send(session.partnerId, {
      method,
      path,
      headers: {
        accept: 'text/event-stream',
        ...actingHeaders(session),
        ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
      },
      signal: gone.signal,
    })
    if (answer.status !== 200 || !answer.body) {
      gone.abort()
      throw unavailable()
    }
    return new Response(relay(session, answer.body, gone), {
      headers: {
        'Content-Type': 'text/event-stream; charset=utf-8',
        'Cache-Control': 'no-store',
        'X-Accel-Buffering': 'no',
      },
    })
  }

  function relay(session: SessionFacts, source: ReadableStream<Uint8Array>, gone: AbortController) {
    const filter = createEventFilter(new Set(session.scopes))
    const reader = source.getReader()
    const decoder = new TextDecoder()
    const encoder = new TextEncoder()
    let controller: ReadableStreamDefaultController<Uint8Array> | undefined
    const stream = {
      sessionId: session.id,
      partnerId: session.partnerId,
      say: (text: string) => controller?.enqueue(encoder.encode(text)),
      close,
    }
    return new ReadableStream<Uint8Array>({
      start: (own) => {
        controller = own
        add(stream)
      },
      pull: async (own) => {
        try {
          for (;;) {
            const { done, value } = await reader.read()
            if (done) return close()
            const text = filter(decoder.decode(value, { stream: true }))
            if (text !== '') return own.enqueue(encoder.encode(text))
          }
        } catch (error) {
          if (!gone.signal.aborted) deps.log.warn({ err: error }, 'a live stream broke off')
          close()
        }
      },
      // The browser has gone: there is nothing left to close on its side.
      cancel: () => void leave(),
    })

    function close(): void {
      if (leave()) controller?.close()
    }

    /** Lets go of the partner's stream; false where that was done before. */
    function leave(): boolean {
      if (!streams.delete(stream)) return false
      gone.abort()
      reader.cancel().catch(() => undefined)
      return true
    }
  }

  function add(stream: Open): void {
    const others = [...streams].filter(({ sessionId }) => sessionId === stream.sessionId)
    if (others.length >= perSession) others[0]?.close()
    streams.add(stream)
    timer ??= setInterval(tick, lookEveryMs).unref()
  }

  /** Wakes the open streams of partners with new notifications; each browser reads its own. */
  async function sayNoticed(): Promise<void> {
    const partnerIds = [...new Set([...streams].map(({ partnerId }) => partnerId))]
    if (partnerIds.length === 0) return
    const from = streamedTo ?? 0
    const { partners, last } = await deps.db.asWorker((tx) => notifiedAfter(tx, partnerIds, from))
    streamedTo = Math.max(streamedTo ?? 0, last)
    for (const stream of streams) if (partners.has(stream.partnerId)) stream.say(noticed)
  }

  function tick(): void {
    looks = (looks + 1) % looksPerBeat
    if (looks === 0) for (const stream of streams) stream.say(beat)
    look()
  }

  /** Closes the streams whose session has ended; a database that cannot answer ends none. */
  function look(): void {
    if (streams.size === 0) {
      clearInterval(timer)
      timer = undefined
      return
    }
    if (isLooking) return
    isLooking = true
    const ids = [...new Set([...streams].map(({ sessionId }) => sessionId))]
    sessions
      .stillOpen(ids)
      .then((valid) => {
        for (const stream of streams) {
          if (ids.includes(stream.sessionId) && !valid.has(stream.sessionId)) stream.close()
        }
      })
      .catch((error: unknown) => deps.log.warn({ err: error }, 'sessions not looked at'))
      .finally(() => {
        isLooking = false
      })
  }
}
