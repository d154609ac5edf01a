import { ApiError, errorOfAnswer, networkError, parseJson } from './api-error.ts'
import type { Answer, BodyFor, Callable, RequestArguments, Sent } from './endpoint-types.ts'
import { readEvents, type EventStreamOptions, type StreamEvent } from './event-stream.ts'
import { eachItem, eachPage, type ItemOf } from './pages.ts'
import { pause } from './pause.ts'

export type ClientOptions = {
  /** Origin, with a path before `/api/v1` where there is one. */
  baseUrl: string
  /** Sent as `x-api-token`; left out where a cookie speaks for the caller. */
  apiToken?: string | undefined
  /** Sends a request; the platform's own by default. */
  fetch?: ((request: Request) => Promise<Response>) | undefined
  /**
   * How often a request that is safe to repeat is sent: GET, or with an idempotency key. Between
   * tries it waits as long as `Retry-After` says. 1 by default.
   */
  attemptsMax?: number | undefined
  /** For one try; 30 seconds by default. */
  timeoutMs?: number | undefined
}

export type Client = {
  /** Calls one operation. @throws {ApiError} on any answer that is not 2xx */
  call: <E extends Callable>(
    endpoint: E,
    ...request: RequestArguments<E>
  ) => Promise<Answer<BodyFor<E>>>
  /** The answers of a list, page after page. */
  pages: <E extends Callable>(
    endpoint: E,
    ...request: RequestArguments<E>
  ) => AsyncGenerator<BodyFor<E>, void>
  /** The records of a list over all its pages. */
  items: <E extends Callable>(
    endpoint: E,
    ...request: RequestArguments<E>
  ) => AsyncGenerator<ItemOf<BodyFor<E>>, void>
  /** Changes as they happen, over every loss of the connection, until the signal ends it. */
  events: (options?: EventStreamOptions) => AsyncGenerator<StreamEvent, void>
}

const backoffMs = 200
const backoffMsMax = 5_000

/** The partner API as typed calls: `call(operations.transfers.read, { params: { executionId } })`. */
export function createClient(options: ClientOptions): Client {
  const { apiToken, attemptsMax = 1, timeoutMs = 30_000 } = options
  const baseUrl = options.baseUrl.replace(/\/+$/, '')
  const fetchOnce = options.fetch ?? ((request: Request) => globalThis.fetch(request))

  return {
    call: (endpoint, ...[request]) => callTyped(endpoint, request),
    pages: (endpoint, ...[request]) =>
      eachPage((sent) => callTyped(endpoint, sent), (request ?? {}) as Sent),
    items: (endpoint, ...[request]) =>
      eachItem((sent) => callTyped(endpoint, sent), (request ?? {}) as Sent),
    events: (streamOptions = {}) => readEvents(openStream, streamOptions),
  }

  async function callTyped<E extends Callable>(
    endpoint: E,
    request: object = {},
  ): Promise<Answer<BodyFor<E>>> {
    const sent: Sent = request
    const attempts = endpoint.method === 'GET' || sent.idempotencyKey ? attemptsMax : 1
    for (let attempt = 1; ; attempt += 1) {
      try {
        // The contract says what the body is; the service's own tests hold it to that.
        return (await send(endpoint, sent)) as Answer<BodyFor<E>>
      } catch (error) {
        if (!(error instanceof ApiError && error.retryable) || attempt >= attempts) throw error
        await pause(waitMs(error, attempt), sent.signal)
      }
    }
  }

  async function send(endpoint: Callable, sent: Sent): Promise<Answer<unknown>> {
    const timeout = AbortSignal.timeout(timeoutMs)
    const signal = sent.signal ? AbortSignal.any([sent.signal, timeout]) : timeout
    const response = await deliver(requestOf(endpoint, sent, signal), sent.signal)
    const text = await bodyText(response, sent.signal)
    const { status, headers } = response
    if (!response.ok) throw errorOfAnswer(status, headers, text)
    return { status, headers, body: parseJson(text) }
  }

  /** The caller's own abort is passed on as it is; all else is a network failure. */
  async function deliver(request: Request, signal: AbortSignal | undefined): Promise<Response> {
    try {
      return await fetchOnce(request)
    } catch (error) {
      signal?.throwIfAborted()
      throw networkError(error)
    }
  }

  async function bodyText(response: Response, signal: AbortSignal | undefined): Promise<string> {
    try {
      return await response.text()
    } catch (error) {
      signal?.throwIfAborted()
      throw networkError(error)
    }
  }

  async function openStream(endpoint: Callable, sent: Sent): Promise<Response> {
    const response = await deliver(requestOf(endpoint, sent, sent.signal), sent.signal)
    if (response.ok) return response
    throw errorOfAnswer(response.status, response.headers, await bodyText(response, sent.signal))
  }

  function requestOf({ method, path }: Callable, sent: Sent, signal?: AbortSignal): Request {
    const hasBody = method !== 'GET'
    return new Request(`${baseUrl}${pathOf(path, sent)}`, {
      method,
      headers: {
        accept: 'application/json',
        ...(hasBody ? { 'content-type': 'application/json' } : {}),
        ...(apiToken === undefined ? {} : { 'x-api-token': apiToken }),
        ...(sent.idempotencyKey === undefined ? {} : { 'idempotency-key': sent.idempotencyKey }),
        ...sent.headers,
      },
      ...(hasBody ? { body: JSON.stringify(sent.body ?? {}) } : {}),
      ...(signal ? { signal } : {}),
    })
  }
}

/** @throws {TypeError} where a parameter is missing: an empty one would name another path */
function pathOf(template: string, { params = {}, query = {} }: Sent): string {
  const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name] ?? ''
    // Dots alone would be read as steps in the path, whatever their escape.
    if (/^\.{0,2}$/.test(value)) throw new TypeError(`The parameter ${name} is missing.`)
    return encodeURIComponent(value)
  })
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  )
  return given.length > 0 ? `${path}?${new URLSearchParams(given).toString()}` : path
}

function waitMs(error: ApiError, attempt: number): number {
  if (error.retryAfterSeconds !== undefined) return error.retryAfterSeconds * 1000
  return Math.min(backoffMs * 2 ** (attempt - 1), backoffMsMax)
}
