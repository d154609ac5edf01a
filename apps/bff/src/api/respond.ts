import type { Endpoint } from '@corridor/contract'
import { errorBody, statusOfRefusal } from './request/failures.ts'
import { type AnswerHeaders, AnswerWithHeaders, type Bytes, WrittenBody } from './handlers.ts'
import type { Refusal } from './request/refusal.ts'

/** What is sent: status, JSON (bytes where they were there already), and headers beyond the common ones. */
export type Answer = { status: number; body: string | Bytes; headers: AnswerHeaders }

export function refusalAnswer(
  refusal: Refusal,
  requestId: string,
  endpoint?: Endpoint,
): Answer & { body: string } {
  const status = statusOfRefusal(refusal, endpoint)
  const wait = refusal.retryAfterSeconds ?? (status === 503 || status === 429 ? 1 : undefined)
  return {
    status,
    body: JSON.stringify(errorBody(refusal, requestId)),
    headers: wait === undefined ? {} : { 'Retry-After': String(wait) },
  }
}

/** The 200 answer of a handler, with or without headers of its own. */
export function successAnswer(answered: unknown): Answer {
  if (answered instanceof WrittenBody) return { status: 200, body: answered.json, headers: {} }
  if (answered instanceof AnswerWithHeaders)
    return { status: 200, body: JSON.stringify(answered.body), headers: answered.headers }
  return { status: 200, body: JSON.stringify(answered), headers: {} }
}
