export { addressParts, countryName, isCalendarDate, isCountry } from './basics.ts'
export { applicableFields, checkFields, type FieldIssue, normalText } from './check.ts'
export { checks, validations } from './checks.ts'
export { type FieldAnswers, flattenValues, nestValues } from './values.ts'
