import { routes } from '@corridor/contract/routes'
import { ApiError, parseJson } from './api-error.ts'
import type { BodyFor, Callable, Sent } from './endpoint-types.ts'
import { pause } from './pause.ts'
import { createEventParser, type ServerSentEvent } from './server-sent-events.ts'

/** A change: which record of which kind, and its version now. `sequence` has no gaps. */
export type StreamEvent = BodyFor<typeof routes.webhooks.stream> & { sequence: number }

export type EventStreamOptions = {
  /** Continues after this sequence; from now on where it is left out. */
  after?: number | undefined
  signal?: AbortSignal | undefined
}

const retryMsDefault = 1_000
const retryMsMax = 30_000
/** The service sends a comment every 15 seconds; a line that is silent for longer is dead. */
const silenceMsMax = 45_000

type Open = (endpoint: Callable, sent: Sent) => Promise<Response>

/**
 * Reads the live stream and reconnects automatically, continuing after the last event.
 * @throws {ApiError} where the service refuses for good, such as for a revoked key
 */
export async function* readEvents(
  open: Open,
  { after, signal }: EventStreamOptions,
): AsyncGenerator<StreamEvent, void> {
  let last = after
  let retryMs = retryMsDefault
  let failures = 0
  for (;;) {
    if (signal?.aborted) return
    try {
      for await (const event of connection(open, last, signal)) {
        failures = 0
        retryMs = event.retryMs ?? retryMs
        const change = changeOf(event)
        if (!change) continue
        last = change.sequence
        yield change
      }
    } catch (error) {
      if (error instanceof ApiError && !error.retryable) throw error
    }
    const waitMs = Math.min(retryMs * 2 ** failures, retryMsMax)
    failures += 1
    await pause(waitMs, signal).catch(() => undefined)
  }
}

async function* connection(
  open: Open,
  after: number | undefined,
  signal: AbortSignal | undefined,
): AsyncGenerator<ServerSentEvent, void> {
  const silence = new AbortController()
  const hush = () => setTimeout(() => silence.abort(), silenceMsMax)
  let timer = hush()
  try {
    const response = await open(routes.webhooks.stream, {
      headers: {
        accept: 'text/event-stream',
        ...(after === undefined ? {} : { 'last-event-id': String(after) }),
      },
      signal: signal ? AbortSignal.any([signal, silence.signal]) : silence.signal,
    })
    const parse = createEventParser()
    const decoder = new TextDecoder()
    for await (const bytes of bytesOf(response)) {
      clearTimeout(timer)
      timer = hush()
      yield* parse(decoder.decode(bytes, { stream: true }))
    }
  } finally {
    clearTimeout(timer)
    // A reader that stops in the middle gives the connection back.
    silence.abort()
  }
}

async function* bytesOf(response: Response): AsyncGenerator<Uint8Array, void> {
  const reader = response.body?.getReader()
  if (!reader) return
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield value
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

/** What this version cannot read is passed over, so that later kinds of message do no harm. */
function changeOf({ id, data }: ServerSentEvent): StreamEvent | undefined {
  const message = parseJson(data ?? '')
  if (id === undefined || !/^\d{1,15}$/.test(id) || !isMessage(message)) return undefined
  return { sequence: Number(id), kind: message.kind, id: message.id, version: message.version }
}

function isMessage(value: unknown): value is Omit<StreamEvent, 'sequence'> {
  if (typeof value !== 'object' || value === null) return false
  if (!('kind' in value && 'id' in value && 'version' in value)) return false
  const { kind, id, version } = value
  return typeof kind === 'string' && typeof id === 'string' && typeof version === 'number'
}
