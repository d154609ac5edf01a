import { t } from '../../messages/text.ts'

/** `local` is the device's zone, `utc`, or a name such as `Europe/Berlin`. One choice for display, filters and exports. */
export type Zone = string

export type WallTime = {
  year: number
  month: number
  day: number
  hour: number
  minute: number
  second: number
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** As `Intl` takes it; the device's own where it does not know the name. */
export function timeZoneOf(zone: Zone): { timeZone?: string } {
  if (zone === 'utc') return { timeZone: 'UTC' }
  return zone === 'local' || !isKnownZone(zone) ? {} : { timeZone: zone }
}

export function isKnownZone(name: string): boolean {
  try {
    return formatOf(name) !== undefined
  } catch {
    return false
  }
}

/** What clocks show at a moment in a zone. */
export function wallTime(at: number, zone: Zone): WallTime {
  const { timeZone } = timeZoneOf(zone)
  if (timeZone === undefined) {
    const date = new Date(at)
    return {
      year: date.getFullYear(),
      month: date.getMonth() + 1,
      day: date.getDate(),
      hour: date.getHours(),
      minute: date.getMinutes(),
      second: date.getSeconds(),
    }
  }
  const parts = new Map(
    formatOf(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number.parseInt(value, 10)]),
  )
  const get = (name: Intl.DateTimeFormatPartTypes) => parts.get(name) ?? 0
  return {
    year: get('year'),
    month: get('month'),
    day: get('day'),
    hour: get('hour'),
    minute: get('minute'),
    second: get('second'),
  }
}

/** How far clocks of a zone are ahead of UTC at a moment. */
export function offsetMs(at: number, zone: Zone): number {
  const whole = Math.floor(at / 1000) * 1000
  return asUtc(wallTime(whole, zone)) - whole
}

/** The moment at which clocks of a zone show this; parts may be beyond their ends, as with `Date.UTC`. */
export function instantOf(wall: Partial<WallTime> & { year: number }, zone: Zone): number {
  const utc = asUtc({ month: 1, day: 1, hour: 0, minute: 0, second: 0, ...wall })
  if (Number.isNaN(utc)) return utc
  // The offset of a moment nearby, then that of the moment itself: they differ around a change of clocks.
  const near = utc - offsetMs(utc, zone)
  return utc - offsetMs(near, zone)
}

function asUtc({ year, month, day, hour, minute, second }: WallTime): number {
  return Date.UTC(year, month - 1, day, hour, minute, second)
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known) return known
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  })
  formats.set(timeZone, format)
  return format
}

/** Under a field for a time: whose clocks count. */
export function zoneHint(zone: Zone): string {
  if (zone === 'utc') return t('In UTC.')
  return zone === 'local'
    ? t('In your time zone.')
    : t('In {zone} time.', { zone: zone.replaceAll('_', ' ') })
}
