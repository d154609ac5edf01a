import { operations, type RequestOf, type ResponseOf } from '@corridor/contract'
import { routes } from '@corridor/contract/routes'
import { expect, expectTypeOf, test } from 'vitest'
import { ApiError, createClient, isRefusal } from '../index.ts'

const json = (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  Response.json(body, { status, headers })

/** A service that gives these answers, one after the other, and remembers what it was asked. */
function answering(...answers: (Response | Error)[]) {
  const asked: Request[] = []
  const fetch = (request: Request) => {
    asked.push(request)
    const next = answers.shift() ?? new Error('nothing more to answer')
    return next instanceof Error ? Promise.reject(next) : Promise.resolve(next)
  }
  const client = (attemptsMax = 1) =>
    createClient({ baseUrl: 'http://corridor.test/bff/', apiToken: 'cor_1', fetch, attemptsMax })
  return { asked, fetch, client }
}

const refusal = (code: string, more: object = {}) => ({
  success: false,
  message: 'No.',
  error: { code, type: 'state', requestId: 'req_1', details: [], retryable: false, ...more },
})

async function refused(work: Promise<unknown>): Promise<ApiError> {
  const error: unknown = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof ApiError)) throw new Error('not refused', { cause: error })
  return error
}

test('a route of the browser is called with the types of its operation', () => {
  const { call } = createClient({ baseUrl: '', apiToken: '' })
  const byRoute = () => call(routes.transfers.read, { params: { executionId: '' } })
  const byOperation = () => call(operations.transfers.read, { params: { executionId: '' } })
  type Body = Awaited<ReturnType<typeof byRoute>>['body']
  expectTypeOf<Body>().toEqualTypeOf<ResponseOf<typeof operations.transfers.read>>()
  expectTypeOf(byOperation).toEqualTypeOf(byRoute)
  expectTypeOf<Body['data']['executionId']>().toEqualTypeOf<string>()
  expectTypeOf<RequestOf<typeof operations.transfers.read>>().toExtend<{ params: object }>()

  const wrong = () => [
    // @ts-expect-error a required parameter is missing
    call(routes.transfers.read),
    // @ts-expect-error this list has no such filter
    call(routes.entities.list, { query: { colour: 'red' } }),
    // @ts-expect-error a body member has the wrong type
    call(routes.sandbox.mine, { body: { blocks: 'one' } }),
    call(routes.sandbox.clock),
    call(routes.entities.list, { query: { limit: 5 } }),
  ]
  expect(wrong).toBeTypeOf('function')
})

test('method, path, query, body, token and key go on the wire as the operation says', async () => {
  const { asked, client } = answering(json({ data: 1 }), json({ data: 2 }))
  await client().call(routes.wallets.transactions, {
    params: { entityId: 'ent_1', address: '0x/..?&' },
    query: { limit: 5, cursor: undefined },
  })
  await client().call(routes.sandbox.mine, {
    body: { blocks: 2 },
    idempotencyKey: 'k-1',
    headers: { 'x-acting-member': 'mem_1' },
  })
  const [read, write] = asked
  expect(read?.url).toBe(
    'http://corridor.test/bff/api/v1/wallets/ent_1/transactions/0x%2F..%3F%26?limit=5',
  )
  expect(read?.method).toBe('GET')
  expect(read?.headers.get('idempotency-key')).toBeNull()
  expect(read?.headers.get('content-type')).toBeNull()
  expect(write?.method).toBe('POST')
  expect(Object.fromEntries(write?.headers ?? [])).toMatchObject({
    'x-api-token': 'cor_1',
    'idempotency-key': 'k-1',
    'x-acting-member': 'mem_1',
    'content-type': 'application/json',
  })
  expect(await write?.json()).toEqual({ blocks: 2 })
})

test.each(['', '.', '..'])('the parameter %j never names another path', async (executionId) => {
  const { asked, client } = answering(json({}))
  await expect(client().call(routes.transfers.read, { params: { executionId } })).rejects.toThrow(
    TypeError,
  )
  expect(asked).toEqual([])
})

test('an answer gives body, status and headers', async () => {
  const { client } = answering(
    json({ data: { now: 'x' } }, 200, { 'idempotency-replayed': 'true' }),
  )
  const { body, status, headers } = await client().call(routes.sandbox.clock)
  expect([body, status, headers.get('Idempotency-Replayed')]).toEqual([
    { data: { now: 'x' } },
    200,
    'true',
  ])
})

