import type { Entity, ErrorDetail, UpdateEntity } from '@corridor/contract'
import { isNamed } from '@corridor/contract/names'
import { customerName, keptLatin } from '@corridor/domain'
import type { z } from 'zod'
import { canonicalJson } from '../../api/request/json.ts'
import { detail } from '../../api/request/refusal.ts'
import { type EntityFacts, nameIn, subjectOf } from '../kyc/case/subject.ts'
import { admissionIssues } from '../kyc/submission/admission.ts'
import { latinIssues } from './rules.ts'
import { entityBody } from './view.ts'
import type { EntityRow } from '../../db/schema/rows.ts'

export type EntityChange = z.output<typeof UpdateEntity>
type Member = keyof EntityChange & keyof z.output<typeof Entity>

const personMembers = ['firstName', 'lastName', 'nationality', 'dateOfBirth'] as const
const registrationMembers = [
  'businessName',
  'registrationNumber',
  'taxId',
  'incorporationCountry',
  'incorporationDate',
] as const
const businessMembers = [
  ...registrationMembers,
  'lei',
  'website',
  'industry',
  'associatedPersons',
] as const

/** What was verified, and so stays as it is (operations.md 2). */
const locked: ReadonlySet<string> = new Set([...personMembers, ...registrationMembers, 'latinName'])

/** The members whose value a change alters; one that is sent unchanged is no change. */
export function changedMembers(row: EntityRow, change: EntityChange): Member[] {
  const present = entityBody(row)
  return (Object.keys(change) as Member[]).filter((name) => {
    const wanted = change[name]
    return wanted !== undefined && textOf(wanted) !== textOf(present[name])
  })
}

/** Optional members that are absent, empty or without content are the same. */
function textOf(value: unknown): string {
  const text = canonicalJson(value ?? '')
  return text === '{}' || text === '[]' ? '""' : text
}

/** Members that only the other type of customer has, and needed ones that would become empty. */
export function typeIssues(row: EntityRow, change: EntityChange): ErrorDetail[] {
  const changed = changedMembers(row, change)
  const others: readonly string[] = row.type === 'business' ? personMembers : businessMembers
  const owner = row.type === 'business' ? 'an individual' : 'a business'
  return changed.flatMap((name) => {
    if (others.includes(name))
      return [detail(name, 'FIELD_INVALID', `Only ${owner} has this field.`)]
    if (name === 'latinName') return []
    return change[name] === '' && locked.has(name) && !isNamedWithout(row, change, name)
      ? [detail(name, 'FIELD_INVALID', 'This field must not be empty.')]
      : []
  })
}

/** One name is a name: either part may be taken away while the other stays. */
function isNamedWithout(row: EntityRow, change: EntityChange, name: Member): boolean {
  const { firstName = row.first_name, lastName = row.last_name } = change
  return (name === 'firstName' || name === 'lastName') && isNamed({ firstName, lastName })
}

/** The row as a change makes it, as far as it says who the customer is. */
const factsWith = (row: EntityRow, change: EntityChange): EntityFacts => ({
  ...row,
  first_name: change.firstName ?? row.first_name,
  last_name: change.lastName ?? row.last_name,
  business_name: change.businessName ?? row.business_name,
  nationality: change.nationality ?? row.nationality,
  date_of_birth: change.dateOfBirth ?? row.date_of_birth,
  permanent_address: change.permanentAddress ?? row.permanent_address,
  business: changedRegistration(row, change) ?? row.business,
})

/** A change whose Latin name is none where it is the name itself. */
export function withLatin(row: EntityRow, change: EntityChange): EntityChange {
  if (change.latinName === undefined) return change
  return { ...change, latinName: keptLatin(customerName(factsWith(row, change)), change.latinName) }
}

/** Changed Latin names that are not taken; `fault` says why. */
export function changedLatinIssues(
  row: EntityRow,
  change: EntityChange,
  fault: Parameters<typeof latinIssues>[1],
): ErrorDetail[] {
  const changed = new Set(changedMembers(row, change))
  const { name, of } = nameIn(subjectOf(factsWith(row, change)))
  const latinName = changed.has('latinName') ? change.latinName : ''
  const persons = changed.has('associatedPersons') ? change.associatedPersons : []
  return latinIssues({ names: { name, latinName }, of, persons }, fault)
}

/** What a change makes of a customer who was submitted, and the rules refuse; the rest stays as it is. */
export function changedAdmission(
  rules: Parameters<typeof admissionIssues>[0],
  row: EntityRow,
  change: EntityChange,
  at: Date,
): ErrorDetail[] {
  if (!wasSubmitted(row)) return []
  const changed: ReadonlySet<string> = new Set(changedMembers(row, change))
  const entity = factsWith(row, change)
  return admissionIssues(rules, { entity, at }, subjectOf(entity).known, '').filter(({ path }) =>
    changed.has(path.split('.')[0] ?? path),
  )
}

/** A record that nobody has looked at is corrected freely. */
export const wasSubmitted = ({ kyc_status: status }: EntityRow): boolean =>
  status !== 'NOT_STARTED' && status !== 'INCOMPLETE'

/** Whether a change of identity requires a new screening. */
export const isWhoItIs = (changed: readonly string[]): boolean =>
  changed.some((name) => locked.has(name) || name === 'associatedPersons')

/**
 * One line for each changed member that verification has settled, and how it can be changed yet. A
 * Latin name that was missing may be added whenever it is there.
 */
export function lockedIssues(row: EntityRow, changed: readonly string[]): ErrorDetail[] {
  return changed
    .filter((name) => locked.has(name) && (name !== 'latinName' || row.latin_name !== ''))
    .map((name) =>
      detail(
        name,
        'ENTITY_FIELD_LOCKED',
        'This was verified. It can be changed once verification is open again: after the approval has expired, or when an operator asks for new information.',
      ),
    )
}

/** The registration with a change; an empty website or identifier is none. */
export function changedRegistration(row: EntityRow, change: EntityChange): object | undefined {
  const changed = businessMembers.filter((name) => change[name] !== undefined)
  if (row.type !== 'business' || changed.length === 0) return undefined
  const { lei, website, ...rest } = {
    ...(row.business as Record<string, unknown>),
    ...Object.fromEntries(changed.map((name) => [name, change[name]])),
  }
  return { ...rest, ...(lei ? { lei } : {}), ...(website ? { website } : {}) }
}
