export {
  bankingDayAfter,
  closingOf,
  isBusinessDay,
  nextBusinessDay,
  scheduleOf,
} from './schedule.ts'
export { bankSystemOf, type Place, type Rail, systemOf, systems } from './systems/table.ts'
export type { Calendar, Schedule, System } from './types.ts'
export { dayAfter, dayIn, momentOf } from './zoned.ts'
