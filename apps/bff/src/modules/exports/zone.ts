/** Offsets change at full quarters of an hour, so within one they are looked up once. */
const quarterMs = 15 * 60_000
const offsetsMax = 50_000
const offsets = new Map<string, number>()

const formats = new Map<string, Intl.DateTimeFormat>()

/** Whether a name is one of the time zone database. */
export function isZone(name: string): boolean {
  try {
    formatOf(name)
    return true
  } catch {
    return false
  }
}

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known) return known
  const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' })
  formats.set(zone, format)
  return format
}

/** `2026-07-05T14:34:56.789+02:00`: an instant as clocks of the zone show it. */
export function zonedTime(at: string, zone: string): string {
  const ms = Date.parse(at)
  if (Number.isNaN(ms)) return at
  if (zone === 'UTC') return new Date(ms).toISOString()
  const minutes = offsetOf(ms, zone)
  const local = new Date(ms + minutes * 60_000).toISOString().slice(0, -1)
  const size = Math.abs(minutes)
  return `${local}${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`
}

const two = (value: number) => String(value).padStart(2, '0')

function offsetOf(ms: number, zone: string): number {
  const key = `${zone} ${Math.floor(ms / quarterMs)}`
  const known = offsets.get(key)
  if (known !== undefined) return known
  const parts = formatOf(zone).formatToParts(ms)
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? 'GMT'
  const [, sign, hours = '0', minutes = '0'] = /^GMT([+-])(\d{2}):(\d{2})/.exec(name) ?? []
  const size = Number.parseInt(hours, 10) * 60 + Number.parseInt(minutes, 10)
  const offset = sign === '-' ? -size : size
  if (offsets.size >= offsetsMax) offsets.clear()
  offsets.set(key, offset)
  return offset
}
