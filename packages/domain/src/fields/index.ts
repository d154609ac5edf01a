export { evmFault } from './addresses.ts'
export { applicableFields } from './applicable.ts'
export {
  addressParts,
  countryName,
  isCalendarDate,
  isCountry,
  pastDayFault,
  townOf,
} from './basics.ts'
export { checkFields, type FieldIssue, normalText } from './check.ts'
export { checks, validations } from './checks.ts'
export { bicNote } from './iban.ts'
export { type FieldAnswers, flattenValues, nestValues } from './values.ts'
