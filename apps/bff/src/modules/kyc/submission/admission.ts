import type { ErrorDetail } from '@corridor/contract'
import { admissionFaults } from '@corridor/domain'
import { detail } from '../../../api/request/refusal.ts'
import type { Config } from '../../../config/config.ts'
import type { Answers } from '../case/answers.ts'
import { type EntityFacts, personsOf } from '../case/subject.ts'

const birthKeys = ['dateOfBirth', 'controller.dateOfBirth']
const countryKeys = [
  'nationality',
  'controller.nationality',
  'permanentAddress.country',
  'incorporationCountry',
]

/**
 * Why a customer, or a person behind a business, is none, whoever would take it as one; `prefix` is
 * where the answers stand in the body.
 */
export function admissionIssues(
  {
    CUSTOMER_AGE_MIN,
    EMBARGOED_COUNTRIES,
  }: Pick<Config, 'CUSTOMER_AGE_MIN' | 'EMBARGOED_COUNTRIES'>,
  { entity, at }: { entity: EntityFacts; at: Date },
  known: Answers,
  prefix = 'fields.',
): ErrorDetail[] {
  const persons = personsOf(entity).map((person, i) => ({ person, at: `associatedPersons.${i}` }))
  const facts = {
    births: [
      ...birthKeys.map((key) => ({ path: prefix + key, day: known[key] ?? '' })),
      ...persons.map(({ person, at: path }) => ({
        path: `${path}.dateOfBirth`,
        day: person.dateOfBirth,
      })),
    ],
    countries: [
      ...countryKeys.map((key) => ({ path: prefix + key, country: known[key] ?? '' })),
      ...persons.flatMap(({ person, at: path }) => [
        { path: `${path}.nationality`, country: person.nationality },
        { path: `${path}.address.country`, country: person.address?.country ?? '' },
      ]),
    ],
  }
  const rules = { ageMin: CUSTOMER_AGE_MIN, embargoed: EMBARGOED_COUNTRIES }
  return admissionFaults(facts, rules, at.toISOString().slice(0, 10)).map(({ path, message }) =>
    detail(path, 'POLICY_BLOCKED', message),
  )
}
