import { describe, expect, test } from 'vitest'
import { bankingDayAfter, closingOf, isBusinessDay, nextBusinessDay } from './base/schedule.ts'
import { bankSystemOf, systemOf, systems } from './systems/table.ts'
import type { System } from './base/types.ts'
import { dayAfter, weekdayOf } from './base/zoned.ts'

/**
 * Days of the published calendars, looked at on 2026-11-28: ecb.europa.eu (closing days since 2002),
 * gov.uk/bank-holidays, richmondfed.org/about_us/holiday_schedule, the list of FEBRABAN for 2026,
 * Proclamation 1006 (Philippines), payments.ca, announcements of the Emirates and of the Kuwait Banking
 * Association; for Japan, Singapore and Australia the package holidays 0.105.
 */
const systemDays = `
SEPA_CREDIT 2025-04-18 closed | Good Friday
SEPA_CREDIT 2025-04-21 closed | Easter Monday
SEPA_CREDIT 2025-05-01 closed | Labour Day
SEPA_CREDIT 2025-06-09 open | Whit Monday is no closing day
SEPA_CREDIT 2025-10-03 open | German Unity Day is none
SEPA_CREDIT 2025-12-24 open | Christmas Eve is none
SEPA_CREDIT 2025-12-25 closed | Christmas Day
SEPA_CREDIT 2025-12-26 closed | Christmas Holiday
SEPA_CREDIT 2025-12-31 open | last of the year
SEPA_CREDIT 2026-01-01 closed | New Year’s Day
SEPA_CREDIT 2026-01-02 open | second of the year
SEPA_CREDIT 2026-04-03 closed | Good Friday
SEPA_CREDIT 2026-04-06 closed | Easter Monday
SEPA_CREDIT 2026-05-01 closed | Labour Day
SEPA_CREDIT 2026-05-14 open | Ascension is none
SEPA_CREDIT 2026-11-28 closed | Saturday
SEPA_CREDIT 2026-11-29 closed | Sunday
SEPA_CREDIT 2026-11-30 open | Monday
SEPA_CREDIT 2026-12-25 closed | Christmas Day
SEPA_CREDIT 2026-12-28 open | no substitute for a Saturday
SEPA_CREDIT 2027-03-26 closed | Good Friday
SEPA_CREDIT 2027-03-29 closed | Easter Monday
SEPA_CREDIT 2027-05-03 open | no substitute for a Saturday
SEPA_CREDIT 2027-12-27 open | no substitute for a Saturday
SEPA_CREDIT 2028-02-29 open | leap day
SEPA_CREDIT 2028-04-14 closed | Good Friday
SEPA_CREDIT 2028-04-17 closed | Easter Monday
SEPA_CREDIT 2028-12-26 closed | Christmas Holiday
CHAPS 2025-05-05 closed | Early May
CHAPS 2025-05-26 closed | Spring
CHAPS 2025-08-25 closed | Summer
CHAPS 2026-04-06 closed | Easter Monday
CHAPS 2026-05-01 open | Friday before
CHAPS 2026-05-04 closed | Early May
CHAPS 2026-05-25 closed | Spring
CHAPS 2026-08-31 closed | Summer
CHAPS 2026-12-24 open | Christmas Eve
CHAPS 2026-12-28 closed | Boxing Day of a Saturday
CHAPS 2027-12-27 closed | Christmas Day of a Saturday
CHAPS 2027-12-28 closed | Boxing Day of a Sunday
CHAPS 2027-12-29 open | after both
CHAPS 2028-01-03 closed | New Year of a Saturday
CHAPS 2028-01-04 open | after it
CHAPS 2028-02-29 open | leap day
CHAPS 2028-05-01 closed | Early May
CHAPS 2028-05-29 closed | Spring
FEDWIRE 2025-01-20 closed | Martin Luther King
FEDWIRE 2025-02-17 closed | Washington
FEDWIRE 2025-05-26 closed | Memorial Day
FEDWIRE 2025-06-19 closed | Juneteenth
FEDWIRE 2025-07-04 closed | Independence Day
FEDWIRE 2025-09-01 closed | Labor Day
FEDWIRE 2025-10-13 closed | Columbus Day
FEDWIRE 2025-11-11 closed | Veterans Day
FEDWIRE 2025-11-27 closed | Thanksgiving
FEDWIRE 2025-11-28 open | Friday after it
FEDWIRE 2025-12-24 open | Christmas Eve
FEDWIRE 2025-12-25 closed | Christmas Day
FEDWIRE 2026-01-19 closed | Martin Luther King
FEDWIRE 2026-02-16 closed | Washington
FEDWIRE 2026-04-03 open | Good Friday is none
FEDWIRE 2026-05-25 closed | Memorial Day
FEDWIRE 2026-06-19 closed | Juneteenth
FEDWIRE 2026-07-03 open | a Saturday’s holiday does not move
FEDWIRE 2026-09-07 closed | Labor Day
FEDWIRE 2026-10-12 closed | Columbus Day
FEDWIRE 2026-11-11 closed | Veterans Day
FEDWIRE 2026-11-26 closed | Thanksgiving
FEDWIRE 2027-06-18 open | a Saturday’s holiday does not move
FEDWIRE 2027-07-05 closed | a Sunday’s holiday moves
FEDWIRE 2027-12-24 open | a Saturday’s holiday does not move
FEDWIRE 2027-12-31 open | likewise
FEDWIRE 2028-02-21 closed | Washington
FEDWIRE 2028-02-29 open | leap day
FEDWIRE 2028-11-10 open | a Saturday’s holiday does not move
FEDWIRE 2028-11-23 closed | Thanksgiving
TED 2025-03-03 closed | Monday of Carnival
TED 2025-03-04 closed | Tuesday of Carnival
TED 2025-03-05 open | Ash Wednesday
TED 2025-06-19 closed | Corpus Christi
TED 2025-11-20 closed | Black Awareness
TED 2026-02-16 closed | Monday of Carnival
TED 2026-02-17 closed | Tuesday of Carnival
TED 2026-02-18 open | Ash Wednesday
TED 2026-04-03 closed | Good Friday
TED 2026-04-21 closed | Tiradentes
TED 2026-06-04 closed | Corpus Christi
TED 2026-09-07 closed | Independence
TED 2026-10-12 closed | Aparecida
TED 2026-11-02 closed | All Souls
TED 2026-11-20 closed | Black Awareness
TED 2026-12-24 open | Christmas Eve
TED 2026-12-31 open | settles, branches are shut
TED 2027-02-08 closed | Monday of Carnival
TED 2027-02-09 closed | Tuesday of Carnival
TED 2028-02-28 closed | Monday of Carnival
TED 2028-02-29 closed | Tuesday of Carnival, a leap day
TED 2028-03-01 open | Ash Wednesday
ZENGIN 2025-01-02 closed | bank holiday
ZENGIN 2025-01-03 closed | bank holiday
ZENGIN 2025-04-29 closed | Showa Day
ZENGIN 2025-04-30 open | between
ZENGIN 2025-05-05 closed | Golden Week
ZENGIN 2025-05-06 closed | substitute
ZENGIN 2025-12-31 closed | bank holiday
ZENGIN 2026-01-02 closed | bank holiday
ZENGIN 2026-04-29 closed | Showa Day
ZENGIN 2026-04-30 open | between
ZENGIN 2026-05-01 open | between
ZENGIN 2026-05-04 closed | Golden Week
ZENGIN 2026-05-05 closed | Golden Week
ZENGIN 2026-05-06 closed | substitute
ZENGIN 2026-05-07 open | after Golden Week
ZENGIN 2026-09-21 closed | Aged
ZENGIN 2026-09-22 closed | between two holidays
ZENGIN 2026-09-23 closed | Equinox
ZENGIN 2026-11-23 closed | Labour Thanksgiving
ZENGIN 2026-12-31 closed | bank holiday
ZENGIN 2027-03-22 closed | substitute
ZENGIN 2027-05-03 closed | Golden Week
ZENGIN 2028-02-29 open | leap day
UAEFTS 2025-03-31 closed | Eid al-Fitr
UAEFTS 2025-04-02 open | after it
UAEFTS 2025-06-05 closed | Arafah
UAEFTS 2025-06-06 closed | Eid al-Adha
UAEFTS 2025-06-09 open | after it
UAEFTS 2025-12-01 closed | National Day, moved
UAEFTS 2025-12-03 open | moved away
UAEFTS 2026-03-19 closed | last of Ramadan
UAEFTS 2026-03-20 closed | Eid al-Fitr
UAEFTS 2026-03-23 open | after it
UAEFTS 2026-11-27 open | a Friday
UAEFTS 2026-11-28 closed | Saturday
UAEFTS 2026-11-29 closed | Sunday
UAEFTS 2026-12-02 closed | National Day
UAEFTS 2026-12-03 closed | National Day
UAEFTS 2027-03-09 closed | Eid as computed
UAEFTS 2028-02-29 open | leap day
KASSIP 2025-02-25 closed | National Day
KASSIP 2025-02-26 closed | Liberation Day
KASSIP 2026-01-18 closed | Isra and Mi’raj
KASSIP 2026-03-19 closed | Eid al-Fitr
KASSIP 2026-03-22 closed | Eid al-Fitr
KASSIP 2026-03-23 closed | Eid al-Fitr
KASSIP 2026-03-24 open | after it
KASSIP 2026-11-26 open | Thursday
KASSIP 2026-11-27 closed | Friday
KASSIP 2026-11-28 closed | Saturday
KASSIP 2026-11-29 open | a Sunday
KASSIP 2028-02-29 open | leap day
GIRO 2025-01-29 closed | Chinese New Year
GIRO 2025-10-20 closed | Deepavali
GIRO 2026-02-17 closed | Chinese New Year
GIRO 2026-02-18 closed | Chinese New Year
GIRO 2026-06-01 closed | Vesak of a Sunday
GIRO 2026-08-10 closed | National Day of a Sunday
GIRO 2026-11-09 closed | Deepavali of a Sunday
GIRO 2026-11-10 open | after it
GIRO 2027-02-08 closed | Chinese New Year of a Sunday
GIRO 2027-10-28 closed | Deepavali
EFT 2026-02-16 open | Family Day is a province’s
EFT 2026-05-18 closed | Victoria Day
EFT 2026-07-01 closed | Canada Day
EFT 2026-08-03 open | Civic Holiday is a province’s
EFT 2026-09-30 closed | Truth and Reconciliation
EFT 2026-10-12 closed | Thanksgiving
EFT 2026-11-11 closed | Remembrance
EFT 2026-12-28 closed | Boxing Day of a Saturday
EFT 2027-12-27 closed | Christmas of a Saturday
EFT 2028-07-03 closed | Canada Day of a Saturday
BECS 2025-01-27 closed | Australia Day of a Sunday
BECS 2025-04-25 closed | Anzac Day
BECS 2026-01-26 closed | Australia Day
BECS 2026-04-27 open | Anzac Day moves in Sydney alone
BECS 2026-06-08 closed | King’s Birthday
BECS 2026-10-05 open | Labour Day of Sydney alone
BECS 2026-11-03 open | Melbourne Cup
BECS 2026-12-28 closed | Boxing Day of a Saturday
BECS 2028-04-25 closed | Anzac Day
PESONET 2025-12-30 closed | Rizal Day
PESONET 2026-04-02 closed | Maundy Thursday
PESONET 2026-04-09 closed | Day of Valor
PESONET 2026-08-31 closed | Heroes Day
PESONET 2026-11-02 closed | All Souls
PESONET 2026-11-30 closed | Bonifacio Day
PESONET 2026-12-08 closed | Immaculate Conception
PESONET 2026-12-24 closed | Christmas Eve
PESONET 2026-12-31 closed | last of the year
`

