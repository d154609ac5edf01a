import { expect, test } from 'vitest'
import { ApiError, createClient, type StreamEvent } from '../index.ts'

const message = (sequence: number) =>
  `id: ${sequence}\ndata: ${JSON.stringify({ kind: 'transfer', id: `cexec-${sequence}`, version: 1 })}\n\n`

type Connection = { pieces: readonly string[]; staysOpen?: boolean } | Response | Error

/** A stream whose connections give these pieces and then end, or stay open. */
function streaming(...connections: Connection[]) {
  const asked: Request[] = []
  const fetch = (request: Request): Promise<Response> => {
    asked.push(request)
    const next = connections.shift() ?? { pieces: [], staysOpen: true }
    if (next instanceof Error) return Promise.reject(next)
    return Promise.resolve(next instanceof Response ? next : bodyOf(next, request.signal))
  }
  const { events } = createClient({ baseUrl: 'http://corridor.test', apiToken: 'cor_1', fetch })
  return { asked, events }
}

function bodyOf(
  { pieces, staysOpen = false }: { pieces: readonly string[]; staysOpen?: boolean },
  signal: AbortSignal,
) {
  const text = new TextEncoder()
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      for (const piece of pieces) controller.enqueue(text.encode(piece))
      if (!staysOpen) controller.close()
      signal.addEventListener('abort', () => staysOpen && controller.error(signal.reason))
    },
  })
  return new Response(body)
}

async function take(
  events: AsyncGenerator<StreamEvent, void>,
  count: number,
): Promise<StreamEvent[]> {
  const taken: StreamEvent[] = []
  for await (const event of events) {
    taken.push(event)
    if (taken.length === count) break
  }
  return taken
}

const lastIds = (asked: readonly Request[]) =>
  asked.map(({ headers }) => headers.get('last-event-id'))

test('events come in order over lost connections, each of them once', async () => {
  const { asked, events } = streaming(
    { pieces: ['retry: 1\n\n', message(4), message(5).slice(0, 9)] },
    new Error('connection refused'),
    { pieces: [':\n\n', message(5), message(6)], staysOpen: true },
  )
  const taken = await take(events({ after: 3 }), 3)
  expect(taken.map(({ sequence, kind, id }) => [sequence, kind, id])).toEqual([
    [4, 'transfer', 'cexec-4'],
    [5, 'transfer', 'cexec-5'],
    [6, 'transfer', 'cexec-6'],
  ])
  expect(lastIds(asked)).toEqual(['3', '4', '4'])
})

test('without a place to start it reads from now on, and passes over what it cannot read', async () => {
  const { asked, events } = streaming({
    pieces: ['id: 1\ndata: {"later":true}\n\ndata: x\n\n', message(2)],
    staysOpen: true,
  })
  expect(await take(events(), 1)).toEqual([
    { sequence: 2, kind: 'transfer', id: 'cexec-2', version: 1 },
  ])
  expect(lastIds(asked)).toEqual([null])
  expect(asked[0]?.signal.aborted).toBe(true)
})

test('a refusal for good ends the stream; one that passes does not', async () => {
  const body = (code: string, retryable: boolean) => ({
    success: false,
    message: 'No.',
    error: { code, retryable, type: '', requestId: '', details: [] },
  })
  const { asked, events } = streaming(
    { pieces: ['retry: 1\n\n'] },
    Response.json(body('RATE_LIMITED', true), { status: 429 }),
    Response.json(body('API_KEY_REVOKED', false), { status: 401 }),
  )
  await expect(take(events(), 1)).rejects.toThrow(ApiError)
  expect(asked).toHaveLength(3)
})

test('the caller’s signal ends a stream that waits for the next event', async () => {
  const stop = new AbortController()
  const { events } = streaming({ pieces: [message(1)], staysOpen: true })
  const taken: number[] = []
  for await (const { sequence } of events({ signal: stop.signal })) {
    taken.push(sequence)
    setTimeout(() => stop.abort(), 10)
  }
  expect(taken).toEqual([1])
})
