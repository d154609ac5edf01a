import type { Calendar, CutOff, Schedule, System } from './types.ts'
import { dayAfter, dayIn, momentOf, weekdayOf } from './zoned.ts'

/** No system is closed for so long; beyond it the table is wrong. */
const searchedDays = 60

/** All closing days of a calendar with their names, read once. */
const closings = new WeakMap<Calendar, ReadonlyMap<string, string>>()

function closingsOf(calendar: Calendar): ReadonlyMap<string, string> {
  const known = closings.get(calendar)
  if (known) return known
  const named = [...Object.entries(calendar.closed), ...Object.entries(calendar.expected)]
  const days = new Map(named.flatMap(([name, dates]) => dates.map((day) => [day, name] as const)))
  closings.set(calendar, days)
  return days
}

/** Why a calendar is closed on a day: the holiday's name or WEEKEND; undefined on a business day. */
export function closingOf(calendar: Calendar, day: string): string | undefined {
  if (calendar.weekend.includes(weekdayOf(day))) return 'WEEKEND'
  return closingsOf(calendar).get(day)
}

const isOpen = (calendar: Calendar, day: string) => closingOf(calendar, day) === undefined

/** Whether orders of a system settle on a day, `2026-11-30`; of an instant one they always do. */
export const isBusinessDay = ({ hours, calendar }: System, day: string): boolean =>
  hours === 'ALWAYS' || isOpen(calendar, day)

/** The first business day of a system after a day. */
export const nextBusinessDay = (system: System, day: string): string =>
  firstDay(dayAfter(day), (other) => isBusinessDay(system, other))

/** The banking day so many after a day, whatever the hours of the country's systems. */
export function bankingDayAfter(calendar: Calendar, day: string, count: number): string {
  let reached = day
  for (let left = count; left > 0; left -= 1)
    reached = firstDay(dayAfter(reached), (other) => isOpen(calendar, other))
  return reached
}

/** @throws RangeError where no day of the next two months fits */
function firstDay(from: string, fits: (day: string) => boolean): string {
  for (let count = 0; count < searchedDays; count += 1) {
    const day = dayAfter(from, count)
    if (fits(day)) return day
  }
  throw new RangeError(`no business day within ${searchedDays} days from ${from}`)
}

/**
 * When an order that is given now leaves and arrives. It leaves at once within the hours of a business
 * day before its cut-off, otherwise when the system opens next. A bank may have an earlier cut-off of its
 * own; what is paid at any hour it leaves alone.
 */
export function scheduleOf(system: System, at: Date, own?: CutOff): Schedule {
  const { zone } = system
  if (system.hours === 'ALWAYS') return arriving(system, at, dayIn(zone, at))
  // The evening before belongs to the next day where a system opens on its eve.
  const executionDate = firstDay(
    dayIn(zone, at),
    (day) => isOpen(system.calendar, day) && at < cutoffOf(system, day) && isBefore(own, day, at),
  )
  const opensAt = openingOf(system, executionDate)
  return arriving(system, at < opensAt ? opensAt : at, executionDate)
}

const isBefore = (own: CutOff | undefined, day: string, at: Date): boolean =>
  own === undefined || at < momentOf(day, own.time, own.zone)

function openingOf({ hours, zone }: System, day: string): Date {
  if (hours === 'ALWAYS') return momentOf(day, '00:00', zone)
  return momentOf(hours.opensOn === 'THE_EVE' ? dayAfter(day, -1) : day, hours.opens, zone)
}

function cutoffOf({ hours, zone }: System, day: string): Date {
  if (hours === 'ALWAYS') return momentOf(dayAfter(day), '00:00', zone)
  return momentOf(day, hours.cutoffOn?.[weekdayOf(day)] ?? hours.cutoff, zone)
}

function arriving(system: System, leavesAt: Date, executionDate: string): Schedule {
  const { arrival, calendar, zone } = system
  if ('minutes' in arrival) {
    const arrivesBy = new Date(leavesAt.getTime() + arrival.minutes * 60_000)
    const isEstimated = system.hours !== 'ALWAYS' && isBeyond(calendar, executionDate)
    return { leavesAt, arrivesBy, executionDate, isEstimated }
  }
  const day = bankingDayAfter(calendar, executionDate, arrival.businessDays)
  const isEstimated = [executionDate, day].some((item) => isBeyond(calendar, item))
  return { leavesAt, arrivesBy: momentOf(day, arrival.by, zone), executionDate, isEstimated }
}

/** Whether a moment's day was found by weekends alone, because the system's calendar ends before. */
export function isEstimatedAt({ hours, arrival, calendar, zone }: System, at: Date): boolean {
  if (hours === 'ALWAYS' && 'minutes' in arrival) return false
  return isBeyond(calendar, dayIn(zone, at))
}

/** Whether a calendar has no holidays of the year of a day. */
function isBeyond({ years }: Calendar, day: string): boolean {
  return day < `${years.from}-01-01` || day > `${years.to}-12-31`
}