/** Of countries whose rails run at any hour: the days of their banks. */
const bankingDays = `
MX 2026-02-02 closed | Constitution
MX 2026-04-02 closed | Maundy Thursday
MX 2026-11-02 closed | All Souls
MX 2026-11-16 closed | Revolution
MX 2025-12-12 closed | Bank Employees
NG 2026-10-01 closed | National Day
NG 2026-12-28 closed | Boxing Day of a Saturday
NG 2027-06-14 closed | Democracy Day of a Saturday
KE 2026-06-01 closed | Madaraka
KE 2025-10-20 closed | Mashujaa
KE 2027-10-11 closed | Mazingira of a Sunday
IN 2026-01-26 closed | Republic Day
IN 2025-10-20 closed | Diwali
IN 2027-10-29 closed | Diwali
IN 2026-10-02 closed | Gandhi
`

const casesOf = (table: string) =>
  table
    .trim()
    .split('\n')
    .map((line) => {
      const [given = '', why] = line.split(' | ')
      const [name = '', day = '', state] = given.split(' ')
      return { name, day, state, why }
    })

function named(rail: string): System {
  const system = systemOf({ countryCode: '', rail })
  if (!system) throw new Error(`no system carries ${rail}`)
  return system
}

const stateOf = (isOpen: boolean) => (isOpen ? 'open' : 'closed')

