const second = 1_000
const minute = 60 * second
const hour = 60 * minute

/** When each attempt follows the one before; the first is made at once (operations.md 12). */
const standard = [
  0,
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
] as const

/** `standard` makes ten attempts over 75 hours, `short` five over 2.5 hours, `single` one. */
export const retryPresets = {
  standard,
  short: standard.slice(0, 5),
  single: standard.slice(0, 1),
} as const
export type RetryPreset = keyof typeof retryPresets

/** Deviation of a delay from its schedule, either way. */
export const jitter = 0.1
const retryAfterMax = 24 * hour

export type FailedAttempt = {
  preset: RetryPreset
  /** How many attempts of this round were made, the failed one included; from 1. */
  made: number
  /** What the receiver asked for in `Retry-After`, in milliseconds. */
  retryAfterMs?: number | undefined
  /** 0 to 1, from the service's random source. */
  random: number
}

/**
 * Milliseconds from a failed attempt to the next one, or undefined where that was the last. A
 * receiver that asks for more time gets it, up to 24 hours.
 */
export function retryDelay({ preset, made, retryAfterMs, random }: FailedAttempt) {
  const step = retryPresets[preset][made]
  if (step === undefined) return undefined
  const jittered = Math.round(step * (1 + jitter * (2 * random - 1)))
  return Math.max(jittered, Math.min(retryAfterMs ?? 0, retryAfterMax))
}

/** Failures in a row after which an endpoint gets a pause before the next attempt. */
export const breakerThreshold = 10
const breakerMin = 5 * second
const breakerMax = 5 * minute

/**
 * For how long an endpoint is left alone after so many failures in a row: for the back-off step of
 * the attempt that failed, at least 5 seconds, and at most 5 minutes, so that what is new does not
 * wait for hours on a receiver that was mended. Undefined while nothing is held.
 */
export function breakerHold(straightFailures: number, nextDelayMs: number | undefined) {
  if (straightFailures < breakerThreshold) return undefined
  return Math.min(Math.max(nextDelayMs ?? breakerMax, breakerMin), breakerMax)
}

const degradedAfter = 24 * hour
const disabledAfter = 120 * hour
const failuresMin = 3

/** What an endpoint that has only failed since a moment has come to. */
export function healthAfter(failingMs: number, failures: number) {
  if (failures < failuresMin || failingMs <= degradedAfter) return 'ACTIVE'
  return failingMs > disabledAfter ? 'DISABLED' : 'DEGRADED'
}

/** `Retry-After` as seconds or as an HTTP date; undefined where it says neither. */
export function readRetryAfter(header: string | undefined, now: Date): number | undefined {
  if (header === undefined) return undefined
  const text = header.trim()
  if (/^\d{1,9}$/.test(text)) return Number.parseInt(text, 10) * second
  const at = /^[A-Za-z]{3}, /.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(at) ? undefined : Math.max(0, at - now.getTime())
}
