import { entityForm, type EntityForm } from '@corridor/contract/forms'
import { expect, test } from 'vitest'
import type { Entity } from '../../api/queries/entities.ts'
import {
  changesOf,
  emptyForm,
  emptyPerson,
  entityBody,
  fieldsOf,
  formOf,
  shownValues,
} from './entity-body.ts'

const typed: EntityForm = {
  ...emptyForm,
  firstName: 'Ada',
  lastName: 'Okafor',
  nationality: 'GB',
  dateOfBirth: '1990-04-12',
  businessName: 'Harbour Ltd',
  registrationNumber: '0973',
  taxId: 'GB28',
  incorporationCountry: 'GB',
  incorporationDate: 'last year',
  email: 'ada@example.com',
  phoneNumber: '+44 7400 123456',
  permanentAddress: {
    ...emptyForm.permanentAddress,
    addressLine1: '1 Quay',
    city: 'Bristol',
    country: 'GB',
  },
}

const owner = {
  ...emptyPerson,
  firstName: 'Mei',
  lastName: 'Tan',
  email: 'mei@example.com',
  dateOfBirth: '1980-01-02',
  nationality: 'SG',
  roles: ['owner' as const],
  ownershipPercent: '50',
  address: {
    ...emptyPerson.address,
    addressLine1: '8 Marina View',
    city: 'Singapore',
    country: 'SG',
  },
}

test('what was typed for the other type is neither judged nor sent', () => {
  expect(entityForm.safeParse(typed).success).toBe(false)
  expect(entityForm.safeParse(shownValues(typed)).success).toBe(true)
  expect(entityBody(typed)).not.toHaveProperty('businessName')
  const business = { ...typed, type: 'business' as const, associatedPersons: [owner] }
  expect(shownValues(business)).toMatchObject({ firstName: '', businessName: 'Harbour Ltd' })
  expect(entityBody(business)).not.toHaveProperty('firstName')
})

test('every field that is sent is one that a refusal can be shown at', () => {
  for (const type of ['individual', 'business'] as const) {
    const own = { lei: '529900T8BM49AURSDO55', website: 'https://a.example' }
    const form = { ...typed, type, ...own, associatedPersons: [owner, owner] }
    const { type: _, ...sent } = entityBody({ ...form, externalReference: 'x' })
    const known = new Set<string>(fieldsOf(form))
    expect(leavesOf(sent).filter((path) => !known.has(path))).toEqual([])
  }
})

const record = {
  ...entityBody({
    ...typed,
    type: 'business',
    incorporationDate: '2017-02-20',
    industry: 'Freight',
    associatedPersons: [owner],
  }),
  entityId: 'ent_1',
  firstName: '',
  lastName: '',
  nationality: '',
  dateOfBirth: '',
  kycStatus: 'NOT_STARTED',
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  version: 1,
  lei: '529900T8BM49AURSDO55',
  website: 'https://a.example',
  externalReference: 'ref-1',
} as Entity

test('an edit sends the members that it changes and no other', () => {
  const form = formOf(record)
  expect(entityForm.safeParse(shownValues(form)).error).toBeUndefined()
  const parsed = entityForm.parse(shownValues(form))
  expect(changesOf(record, parsed)).toEqual({})
  expect(changesOf(record, { ...parsed, phoneNumber: '+4915112345678' })).toEqual({
    phoneNumber: '+4915112345678',
  })
  expect(changesOf(record, { ...parsed, lei: '', website: '', externalReference: '' })).toEqual({
    lei: '',
    website: '',
    externalReference: '',
  })
  const { latinName: _, ...sent } = owner
  const second = { ...owner, email: 'two@example.com', ownershipPercent: '12,5' }
  const named = { ...second, firstName: 'محمد', latinName: 'Mohammed' }
  expect(changesOf(record, { ...parsed, associatedPersons: [owner, second, named] })).toEqual({
    associatedPersons: [
      { ...sent, ownershipPercent: 50 },
      { ...sent, email: 'two@example.com', ownershipPercent: 12.5 },
      { ...named, ownershipPercent: 12.5 },
    ],
  })
})

test('the name in Latin letters is sent with a name in another script alone', () => {
  const person = { ...emptyForm, lastName: 'محمد', latinName: 'Mohammed' }
  expect(entityBody(person)).toMatchObject({ firstName: '', latinName: 'Mohammed' })
  expect(entityBody({ ...person, lastName: 'Mohammed' })).not.toHaveProperty('latinName')
  const known = { ...record, businessName: 'شركة', latinName: 'Sharika' }
  const form = entityForm.parse(shownValues(formOf(known)))
  expect(changesOf(known, form)).toEqual({})
  expect(changesOf(known, { ...form, latinName: 'Sharikah' })).toEqual({ latinName: 'Sharikah' })
})

test('a line of the address that no field shows survives an edit', () => {
  const address = { ...record.permanentAddress, locality: 'Clifton' }
  const before = { ...record, permanentAddress: address }
  const parsed = entityForm.parse(shownValues(formOf(before)))
  expect(changesOf(before, parsed)).toEqual({})
  const permanentAddress = { ...parsed.permanentAddress, city: 'Bath' }
  expect(changesOf(before, { ...parsed, permanentAddress })).toMatchObject({
    permanentAddress: { city: 'Bath', locality: 'Clifton' },
  })
})

/** Dotted paths of all values but lists of names. */
function leavesOf(value: object, at = ''): string[] {
  return Object.entries(value).flatMap(([name, inner]: [string, unknown]) =>
    typeof inner === 'object' && inner !== null && name !== 'roles'
      ? leavesOf(inner, `${at}${name}.`)
      : [`${at}${name}`],
  )
}
