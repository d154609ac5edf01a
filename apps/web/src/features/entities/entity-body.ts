import { type EntityForm, percentOf, type PersonForm, personRoles } from '@corridor/contract/forms'
import { isLatin, wholeName } from '@corridor/domain'
import type { FieldPath } from 'react-hook-form'
import type { entities, InputOf } from '../../api/call.ts'
import type { Entity } from '../../api/queries/entities.ts'

type Create = InputOf<typeof entities.create>['body']
type Change = InputOf<typeof entities.update>['body']
export type FieldName = FieldPath<EntityForm>

const emptyAddress = {
  addressLine1: '',
  addressLine2: '',
  // Not on screen, but kept where a record has it.
  locality: '',
  city: '',
  state: '',
  postalCode: '',
  country: '',
}

export const emptyPerson: PersonForm = {
  firstName: '',
  lastName: '',
  latinName: '',
  email: '',
  dateOfBirth: '',
  nationality: '',
  roles: [],
  ownershipPercent: '0',
  address: emptyAddress,
}

export const emptyForm: EntityForm = {
  type: 'individual',
  firstName: '',
  lastName: '',
  latinName: '',
  businessName: '',
  registrationNumber: '',
  taxId: '',
  incorporationCountry: '',
  incorporationDate: '',
  lei: '',
  website: '',
  industry: '',
  associatedPersons: [],
  externalReference: '',
  email: '',
  phoneNumber: '',
  nationality: '',
  dateOfBirth: '',
  permanentAddress: emptyAddress,
}

/** What the form of one type sends: the fields on screen and no other. */
export function entityBody(form: EntityForm): Create {
  const { email, phoneNumber, permanentAddress, externalReference } = form
  const reference = externalReference === '' ? {} : { externalReference }
  const latin = latinPart(nameIn(form), form.latinName)
  const shared = { email, phoneNumber, permanentAddress, ...reference, ...latin }
  if (form.type === 'individual') {
    const { firstName, lastName, nationality, dateOfBirth } = form
    return { type: 'individual', firstName, lastName, nationality, dateOfBirth, ...shared }
  }
  const { businessName, registrationNumber, taxId, incorporationCountry, incorporationDate } = form
  const { lei, website, industry } = form
  return {
    type: 'business',
    businessName,
    registrationNumber,
    taxId,
    incorporationCountry,
    incorporationDate,
    industry,
    ...(lei === '' ? {} : { lei }),
    ...(website === '' ? {} : { website }),
    associatedPersons: form.associatedPersons.map(personBody),
    ...shared,
  }
}

/** The name of the person or business that the form is about, as it is typed so far. */
export const nameIn = ({ type, businessName, ...person }: NameFields): string =>
  type === 'business' ? businessName : wholeName(person)
type NameFields = Pick<EntityForm, 'type' | 'businessName' | 'firstName' | 'lastName'>

/** Sent where the name itself is in another script; the field of another name is not on screen. */
const latinPart = (name: string, latinName: string) =>
  latinName === '' || isLatin(name) ? {} : { latinName }

const personBody = ({ ownershipPercent, latinName, ...person }: PersonForm) => ({
  ...person,
  ...latinPart(wholeName(person), latinName),
  ownershipPercent: percentOf(ownershipPercent),
})

/** The form as a record fills it. */
export function formOf(entity: Entity): EntityForm {
  const known = Object.keys(emptyForm) as (keyof EntityForm)[]
  const plain = known.map((name) => [name, entity[name as keyof Entity] ?? emptyForm[name]])
  const form = { ...emptyForm, ...Object.fromEntries(plain) } as EntityForm
  return {
    ...form,
    permanentAddress: addressOf(entity.permanentAddress),
    associatedPersons: (entity.associatedPersons ?? []).map((person) => ({
      firstName: person.firstName,
      lastName: person.lastName,
      latinName: person.latinName ?? '',
      email: person.email,
      dateOfBirth: person.dateOfBirth,
      nationality: person.nationality,
      roles: personRoles.filter((role) => person.roles.includes(role)),
      ownershipPercent: String(person.ownershipPercent),
      address: addressOf(person.address),
    })),
  }
}

const addressOf = (address: Entity['permanentAddress']): EntityForm['permanentAddress'] => ({
  ...emptyAddress,
  ...Object.fromEntries(addressFields.map((name) => [name, address[name]])),
})

/** What an edit sends: the members that it changes. Optional ones are taken away by an empty one. */
export function changesOf(entity: Entity, form: EntityForm): Change {
  const before = memberTexts(entityBody(formOf(entity)))
  const after = entityBody(form)
  const emptied = {
    externalReference: '',
    latinName: '',
    ...(form.type === 'business' ? { lei: '', website: '' } : {}),
  }
  const { type: _, ...wanted } = { ...emptied, ...after }
  const changed = Object.entries(wanted).filter(
    ([name, value]) => JSON.stringify(value) !== (before.get(name) ?? '""'),
  )
  return Object.fromEntries(changed)
}

const memberTexts = (body: object) =>
  new Map(Object.entries(body).map(([name, value]) => [name, JSON.stringify(value)]))

const personFields = ['firstName', 'lastName', 'nationality', 'dateOfBirth'] as const
const registrationFields = [
  'businessName',
  'registrationNumber',
  'taxId',
  'incorporationCountry',
  'incorporationDate',
] as const
const businessFields = [
  ...registrationFields,
  'lei',
  'website',
  'industry',
  'associatedPersons',
] as const
const addressFields = Object.keys(emptyAddress) as (keyof typeof emptyAddress)[]
const ownFields = Object.keys(emptyPerson) as (keyof PersonForm)[]

/** What stays as it was verified; the service refuses a change of it. */
export const lockedFields: ReadonlySet<FieldName> = new Set([
  ...personFields,
  ...registrationFields,
])

/** The form without what was typed for the other type, which must neither be judged nor sent. */
export function shownValues(form: EntityForm): EntityForm {
  const hidden = form.type === 'individual' ? businessFields : personFields
  return { ...form, ...Object.fromEntries(hidden.map((name) => [name, emptyForm[name]])) }
}

/** Paths of the fields on screen; a refusal about any other one belongs above the form. */
export function fieldsOf({ type, associatedPersons }: EntityForm): readonly FieldName[] {
  const persons = type === 'individual' ? [] : associatedPersons
  return [
    ...(type === 'individual' ? personFields : businessFields),
    'latinName',
    'email',
    'phoneNumber',
    'externalReference',
    ...addressFields.map((name) => `permanentAddress.${name}` as const),
    ...persons.flatMap((_, at) => [
      ...ownFields.map((name) => `associatedPersons.${at}.${name}` as const),
      ...addressFields.map((name) => `associatedPersons.${at}.address.${name}` as const),
    ]),
  ]
}
