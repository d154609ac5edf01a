import { ApiError } from './api-error.ts'
import type { Answer, BodyFor, Callable, RequestArguments, Sent } from './endpoint-types.ts'
import { readEvents, type EventStreamOptions, type StreamEvent } from './event-stream.ts'
import { openRequest, sendRequest, type Transport } from './http.ts'
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
  const { apiToken, attemptsMax = 1, timeoutMs = 30_000, fetch } = options
  const transport: Transport = {
    baseUrl: options.baseUrl.replace(/\/+$/, ''),
    fetch: (url, init) => (fetch ? fetch(new Request(url, init)) : globalThis.fetch(url, init)),
    ...(apiToken === undefined ? {} : { headers: { 'x-api-token': apiToken } }),
  }

  return {
    call: (endpoint, ...[request]) => callTyped(endpoint, request),
    pages: (endpoint, ...[request]) =>
      eachPage((sent) => callTyped(endpoint, sent), (request ?? {}) as Sent),
    items: (endpoint, ...[request]) =>
      eachItem((sent) => callTyped(endpoint, sent), (request ?? {}) as Sent),
    events: (streamOptions = {}) =>
      readEvents((endpoint, sent) => openRequest(transport, endpoint, sent), streamOptions),
  }

  async function callTyped<E extends Callable>(endpoint: E, request: object = {}) {
    const sent: Sent = request
    const attempts = endpoint.method === 'GET' || sent.idempotencyKey ? attemptsMax : 1
    for (let attempt = 1; ; attempt += 1) {
      try {
        const answer = await sendRequest({ ...transport, timeoutMs }, endpoint, sent)
        // The contract says what the body is; the service's own tests hold it to that.
        return answer as Answer<BodyFor<E>>
      } catch (error) {
        if (!(error instanceof ApiError && error.retryable) || attempt >= attempts) throw error
        await pause(waitMs(error, attempt), sent.signal)
      }
    }
  }
}

function waitMs(error: ApiError, attempt: number): number {
  if (error.retryAfterSeconds !== undefined) return error.retryAfterSeconds * 1000
  return Math.min(backoffMs * 2 ** (attempt - 1), backoffMsMax)
}