test('a refusal carries everything the error body says', async () => {
  const details = [{ path: 'amount', code: 'AMOUNT_PRECISION', message: 'Too fine.' }]
  const { client } = answering(
    json(refusal('RATE_LIMITED', { retryable: true, details }), 429, { 'retry-after': '7' }),
  )
  const error = await refused(client().call(routes.sandbox.clock))
  expect(Object.fromEntries(Object.entries(error))).toEqual({
    name: 'ApiError',
    status: 429,
    code: 'RATE_LIMITED',
    type: 'state',
    details,
    requestId: 'req_1',
    retryable: true,
    retryAfterSeconds: 7,
  })
  expect(error.message).toBe('No.')
  expect(isRefusal(error, 'RATE_LIMITED')).toBe(true)
  expect(isRefusal(error, 'INTERNAL')).toBe(false)
})

test.each([
  [new Response('<html>', { status: 502, headers: { 'x-request-id': 'p1' } }), 'HTTP_502', true],
  [new Response('', { status: 404 }), 'HTTP_404', false],
  [json(null, 500), 'HTTP_500', true],
  [new Error('refused'), 'NETWORK', true],
])('what is no answer of the service is said to be none: %#', async (answer, code, retryable) => {
  const error = await refused(answering(answer).client().call(routes.sandbox.clock))
  expect([error.code, error.retryable]).toEqual([code, retryable])
})

test('only requests that are safe to repeat are repeated, as often as allowed', async () => {
  const busy = () =>
    json(refusal('SERVICE_UNAVAILABLE', { retryable: true }), 503, { 'retry-after': '0' })
  const read = answering(busy(), busy(), json({ data: 'now' }))
  expect((await read.client(3).call(routes.sandbox.clock)).body).toEqual({ data: 'now' })

  const keyed = answering(busy(), json({ data: 1 }))
  const body = { blocks: 1 }
  await keyed.client(2).call(routes.sandbox.mine, { body, idempotencyKey: 'once' })
  expect(keyed.asked.map(({ headers }) => headers.get('idempotency-key'))).toEqual(['once', 'once'])

  const unsafe = answering(busy(), json({ data: 1 }))
  await refused(unsafe.client(3).call(routes.sandbox.mine, { body }))
  expect(unsafe.asked).toHaveLength(1)

  const final = answering(json(refusal('TRANSFER_NOT_FOUND'), 404))
  await refused(final.client(3).call(routes.sandbox.clock))
  expect(final.asked).toHaveLength(1)

  const tired = answering(busy(), busy(), busy())
  await refused(tired.client(2).call(routes.sandbox.clock))
  expect(tired.asked).toHaveLength(2)
})

test('the caller’s own abort ends a call and the wait between two tries', async () => {
  const stop = new AbortController()
  const late = json(refusal('RATE_LIMITED', { retryable: true }), 429, { 'retry-after': '60' })
  const { asked, client } = answering(late, json({}))
  const waiting = client(5).call(routes.sandbox.clock, { signal: stop.signal })
  setTimeout(() => stop.abort(), 20)
  await expect(waiting).rejects.toThrow('abort')
  expect(asked).toHaveLength(1)
  const again = createClient({ baseUrl: 'http://localhost:9', apiToken: '' })
  await expect(again.call(routes.sandbox.clock, { signal: stop.signal })).rejects.not.toThrow(
    ApiError,
  )
})

test('a list is read page after page by its cursors, with the same filters', async () => {
  const page = (data: number[], nextCursor: string | null) =>
    json({
      success: true,
      data,
      pagination: { limit: 2, nextCursor, hasMore: nextCursor !== null },
    })
  const query = { type: 'business', limit: 2 } as const
  const first = answering(page([1, 2], 'c1'), page([3, 4], 'c2'), page([5], null))
  const items: unknown[] = []
  for await (const item of first.client().items(routes.entities.list, { query })) items.push(item)
  expect(items).toEqual([1, 2, 3, 4, 5])
  expect(first.asked.map(({ url }) => new URL(url).search)).toEqual([
    '?type=business&limit=2',
    '?type=business&limit=2&cursor=c1',
    '?type=business&limit=2&cursor=c2',
  ])

  const second = answering(page([1, 2], 'c1'), page([3], null))
  for await (const { data, pagination } of second.client().pages(routes.entities.list)) {
    expect(data).toEqual([1, 2])
    expect(pagination.nextCursor).toBe('c1')
    break
  }
  expect(second.asked).toHaveLength(1)
})
