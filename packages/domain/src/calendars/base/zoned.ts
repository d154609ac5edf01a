import type { Weekday } from './types.ts'

const dayMs = 86_400_000
const weekdays: readonly Weekday[] = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']

const formats = new Map<string, Intl.DateTimeFormat>()

/** One format for each zone: making one takes longer than all that is asked of it. */
function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known) return known
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
  formats.set(zone, format)
  return format
}

/** What the clocks of a zone show at a moment, as if it were UTC. */
function shownAt(at: number, zone: string): number {
  const parts = new Map<string, string>(
    formatOf(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  )
  const of = (type: string) => Number.parseInt(parts.get(type) ?? '', 10)
  return Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second'))
}

/** The day of a zone at a moment: `2026-11-30`. */
export const dayIn = (zone: string, at: Date): string =>
  new Date(shownAt(at.getTime(), zone)).toISOString().slice(0, 10)

/**
 * The moment at which the clocks of a zone show a time of a day. A time that comes twice is its
 * first one; one that is left out is as much later as the clocks go forward.
 */
export function momentOf(day: string, time: string, zone: string): Date {
  const wanted = Date.parse(`${day}T${time}:00Z`)
  const offsetAt = (at: number) => shownAt(at, zone) - at
  // The clocks change by night and never twice within two days: one of these two is the offset.
  const [before, after] = [offsetAt(wanted - dayMs), offsetAt(wanted + dayMs)]
  const first = wanted - Math.max(before, after)
  const second = wanted - Math.min(before, after)
  if (shownAt(first, zone) === wanted) return new Date(first)
  if (shownAt(second, zone) === wanted) return new Date(second)
  return new Date(wanted - before)
}

/** The day so many days later. */
export const dayAfter = (day: string, days = 1): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)

export const weekdayOf = (day: string): Weekday =>
  weekdays[new Date(`${day}T00:00:00Z`).getUTCDay()] ?? 'sun'
