/**
 * The time zone of a country's banks, by ISO 3166 code (IANA time zone database). Where a country has
 * several, it is the one in which its clearing works.
 */
const zones: Readonly<Record<string, string>> = {
  AE: 'Asia/Dubai',
  AT: 'Europe/Vienna',
  AU: 'Australia/Sydney',
  BE: 'Europe/Brussels',
  BG: 'Europe/Sofia',
  BH: 'Asia/Bahrain',
  BR: 'America/Sao_Paulo',
  CA: 'America/Toronto',
  CH: 'Europe/Zurich',
  CY: 'Asia/Nicosia',
  CZ: 'Europe/Prague',
  DE: 'Europe/Berlin',
  DK: 'Europe/Copenhagen',
  EE: 'Europe/Tallinn',
  ES: 'Europe/Madrid',
  FI: 'Europe/Helsinki',
  FR: 'Europe/Paris',
  GB: 'Europe/London',
  GR: 'Europe/Athens',
  HK: 'Asia/Hong_Kong',
  HR: 'Europe/Zagreb',
  HU: 'Europe/Budapest',
  IE: 'Europe/Dublin',
  IN: 'Asia/Kolkata',
  IS: 'Atlantic/Reykjavik',
  IT: 'Europe/Rome',
  JP: 'Asia/Tokyo',
  KE: 'Africa/Nairobi',
  KW: 'Asia/Kuwait',
  LI: 'Europe/Vaduz',
  LT: 'Europe/Vilnius',
  LU: 'Europe/Luxembourg',
  LV: 'Europe/Riga',
  MC: 'Europe/Monaco',
  MT: 'Europe/Malta',
  MX: 'America/Mexico_City',
  NG: 'Africa/Lagos',
  NL: 'Europe/Amsterdam',
  NO: 'Europe/Oslo',
  PH: 'Asia/Manila',
  PL: 'Europe/Warsaw',
  PT: 'Europe/Lisbon',
  RO: 'Europe/Bucharest',
  SE: 'Europe/Stockholm',
  SG: 'Asia/Singapore',
  SI: 'Europe/Ljubljana',
  SK: 'Europe/Bratislava',
  SM: 'Europe/San_Marino',
  US: 'America/New_York',
  VA: 'Europe/Vatican',
}

/** The zone in which the bank of an account writes times without an offset. */
export const zoneOfCountry = (countryCode: string): string => zones[countryCode] ?? 'UTC'

const dayMs = 86_400_000
const known = new Map<string, Date>()

/** The moment at which a day, `2026-01-05`, begins in a zone. */
export function startOfDay(day: string, zone: string): Date {
  const key = `${zone} ${day}`
  const start = known.get(key) ?? firstMoment(day, zone)
  // A file has few days; what is kept of many files stays small.
  if (known.size > 1_000) known.clear()
  known.set(key, start)
  return start
}

function firstMoment(day: string, zone: string): Date {
  const utc = Date.parse(day)
  for (const near of [utc - dayMs / 2, utc + dayMs / 2]) {
    const at = new Date(utc - offsetMs(zone, new Date(near)))
    // On the day of a clock change, one of its two offsets is that of its first moment.
    if (offsetMs(zone, at) === offsetMs(zone, new Date(near))) return at
  }
  return new Date(utc - offsetMs(zone, new Date(utc)))
}

/** How far a zone's clock is ahead of UTC at a moment. */
function offsetMs(zone: string, at: Date): number {
  const parts = new Intl.DateTimeFormat('en-US-u-hc-h23', {
    timeZone: zone,
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(at)
  const of = (type: string) => Number(parts.find((part) => part.type === type)?.value ?? 0)
  const local = Date.UTC(
    of('year'),
    of('month') - 1,
    of('day'),
    of('hour'),
    of('minute'),
    of('second'),
  )
  return local - Math.floor(at.getTime() / 1_000) * 1_000
}
