import type { RequestOf } from '@corridor/contract'
import type { EntityForm } from '@corridor/contract/forms'
import type { Endpoint, entities } from '../../api/call.ts'

type Create = typeof entities.create extends Endpoint<infer E> ? RequestOf<E> : never

export const emptyForm: EntityForm = {
  type: 'individual',
  firstName: '',
  lastName: '',
  businessName: '',
  registrationNumber: '',
  taxId: '',
  incorporationCountry: '',
  incorporationDate: '',
  email: '',
  phoneNumber: '',
  nationality: '',
  dateOfBirth: '',
  permanentAddress: {
    addressLine1: '',
    addressLine2: '',
    city: '',
    state: '',
    postalCode: '',
    country: '',
  },
}

/** What the form of one type sends: the fields on screen and no other. */
export function entityBody(form: EntityForm): Create['body'] {
  const { email, phoneNumber, permanentAddress } = form
  const shared = { email, phoneNumber, permanentAddress }
  if (form.type === 'individual') {
    const { firstName, lastName, nationality, dateOfBirth } = form
    return { type: 'individual', firstName, lastName, nationality, dateOfBirth, ...shared }
  }
  const { businessName, registrationNumber, taxId, incorporationCountry, incorporationDate } = form
  return {
    type: 'business',
    businessName,
    registrationNumber,
    taxId,
    incorporationCountry,
    incorporationDate,
    ...shared,
  }
}

const personFields = ['firstName', 'lastName', 'nationality', 'dateOfBirth'] as const
const businessFields = [
  'businessName',
  'registrationNumber',
  'taxId',
  'incorporationCountry',
  'incorporationDate',
] as const
const sharedFields = [
  'email',
  'phoneNumber',
  'permanentAddress.addressLine1',
  'permanentAddress.addressLine2',
  'permanentAddress.city',
  'permanentAddress.state',
  'permanentAddress.postalCode',
  'permanentAddress.country',
] as const

export type FieldName =
  | (typeof personFields)[number]
  | (typeof businessFields)[number]
  | (typeof sharedFields)[number]

/** The form without what was typed for the other type, which must neither be judged nor sent. */
export function shownValues(form: EntityForm): EntityForm {
  const hidden = form.type === 'individual' ? businessFields : personFields
  return { ...form, ...Object.fromEntries(hidden.map((name) => [name, ''])) }
}

/** Paths of the fields on screen; a refusal about any other one belongs above the form. */
export function fieldsOf(type: EntityForm['type']): readonly FieldName[] {
  return [...(type === 'individual' ? personFields : businessFields), ...sharedFields]
}
