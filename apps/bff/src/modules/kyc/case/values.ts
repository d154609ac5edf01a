import type { ErrorDetail, Field } from '@corridor/contract'
import { checkFields, type KycSubject, pastDayFault } from '@corridor/domain'
import { detail } from '../../../api/request/refusal.ts'
import type { Answers } from './answers.ts'

/** Days that must have passed. */
const pastDays = new Set(['dateOfBirth', 'incorporationDate', 'controller.dateOfBirth'])

/**
 * What is wrong with the values that were sent, one issue for each, in the order of the fields.
 * `all` are the other values too: whether a field applies may depend on them.
 */
export function valueIssues(fields: readonly Field[], sent: Answers, all: Answers, at: Date) {
  const today = at.toISOString().slice(0, 10)
  const wrong = checkFields(fields, { ...all, ...sent }, { required: false }).filter(
    ({ path }) => (sent[path] ?? '') !== '',
  )
  const issues = wrong.map(({ path, code, message, allowed }) =>
    detail(path, code, message, allowed ? { allowed } : {}),
  )
  const seen = new Set(wrong.map(({ path }) => path))
  const days = Object.entries(sent).flatMap(([key, day]) => {
    const isAsked = pastDays.has(key) && !seen.has(key) && day !== ''
    const fault = isAsked ? pastDayFault(day, today) : undefined
    return fault === undefined ? [] : [detail(key, 'FIELD_INVALID', fault)]
  })
  return [...issues, ...days]
}

/** Not to be changed by answers once a customer is verified (operations.md 2). */
const lockedKeys = new Set([
  'firstName',
  'lastName',
  'latinName',
  'dateOfBirth',
  'nationality',
  'businessName',
  'registrationNumber',
  'taxId',
  'incorporationCountry',
  'incorporationDate',
])

/** Values of the record itself that would change; an empty one changes nothing. */
export function changedOf(subject: KycSubject, recordKeys: ReadonlySet<string>, sent: Answers) {
  return Object.fromEntries(
    Object.entries(sent).filter(
      ([key, text]) => recordKeys.has(key) && text !== '' && text !== subject.known[key],
    ),
  )
}

/** A Latin name that was missing may be added whenever it is there. */
export const lockedIssues = (known: Answers, changed: Answers): ErrorDetail[] =>
  Object.keys(changed)
    .filter((key) => lockedKeys.has(key) && (key !== 'latinName' || known[key] !== undefined))
    .map((key) =>
      detail(key, 'FIELD_INVALID', 'This is locked since the verification was approved.'),
    )

/** The same issues where they stand in a body: `taxId` of the answers is `fields.taxId`. */
export const under = (prefix: string, issues: readonly ErrorDetail[]): ErrorDetail[] =>
  issues.map((issue) => ({ ...issue, path: `${prefix}${issue.path}` }))