describe('business days', () => {
  test.each(casesOf(systemDays))('$name on $day is $state: $why', ({ name, day, state }) => {
    expect(stateOf(isBusinessDay(named(name), day))).toBe(state)
  })

  test.each(casesOf(bankingDays))(
    'banks of $name on $day: $state, $why',
    ({ name, day, state }) => {
      expect(stateOf(closingOf(bankSystemOf(name).calendar, day) === undefined)).toBe(state)
    },
  )

  test('an instant rail knows no closing day', () => {
    expect(isBusinessDay(named('SEPA_INSTANT'), '2026-12-25')).toBe(true)
    expect(nextBusinessDay(named('SEPA_INSTANT'), '2026-12-24')).toBe('2026-12-25')
  })

  test('the next business day is after weekends and holidays', () => {
    expect(nextBusinessDay(named('SEPA_CREDIT'), '2026-11-27')).toBe('2026-11-30')
    expect(nextBusinessDay(named('CHAPS'), '2027-12-24')).toBe('2027-12-29')
    expect(nextBusinessDay(named('KASSIP'), '2026-11-26')).toBe('2026-11-29')
    expect(bankingDayAfter(bankSystemOf('DE').calendar, '2026-12-23', 3)).toBe('2026-12-29')
  })

  test('a closing day has its name', () => {
    expect(closingOf(bankSystemOf('BR').calendar, '2026-06-04')).toBe('Corpus Christi')
    expect(closingOf(bankSystemOf('BR').calendar, '2026-06-06')).toBe('WEEKEND')
  })
})

describe.each(Object.entries(systems))('the table of %s', (_, { calendar, hours }) => {
  const dates = [...Object.values(calendar.closed), ...Object.values(calendar.expected)].flat()

  test('has days of its years that no weekend covers', () => {
    for (const day of dates) {
      expect(dayAfter(day, 0)).toBe(day)
      expect(calendar.weekend).not.toContain(weekdayOf(day))
      const year = Number(day.slice(0, 4))
      expect(year >= calendar.years.from && year <= calendar.years.to).toBe(true)
    }
  })

  test('has some in each of its years', () => {
    const years = new Set(dates.map((day) => Number(day.slice(0, 4))))
    expect(years.size).toBe(calendar.years.to - calendar.years.from + 1)
  })

  test('opens before its cut-offs', () => {
    if (hours === 'ALWAYS' || hours.opensOn === 'THE_EVE') return
    for (const cutoff of [hours.cutoff, ...Object.values(hours.cutoffOn ?? {})])
      expect(hours.opens < cutoff).toBe(true)
  })
})
