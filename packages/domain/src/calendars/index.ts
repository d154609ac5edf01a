export {
  bankingDayAfter,
  closingOf,
  isBusinessDay,
  isEstimatedAt,
  nextBusinessDay,
  scheduleOf,
} from './base/schedule.ts'
export { bankSystemOf, type Place, type Rail, systemOf, systems } from './systems/table.ts'
export type { Calendar, CutOff, Schedule, System } from './base/types.ts'
export { type CalendarReach, calendarReach } from './warnings.ts'
export { dayAfter, dayIn, momentOf } from './base/zoned.ts'
