import { rememberServiceTime } from './clock.ts'
import { errorFromBody, isApiError, networkError, sessionEnded } from './errors.ts'
import { isAttended } from './presence.ts'
import { signedInAgain } from './reauthentication.ts'

export type HttpRequest = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Path from the root, such as `/bff/session`. */
  path: string
  query?: Record<string, string | undefined>
  body?: unknown
  idempotencyKey?: string | undefined
  signal?: AbortSignal | undefined
  headers?: Record<string, string>
}

/**
 * One request to the BFF and its JSON answer. Throws `ApiError` for anything but 2xx. When the staff session has
 * ended in the middle of work, waits for the overlay's sign-in and sends the same request once more.
 */
export async function send(request: HttpRequest): Promise<unknown> {
  const before = renewals
  try {
    return await sendOnce(request)
  } catch (error) {
    if (!isApiError(error, sessionEnded)) throw error
    await renewing
    return renewals === before ? sendSignedIn(request, error) : send(request)
  }
}

async function sendSignedIn(request: HttpRequest, error: unknown): Promise<unknown> {
  if (!isApiError(error, sessionEnded) || !(await signedInAgain())) throw error
  return sendOnce(request)
}

let renewing: Promise<void> | undefined
let renewals = 0

/**
 * A request whose answer gives the session a new id. What is under way with the old one meets its end and is sent
 * again: the person is still signed in.
 */
export function sendRenewing(request: HttpRequest): Promise<unknown> {
  const answer = sendOnce(request)
  renewing = answer.then(
    () => {
      renewals += 1
    },
    () => undefined,
  )
  return answer.catch((error: unknown) => sendSignedIn(request, error))
}

async function sendOnce(request: HttpRequest): Promise<unknown> {
  const response = await fetch(urlOf(request), {
    method: request.method,
    headers: headersOf(request),
    credentials: 'same-origin',
    ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
    ...(request.signal ? { signal: request.signal } : {}),
  }).catch((cause: unknown) => {
    if (request.signal?.aborted) throw cause
    throw networkError(cause)
  })
  rememberServiceTime(response.headers.get('x-service-time'))
  const body = await readJson(response)
  if (response.ok) return body
  throw errorFromBody(response.status, body, response.headers.get('x-request-id'))
}

function urlOf({ path, query }: HttpRequest): string {
  const words = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined && value !== '') words.set(name, value)
  }
  const text = words.toString()
  return text ? `${path}?${text}` : path
}

function headersOf(request: HttpRequest): Headers {
  const headers = new Headers({ accept: 'application/json', ...request.headers })
  if (request.method === 'GET') {
    // Refreshes by the live stream or by a timer must not keep an unattended session open.
    if (!isAttended()) headers.set('x-background', '1')
  } else {
    // Named by the BFF's cross-site check; a plain form of another site cannot send it.
    headers.set('x-requested-by', 'dashboard')
    headers.set('content-type', 'application/json')
  }
  if (request.idempotencyKey) headers.set('idempotency-key', request.idempotencyKey)
  return headers
}

async function readJson(response: Response): Promise<unknown> {
  const text = await response.text()
  if (text === '') return undefined
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
