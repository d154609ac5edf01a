import { type Callable, type Sent, sendRequest } from '@corridor/client/http'
import { rememberServiceTime } from './clock.ts'
import { isApiError, sessionEnded } from './errors.ts'
import { isAttended } from './presence.ts'
import { signedInAgain, signInsSoFar } from './reauthentication.ts'

/**
 * One request to the BFF and its JSON answer. Throws `ApiError` for anything but 2xx. When the staff session has
 * ended in the middle of work, waits for the overlay's sign-in and sends the same request once more.
 */
export async function send(endpoint: Callable, sent: Sent = {}): Promise<unknown> {
  const before = renewals + signInsSoFar()
  try {
    return await sendOnce(endpoint, sent)
  } catch (error) {
    if (!isApiError(error, sessionEnded)) throw error
    await renewing
    if (renewals + signInsSoFar() !== before) return send(endpoint, sent)
    return againSignedIn(error, () => sendOnce(endpoint, sent))
  }
}

/** What the BFF alone answers, beside the operations of the contract. */
export async function get<T>(path: string, signal?: AbortSignal): Promise<T> {
  return (await send({ method: 'GET', path }, { signal })) as T
}

export async function post<T>(path: string, body: unknown = {}): Promise<T> {
  return (await send({ method: 'POST', path }, { body })) as T
}

export async function put<T>(path: string, body: unknown): Promise<T> {
  return (await send({ method: 'PUT', path }, { body })) as T
}

/** Repeats what was refused because the session had ended, once the person has signed in again. */
export async function againSignedIn(
  error: unknown,
  repeat: () => Promise<unknown>,
): Promise<unknown> {
  if (!isApiError(error, sessionEnded) || !(await signedInAgain())) throw error
  return repeat()
}

let renewing: Promise<void> | undefined
let renewals = 0

/**
 * A request whose answer gives the session a new id. What is under way with the old one meets its end and is sent
 * again: the person is still signed in.
 */
export function sendRenewing(endpoint: Callable, sent: Sent): Promise<unknown> {
  const answer = sendOnce(endpoint, sent)
  renewing = answer.then(
    () => {
      renewals += 1
    },
    () => undefined,
  )
  return answer.catch((error: unknown) => againSignedIn(error, () => sendOnce(endpoint, sent)))
}

/** Named by the BFF's cross-site check; a plain form of another site cannot send it. */
export const ownRequest = { 'x-requested-by': 'dashboard' }
// Refreshes by the live stream or by a timer must not keep an unattended session open.
const inBackground = { 'x-background': '1' }

async function sendOnce(endpoint: Callable, sent: Sent): Promise<unknown> {
  const reading = isAttended() ? {} : inBackground
  const headers = { ...(endpoint.method === 'GET' ? reading : ownRequest), ...sent.headers }
  return (await sendRequest(transport, endpoint, { ...sent, headers })).body
}

const transport = {
  baseUrl: '/bff',
  fetch: async (url: string, init: RequestInit) => {
    const response = await fetch(url, init)
    rememberServiceTime(response.headers.get('x-service-time'))
    return response
  },
}
