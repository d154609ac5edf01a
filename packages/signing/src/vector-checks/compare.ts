import type { Result } from '../base/result.ts'

/** What every entry of a vector file has (signing-formats.md 14). */
export type Vector = { id: string; valid: boolean; reason?: string; comment?: string }

/** Names of what came out otherwise than the entry says; empty when all is right. */
export type Differences = string[]

export function differing(what: string, actual: unknown, expected: unknown): Differences {
  return actual === expected ? [] : [`${what}: got ${String(actual)}, expected ${String(expected)}`]
}

/** Accepted or refused as the entry says; the reason too, where the order of checks is fixed. */
export function judged(
  vector: Vector,
  outcome: Result<unknown, string>,
  reasons: 'exact' | 'any',
): Differences {
  const got = outcome.ok ? 'accepted' : outcome.failure
  if (vector.valid || outcome.ok || reasons === 'exact') {
    return differing('outcome', got, vector.valid ? 'accepted' : vector.reason)
  }
  return []
}
