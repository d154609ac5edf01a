import { hasTowns } from '@corridor/contract/places'

/** Lines of an address in the order they are asked for. */
export const addressParts = [
  { part: 'addressLine1', label: 'Street and number', needed: true },
  { part: 'addressLine2', label: 'Further address line', needed: false },
  { part: 'postalCode', label: 'Postal code', needed: false },
  { part: 'locality', label: 'Locality', needed: false },
  { part: 'city', label: 'City', needed: true },
  { part: 'state', label: 'State or region', needed: false },
  { part: 'country', label: 'Country', needed: true },
] as const

/** ISO 3166-1 alpha-2, all officially assigned codes. */
const countryCodes = new Set(
  (
    'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT ' +
    'BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ' +
    'ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT ' +
    'HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS ' +
    'LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI ' +
    'NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG ' +
    'SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG ' +
    'UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW'
  ).split(' '),
)

export const isCountry = (code: string): boolean => countryCodes.has(code)

/** `Germany` for `DE`; the code itself where it is no country's. */
export function countryName(code: string): string {
  if (!isCountry(code)) return code
  return new Intl.DisplayNames(['en'], { type: 'region' }).of(code) ?? code
}

export function countryFault(value: string, label: string): string | undefined {
  return isCountry(value) ? undefined : `${label} is a two-letter country code, such as DE.`
}

/** What is wrong with a day of birth or foundation, as YYYY-MM-DD; nothing where it can be one. */
export function pastDayFault(day: string, today: string): string | undefined {
  if (day >= today) return 'This date must lie in the past.'
  return day < '1900-01-01' ? 'This date is before 1900: is its year right?' : undefined
}

/**
 * The town that rails ask for. A country without towns has its part (an emirate, a district) in its
 * place, or its own name, as its post writes them.
 */
export function townOf({ city = '', state = '', country = '' }: TownMembers): string {
  return city !== '' || hasTowns(country) ? city : state || countryName(country)
}
type TownMembers = {
  city?: string | undefined
  state?: string | undefined
  country?: string | undefined
}

/** The last day of each month; February's as in leap years. */
const lastDays = new Map([
  ...['01', '03', '05', '07', '08', '10', '12'].map((month) => [month, '31'] as const),
  ...['04', '06', '09', '11'].map((month) => [month, '30'] as const),
  ['02', '29'],
])

/** Whether the text is a day of the calendar, as YYYY-MM-DD. */
export function isCalendarDate(value: string): boolean {
  const [, yearText = '', month = '', day = ''] = /^(\d{4})-(\d\d)-(\d\d)$/u.exec(value) ?? []
  const last = lastDays.get(month)
  if (last === undefined || day < '01' || day > last) return false
  if (month !== '02' || day !== '29') return true
  const year = BigInt(yearText)
  return year % 4n === 0n && (year % 100n !== 0n || year % 400n === 0n)
}

export function calendarDateFault(value: string, label: string): string | undefined {
  return isCalendarDate(value) ? undefined : `${label} is a date as YYYY-MM-DD, such as 1990-04-30.`
}

/** `+442071838750` for `+44 (20) 7183-8750`. */
export const normalPhone = (value: string): string => value.replaceAll(/[\s().-]/gu, '')

/** International form (E.164): the country's code and at most 15 digits in total. */
export function phoneFault(value: string, label: string): string | undefined {
  if (/^\+[1-9]\d{6,14}$/u.test(normalPhone(value))) return undefined
  return `${label} begins with + and the country code, such as +442071838750.`
}
