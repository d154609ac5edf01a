import { useState } from 'react'
import { isApiError } from './errors.ts'

/**
 * The key of a form's action: the same while the same body is sent again, a new one as soon as the
 * body differs, because a key belongs to one body (operations.md 1).
 */
export function idempotencyKeys(random: () => string): (body: unknown) => string {
  let last: { text: string; key: string } | undefined
  return (body) => {
    const text = JSON.stringify(body)
    if (last?.text !== text) last = { text, key: random() }
    return last.key
  }
}

/**
 * Whether the service has refused: nothing was done, and it says so again to the same key. What is
 * asked after that is another action, because what stood in the way may be gone.
 */
export function isRefusal(error: unknown): boolean {
  if (!isApiError(error) || error.status < 400 || error.status >= 500) return false
  return error.status !== 429 && error.code !== 'IDEMPOTENCY_IN_PROGRESS'
}

/** Keys for one form, as long as it is on screen. */
export function useIdempotencyKeys(): (body: unknown) => string {
  const [keyOf] = useState(() => idempotencyKeys(() => crypto.randomUUID()))
  return keyOf
}
