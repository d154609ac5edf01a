import { conventions } from './conventions.ts'
import { locale } from '../../messages/language.ts'
import { timeZoneOf, wallTime, type Zone } from './zones.ts'
import { plural, t } from '../../messages/text.ts'

export type { Zone } from './zones.ts'

export type TimeDetail = 'minute' | 'second' | 'day'

const formats = new Map<string, Intl.DateTimeFormat>()

function partsOf(at: number, zone: Zone): Map<string, string> {
  let format = formats.get(zone)
  if (!format) {
    format = new Intl.DateTimeFormat(locale, {
      ...timeZoneOf(zone),
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
      timeZoneName: 'shortOffset',
    })
    formats.set(zone, format)
  }
  return new Map(format.formatToParts(at).map((part) => [part.type, part.value]))
}

const yearMs = 365 * 24 * 3_600_000

/**
 * `20 Nov, 14:02` or with seconds and zone `20 Nov, 14:02:11 UTC+1`; the year is added when `at` is more than
 * twelve months from `now`. Unreadable input comes back as it is.
 */
export function timeText(
  at: string | number,
  zone: Zone,
  options: { detail?: TimeDetail; withZone?: boolean; now?: number } = {},
): string {
  const ms = typeof at === 'number' ? at : Date.parse(at)
  if (Number.isNaN(ms)) return String(at)
  const part = partsOf(ms, zone)
  const get = (name: string) => part.get(name) ?? ''
  const far = options.now !== undefined && Math.abs(options.now - ms) > yearMs
  const day = dayText(ms, zone, get, far)
  if (options.detail === 'day') return day
  const zoneName = options.withZone ? ` ${zoneText(get('timeZoneName'))}` : ''
  return `${day}, ${hourText(get, options.detail === 'second')}${zoneName}`
}

/** A calendar day, `2026-11-20`, of no zone: `20 Nov`. */
export const calendarDayText = (day: string, now: number): string =>
  timeText(day, 'utc', { detail: 'day', now })

type Get = (name: string) => string

/** In the order that the person chose; an ISO date has its year always. */
function dayText(at: number, zone: Zone, get: Get, withYear: boolean): string {
  const { dates } = conventions()
  if (dates === 'iso') {
    const { year, month, day } = wallTime(at, zone)
    return [year, month, day].map((part) => String(part).padStart(2, '0')).join('-')
  }
  if (dates === 'day') return dayFormat(zone, withYear).format(at)
  const day = `${get('month')} ${get('day')}`
  return withYear ? `${day}, ${get('year')}` : day
}

const dayFormats = new Map<string, Intl.DateTimeFormat>()

/** `20 Nov`, `20. Nov.` or `20 nov`, as the language writes it. */
function dayFormat(zone: Zone, withYear: boolean): Intl.DateTimeFormat {
  const key = `${zone} ${withYear}`
  const known = dayFormats.get(key)
  if (known) return known
  const format = new Intl.DateTimeFormat(locale, {
    ...timeZoneOf(zone),
    day: 'numeric',
    month: 'short',
    ...(withYear && { year: 'numeric' }),
  })
  dayFormats.set(key, format)
  return format
}

function hourText(get: Get, withSeconds: boolean): string {
  const rest = `:${get('minute')}${withSeconds ? `:${get('second')}` : ''}`
  if (conventions().hours === '24') return `${get('hour')}${rest}`
  const hour = Number.parseInt(get('hour'), 10)
  return `${hour % 12 === 0 ? 12 : hour % 12}${rest} ${hour < 12 ? 'AM' : 'PM'}`
}

/** `GMT+1` as `UTC+1`; some browsers write `GMT+0` for `GMT`. */
function zoneText(name: string): string {
  return name.replace('GMT', 'UTC').replace(/\+0$/, '')
}

/** `14:02 UTC+1`, where there is no room for more. */
export function minuteText(at: number, zone: Zone): string {
  return timeText(at, zone, { withZone: true }).replace(/^.*, /, '')
}

/** `14:02:11`, for rows that are all of one day. */
export function clockText(at: string | number, zone: Zone): string {
  const ms = typeof at === 'number' ? at : Date.parse(at)
  if (Number.isNaN(ms)) return String(at)
  const part = partsOf(ms, zone)
  return hourText((name) => part.get(name) ?? '', true)
}

/** `22 s`, `4 min 12 s`, `2 h 09 min`, `3 d 4 h`. */
export function durationText(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000))
  if (seconds < 60) return t('{seconds} s', { seconds })
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60)
    return seconds % 60 === 0
      ? t('{minutes} min', { minutes })
      : t('{minutes} min {seconds} s', { minutes, seconds: seconds % 60 })
  const hours = Math.floor(minutes / 60)
  if (hours < 24)
    return t('{hours} h {minutes} min', { hours, minutes: String(minutes % 60).padStart(2, '0') })
  return t('{days} d {hours} h', { days: Math.floor(hours / 24), hours: hours % 24 })
}

/** The same of a measured time; `–` where there is none. */
export const secondsText = (seconds: number | null): string =>
  seconds === null ? '–' : seconds < 1 ? t('under 1 s') : durationText(seconds * 1_000)

/** `just now`, `4 min ago`, `in 2 h`; minutes are the finest step because one shared timer moves it. */
export function relativeText(at: string | number, now: number): string {
  const ms = typeof at === 'number' ? at : Date.parse(at)
  if (Number.isNaN(ms)) return ''
  const minutes = Math.round(Math.abs(now - ms) / 60_000)
  if (minutes === 0) return t('just now')
  const size =
    minutes < 60
      ? t('{minutes} min', { minutes })
      : minutes < 1440
        ? t('{hours} h', { hours: Math.floor(minutes / 60) })
        : plural(Math.floor(minutes / 1440), { one: '{count} d', other: '{count} d' })
  return now >= ms ? t('{size} ago', { size }) : t('in {size}', { size })
}
