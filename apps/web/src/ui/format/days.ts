import { instantOf, wallTime, type Zone } from './zones.ts'

/** Midnight before a moment, in a zone; `days` later where they are given. */
export function startOfDay(at: number, zone: Zone, days = 0): number {
  const { year, month, day } = wallTime(at, zone)
  return instantOf({ year, month, day: day + days }, zone)
}
