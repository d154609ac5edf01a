import { errorOfAnswer, networkError, parseJson } from './api-error.ts'
import type { Answer, Callable, Sent } from './endpoint-types.ts'

/** Where requests go, and by what they are sent. */
export type Transport = {
  /** What stands before the path of every operation. */
  baseUrl: string
  fetch: (url: string, init: RequestInit) => Promise<Response>
  /** Sent with every request, such as the caller's token. */
  headers?: Readonly<Record<string, string>>
  timeoutMs?: number
}

/** One request and its answer. @throws {ApiError} on any answer that is not 2xx, and on none */
export async function sendRequest(
  transport: Transport,
  endpoint: Callable,
  sent: Sent,
): Promise<Answer<unknown>> {
  return readAnswer(await deliver(transport, endpoint, sent), sent.signal)
}

/** A 2xx answer with its body still to be read. */
export async function openRequest(
  transport: Transport,
  endpoint: Callable,
  sent: Sent,
): Promise<Response> {
  const response = await deliver(transport, endpoint, sent)
  if (!response.ok) await readAnswer(response, sent.signal)
  return response
}

async function deliver(transport: Transport, { method, path }: Callable, sent: Sent) {
  const hasBody = method !== 'GET'
  const signal = signalOf(transport.timeoutMs, sent.signal)
  const url = `${transport.baseUrl}${pathOf(path, sent.params)}${queryText(sent.query)}`
  const init = {
    method,
    headers: {
      accept: 'application/json',
      ...(hasBody ? { 'content-type': 'application/json' } : {}),
      ...transport.headers,
      ...(sent.idempotencyKey === undefined ? {} : { 'idempotency-key': sent.idempotencyKey }),
      ...sent.headers,
    },
    ...(hasBody ? { body: JSON.stringify(sent.body ?? {}) } : {}),
    ...(signal ? { signal } : {}),
    ...(sent.keepalive ? { keepalive: true } : {}),
  }
  return orNetworkError(() => transport.fetch(url, init), sent.signal)
}

export async function readAnswer(
  response: Response,
  signal?: AbortSignal,
): Promise<Answer<unknown>> {
  const text = await orNetworkError(() => response.text(), signal)
  const { status, headers } = response
  if (!response.ok) throw errorOfAnswer(status, headers, text)
  return { status, headers, body: parseJson(text) }
}

/**
 * An operation's path with its parameters filled in.
 * @throws {TypeError} where a parameter is missing: an empty one would name another path
 */
export function pathOf(template: string, params: Readonly<Record<string, string>> = {}): string {
  return template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name] ?? ''
    // Dots alone would be read as steps in the path, whatever their escape.
    if (/^\.{0,2}$/.test(value)) throw new TypeError(`The parameter ${name} is missing.`)
    return encodeURIComponent(value)
  })
}

function queryText(query: Sent['query'] = {}): string {
  const set = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  )
  return set.length > 0 ? `?${new URLSearchParams(set).toString()}` : ''
}

function signalOf(timeoutMs?: number, signal?: AbortSignal): AbortSignal | undefined {
  if (timeoutMs === undefined) return signal
  const timeout = AbortSignal.timeout(timeoutMs)
  return signal ? AbortSignal.any([signal, timeout]) : timeout
}

/** The caller's own abort is passed on as it is; all else is a network failure. */
async function orNetworkError<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  try {
    return await work()
  } catch (error) {
    signal?.throwIfAborted()
    throw networkError(error)
  }
}
