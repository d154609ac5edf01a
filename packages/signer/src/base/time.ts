export const SECOND_MS = 1000
export const MINUTE_MS = 60 * SECOND_MS
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

/** A later (or earlier) instant; instants themselves come from `service_now()` only. */
export function addMs(at: Date, ms: number): Date {
  return new Date(at.getTime() + ms)
}

/** Whole seconds from one instant to a later one, rounded up, at least 1. */
export function secondsUntil(now: Date, then: Date): number {
  return Math.max(1, Math.ceil((then.getTime() - now.getTime()) / SECOND_MS))
}

/** The instant of an ISO 8601 text. @throws {TypeError} on any other text. */
export function fromIso(text: string): Date {
  const at = new Date(text)
  if (Number.isNaN(at.getTime())) throw new TypeError('Expected an ISO 8601 time.')
  return at
}
