import type { Field } from '@corridor/contract'
import { applicableFields } from './applicable.ts'
import { hasTowns } from '@corridor/contract/places'
import { addressParts, calendarDateFault, countryFault, phoneFault } from './basics.ts'
import { checks, validations } from './checks.ts'
import type { FieldAnswers } from './values.ts'

/** What is wrong with one answer, as a message for the person who typed it. */
export type FieldIssue = {
  /** Dotted key of the answer. */
  path: string
  code: 'FIELD_REQUIRED' | 'FIELD_INVALID'
  message: string
  allowed?: string[]
}

/** No text of the interface is longer (operations.md 1). */
const maxText = 200
const controlCharacters = /\p{Cc}/u

/**
 * Everything that is wrong with the answers, in the order of the fields, one issue for each path.
 * Fields that do not apply are not looked at. `required: false` leaves missing answers out, for
 * forms that are still being filled in.
 */
export function checkFields(
  fields: readonly Field[],
  values: FieldAnswers,
  { required }: { required: boolean },
): FieldIssue[] {
  return applicableFields(fields, values).flatMap((field) => {
    if (field.type === 'address') return addressIssues(field, values, required)
    if (field.type === 'file') return fileIssues(field, values, required)
    const value = values[field.key]?.trim() ?? ''
    if (value === '') return required && field.required ? [missing(field.key, field.label)] : []
    return issueOf(field, value, values)
  })
}

const missing = (path: string, label: string): FieldIssue => ({
  path,
  code: 'FIELD_REQUIRED',
  message: `${label} is required.`,
})

function issueOf(field: Field, value: string, values: FieldAnswers): FieldIssue[] {
  const invalid = (message: string): FieldIssue[] => [
    { path: field.key, code: 'FIELD_INVALID', message },
  ]
  if (field.options.length > 0) {
    if (field.options.some((option) => option.value === value)) return []
    const allowed = field.options.map((option) => option.value)
    const message = `${field.label} must be one of: ${allowed.join(', ')}.`
    return [{ path: field.key, code: 'FIELD_INVALID', message, allowed }]
  }
  const fault =
    kindFault(field, value) ??
    formatFault(field, value, values) ??
    lengthFault(field, normalText(field, value)) ??
    patternFault(field, normalText(field, value))
  return fault === undefined ? [] : invalid(fault)
}

function kindFault(field: Field, value: string): string | undefined {
  if (controlCharacters.test(value)) return `${field.label} contains an invisible character.`
  if (field.type === 'date') return calendarDateFault(value, field.label)
  if (field.type === 'phone') return phoneFault(value, field.label)
  return undefined
}

/** The name of a `check` and what follows its colon: `iban-of:DE`. */
function checkOf(field: Field): { name: string; argument: string } {
  const [name = '', ...rest] = (field.check ?? '').split(':')
  return { name, argument: rest.join(':') }
}

function formatFault(field: Field, value: string, values: FieldAnswers): string | undefined {
  const known = field.validation ? validations[field.validation] : undefined
  const fault = known?.fault(value, { label: field.label, argument: '', values })
  if (fault !== undefined || field.check === undefined) return fault
  const { name, argument } = checkOf(field)
  const check = Object.hasOwn(checks, name) ? checks[name] : undefined
  // An unknown rule would let everything pass: the form's author must notice.
  if (!check) throw new Error(`There is no check named ${name}`)
  return check.fault(value, { label: field.label, argument, values })
}

/** The answer as it is compared and stored: codes without the spaces that people put into them. */
export function normalText(field: Field, value: string): string {
  const known = field.validation ? validations[field.validation] : undefined
  const normal = known?.normal ?? checks[checkOf(field).name]?.normal
  return normal ? normal(value.trim()) : value.trim()
}

function lengthFault({ label, minLength, maxLength }: Field, text: string): string | undefined {
  const { length } = text
  if (minLength === maxLength && length !== minLength) {
    return `${label} has ${minLength} characters; this one has ${length}.`
  }
  if (length < minLength) {
    return `${label} has at least ${minLength} characters; this one has ${length}.`
  }
  if (length > maxLength)
    return `${label} has at most ${maxLength} characters; this one has ${length}.`
  return undefined
}

function patternFault({ label, pattern, example }: Field, text: string): string | undefined {
  if (pattern === '' || new RegExp(pattern, 'u').test(text)) return undefined
  return `${label} is not of the expected form, such as ${example}.`
}

function addressIssues(field: Field, values: FieldAnswers, required: boolean): FieldIssue[] {
  const isGiven = addressParts.some(({ part }) => (values[`${field.key}.${part}`] ?? '') !== '')
  if (!isGiven && !field.required) return []
  return addressParts.flatMap(({ part, label, needed }): FieldIssue[] => {
    const path = `${field.key}.${part}`
    const value = values[path]?.trim() ?? ''
    const isNeeded = needed && (part !== 'city' || hasTowns(values[`${field.key}.country`] ?? ''))
    if (value === '') return isNeeded && required ? [missing(path, label)] : []
    const tooLong =
      value.length > maxText ? `${label} has at most ${maxText} characters.` : undefined
    const message = (part === 'country' ? countryFault(value, label) : undefined) ?? tooLong
    return message === undefined ? [] : [{ path, code: 'FIELD_INVALID', message }]
  })
}

/** Only whether there is one; its bytes are for whoever stores files. */
function fileIssues(field: Field, values: FieldAnswers, required: boolean): FieldIssue[] {
  const isGiven = [field.key, `${field.key}.fileName`].some((key) => (values[key] ?? '') !== '')
  return !isGiven && required && field.required ? [missing(field.key, field.label)] : []
}
