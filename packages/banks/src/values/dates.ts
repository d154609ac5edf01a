const pattern =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.:,](\d*))?)?)?\s*(Z|[+-]\d{2}(?::?\d{2})?)?$/i

const dayLength = '2026-01-05'.length
const dayMs = 86_400_000
const minuteMs = 60_000

type Parts = {
  /** Milliseconds of the calendar and clock values, as if they were UTC. */
  wall: number
  day: string
  hasTime: boolean
  /** Beginning or end of a day: what a program writes that has no time. */
  isMidnight: boolean
  /** In minutes; undefined where none is given. */
  offset: number | undefined
}

const parsed = new Map<string, Parts | undefined>()

/** As `parse`; the lines of a file have few days. */
function partsOf(text: string): Parts | undefined {
  if (text.length !== dayLength) return parse(text)
  if (!parsed.has(text)) {
    if (parsed.size > 1_000) parsed.clear()
    parsed.set(text, parse(text))
  }
  return parsed.get(text)
}

/** The parts of an ISO 8601 text, as loosely as banks write it; undefined where it is no day. */
function parse(text: string): Parts | undefined {
  const match = pattern.exec(text.trim())
  if (!match) return undefined
  const [, year = '', month = '', date = '', hour, minute = '0', second = '0', fraction = ''] =
    match
  const day = `${year}-${month}-${date}`
  const start = startOf(day)
  const [hours, minutes, seconds] = [hour ?? '0', minute, second].map(Number)
  if (start === undefined || hours === undefined || minutes === undefined || seconds === undefined)
    return undefined
  const clock = hours * 60 * minuteMs + minutes * minuteMs + seconds * 1_000
  // The end of a day may be written as 24:00, a leap second as 60.
  if (clock > dayMs || minutes > 59 || seconds > 60) return undefined
  const milliseconds = Number(fraction.padEnd(3, '0').slice(0, 3))
  return {
    wall: start + clock + milliseconds,
    day,
    hasTime: hour !== undefined,
    isMidnight: clock % dayMs === 0 && milliseconds === 0,
    offset: match[8] === undefined ? undefined : offsetOf(match[8]),
  }
}

/** Milliseconds of the beginning of a day in UTC; undefined where the calendar has no such day. */
function startOf(day: string): number | undefined {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  const start = new Date(Date.UTC(year, month - 1, date))
  // Of years with two digits, `Date.UTC` makes those of the last century.
  const isDay = start.getUTCFullYear() === year && start.getUTCMonth() === month - 1
  return isDay && start.getUTCDate() === date ? start.getTime() : undefined
}

function offsetOf(text: string): number {
  if (text.toUpperCase() === 'Z') return 0
  const minutes = Number(text.slice(1, 3)) * 60 + Number(text.replace(':', '').slice(3) || '0')
  return text.startsWith('-') ? -minutes : minutes
}

const formats = new Map<string, Intl.DateTimeFormat>()

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

const quarterMs = 15 * minuteMs
const offsets = new Map<string, number>()
const offsetsMax = 10_000

/** What a zone's clock is ahead of UTC at a moment; it changes at quarters of an hour alone. */
function offsetAt(zone: string, at: number): number {
  const quarter = Math.floor(at / quarterMs)
  const key = `${zone} ${quarter}`
  const known = offsets.get(key)
  if (known !== undefined) return known
  const start = quarter * quarterMs
  const parts = new Map(
    formatOf(zone)
      .formatToParts(start)
      .map(({ type, value }) => [type, value]),
  )
  const part = (type: Intl.DateTimeFormatPartTypes) => Number(parts.get(type))
  const wall = Date.UTC(
    part('year'),
    part('month') - 1,
    part('day'),
    part('hour'),
    part('minute'),
    part('second'),
  )
  if (offsets.size > offsetsMax) offsets.clear()
  offsets.set(key, wall - start)
  return wall - start
}

/** What calendar and clock of a zone show at a moment, in milliseconds as if that were UTC. */
const wallAt = (zone: string, at: number): number => at + offsetAt(zone, at)

/**
 * The moment at which a zone's clock shows a time. The hour that comes twice in autumn is taken as the
 * first of the two; the one that spring leaves out as if the clock had not been changed.
 */
function momentAt(zone: string, wall: number): number {
  const found = [wall - dayMs, wall + dayMs].map((around) => wall - offsetAt(zone, around))
  const right = found.filter((at) => wallAt(zone, at) === wall)
  return Math.min(...(right.length > 0 ? right : found.slice(0, 1)))
}

const utcOf = ({ wall, offset }: Parts, zone: string): number =>
  offset === undefined ? momentAt(zone, wall) : wall - offset * minuteMs

/** The day that a zone's calendar shows at a moment, `2026-01-05`. */
export const dayAt = (zone: string, at: Date): string =>
  new Date(wallAt(zone, at.getTime())).toISOString().slice(0, 10)

/**
 * The day of a date or a time, `2026-01-05`; '' where it is neither. A date is a date, whatever its
 * offset; a time with an offset is on the day of the bank's own zone.
 */
export function dayOf(text: string, zone: string): string {
  const parts = partsOf(text)
  if (!parts) return ''
  if (!parts.hasTime || parts.isMidnight || parts.offset === undefined) return parts.day
  return dayAt(zone, new Date(utcOf(parts, zone)))
}

/** A moment, or the beginning of a day, in the bank's zone where it has no offset. */
export function timeOf(text: string, zone: string): Date | undefined {
  const parts = partsOf(text)
  if (!parts) return undefined
  return new Date(parts.hasTime ? utcOf(parts, zone) : momentAt(zone, parts.wall))
}

/** As `timeOf`, but only where the text has a time: midnight is what a program writes for none. */
export function momentOf(text: string, zone: string): Date | undefined {
  const parts = partsOf(text)
  return parts?.hasTime && !parts.isMidnight ? new Date(utcOf(parts, zone)) : undefined
}

/** The day so many days after another one. */
export const dayAfter = (day: string, days = 1): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)

/** A day of a year with two digits, month and date: of 1980 to 2079; '' where there is none. */
export function dayOfSixDigits(text: string): string {
  const [year, month, date] = [text.slice(0, 2), text.slice(2, 4), text.slice(4, 6)]
  const day = `${Number(year) < 80 ? '20' : '19'}${year}-${month}-${date}`
  return /^\d{6}$/.test(text) && startOf(day) !== undefined ? day : ''
}

const starts = new Map<string, Date>()

/** The moment at which a day, `2026-01-05`, begins in a zone. */
export function startOfDay(day: string, zone: string): Date {
  const key = `${zone} ${day}`
  const known = starts.get(key)
  if (known) return known
  // Files have few days; what is kept of many files stays small.
  if (starts.size > 1_000) starts.clear()
  const start = new Date(momentAt(zone, startOf(day) ?? 0))
  starts.set(key, start)
  return start
}
