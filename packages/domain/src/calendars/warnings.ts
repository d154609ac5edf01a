import { scheduleOf } from './base/schedule.ts'
import { dayAfter, dayIn, momentOf } from './base/zoned.ts'
import { type Place, systemOf } from './systems/table.ts'

/** Tables are extended in time where somebody knows so many days before. */
const aheadDays = 180

/** How far the calendar of an account to pay from or to reaches. */
export type CalendarReach = Place & {
  /** Whose days they are; '' where no table has them. */
  publisher: string
  /** The last day of the table, `2028-12-31`; '' where there is none. */
  until: string
  /** What is wrong, as a sentence; '' where all is well. */
  problem: string
}

/** How far calendars reach that are used, and what an operator should do about them. */
export function calendarReach(places: readonly Place[], at: Date): CalendarReach[] {
  return places.map((place) => {
    const { countryCode, rail, currency = '' } = place
    const name = `${rail || 'banks'} of ${countryCode} in ${currency}`
    const system = systemOf(place)
    if (!system) {
      const problem = `No calendar has ${name}: their orders are for the day on which they are written.`
      return { ...place, publisher: '', until: '', problem }
    }
    const { calendar, zone } = system
    const until = `${calendar.years.to}-12-31`
    const ahead = momentOf(dayAfter(dayIn(zone, at), aheadDays), '12:00', zone)
    const problem = scheduleOf(system, ahead).isEstimated
      ? `The calendar of ${name} ends on ${until}: days after it are found by weekends alone.`
      : ''
    return { ...place, publisher: calendar.source.publisher, until, problem }
  })
}
