import { useState } from 'react'

/**
 * The key of a form's action: the same while the same body is sent again, a new one as soon as the
 * body differs, because a key belongs to one body (operations.md, part 1).
 */
export function idempotencyKeys(random: () => string): (body: unknown) => string {
  let last: { text: string; key: string } | undefined
  return (body) => {
    const text = JSON.stringify(body)
    if (last?.text !== text) last = { text, key: random() }
    return last.key
  }
}

/** Keys for one form, as long as it is on screen. */
export function useIdempotencyKeys(): (body: unknown) => string {
  const [keyOf] = useState(() => idempotencyKeys(() => crypto.randomUUID()))
  return keyOf
}
