import type { Zone } from './times.ts'

/** Midnight before a moment, in a zone. */
export function startOfDay(at: number, zone: Zone): number {
  const day = new Date(at)
  return zone === 'utc' ? day.setUTCHours(0, 0, 0, 0) : day.setHours(0, 0, 0, 0)
}
