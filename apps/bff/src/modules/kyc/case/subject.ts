import type { JurisdictionRecord } from '../../../ports/jurisdictions.ts'
import type { KycPerson, KycSubject } from '@corridor/domain'
import { wholeName, withAnswers } from '@corridor/domain'
import type { EntityRow } from '../../../db/schema/rows.ts'

/** What an entity's own record says of a verification. */
export type EntityFacts = Pick<
  EntityRow,
  | 'type'
  | 'first_name'
  | 'last_name'
  | 'latin_name'
  | 'phone_number'
  | 'nationality'
  | 'date_of_birth'
  | 'permanent_address'
  | 'business_name'
  | 'business'
>

type Business = Readonly<Record<string, unknown>> & { associatedPersons?: readonly Person[] }
type Person = {
  firstName: string
  lastName: string
  latinName?: string
  dateOfBirth: string
  nationality: string
  address?: { country?: string }
  roles: string[]
  ownershipPercent: number
}

/** Registration data that a form shares with the record. */
export const registrationKeys = [
  'businessName',
  'registrationNumber',
  'taxId',
  'incorporationCountry',
  'incorporationDate',
  'website',
  'industry',
] as const

export const addressKeys = [
  'addressLine1',
  'addressLine2',
  'locality',
  'city',
  'state',
  'postalCode',
  'country',
] as const

const businessOf = (entity: EntityFacts) => (entity.business ?? {}) as Business

export const personsOf = (entity: EntityFacts) => businessOf(entity).associatedPersons ?? []

/** The customer as domain sees it: what its record answers already, and its associated persons. */
export function subjectOf(entity: EntityFacts): KycSubject {
  const persons = personsOf(entity).map((person): KycPerson => ({
    name: wholeName(person),
    roles: person.roles,
    ownershipPercent: person.ownershipPercent,
  }))
  const own: Record<string, unknown> =
    entity.type === 'individual'
      ? {
          firstName: entity.first_name,
          lastName: entity.last_name,
          dateOfBirth: entity.date_of_birth,
          nationality: entity.nationality,
        }
      : Object.fromEntries(registrationKeys.map((key) => [key, businessOf(entity)[key]]))
  const address = entity.permanent_address as Readonly<Record<string, unknown>>
  const known = textsOf({
    ...own,
    latinName: entity.latin_name,
    phoneNumber: entity.phone_number,
    ...Object.fromEntries(addressKeys.map((key) => [`permanentAddress.${key}`, address[key]])),
  })
  return withAnswers({ type: entity.type, country: '', known: {}, persons }, known)
}

/** The name that a case has, and what decides how it is spelled in Latin letters. */
export function nameIn({ type, country, known }: KycSubject) {
  const { firstName = '', lastName = '', businessName = '' } = known
  const { nationality = country, incorporationCountry = country } = known
  return type === 'individual'
    ? { name: wholeName({ firstName, lastName }), of: { country: nationality, isPerson: true } }
    : { name: businessName, of: { country: incorporationCountry, isPerson: false } }
}

/** Members that are texts and not empty. */
const textsOf = (values: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1] !== '',
    ),
  )

/** What verification needs to know of a jurisdiction. */
export type KycPlace = Pick<JurisdictionRecord, 'id' | 'name' | 'countryCode'> & {
  rails: readonly Pick<JurisdictionRecord['rails'][number], 'direction'>[]
  features: Pick<JurisdictionRecord['features'], 'entityTypes'>
}

/** Where customers of this type can be verified, in the order in which they are listed. */
export const jurisdictionsFor = ({ all }: { all: readonly KycPlace[] }, type: EntityRow['type']) =>
  all.filter(({ features }) => features.entityTypes.includes(type))
