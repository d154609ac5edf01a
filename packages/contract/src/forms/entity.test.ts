import { expect, test } from 'vitest'
import { entityForm, type EntityForm } from './entity.ts'

const person: EntityForm = {
  type: 'individual',
  firstName: 'Ada',
  lastName: 'Okafor',
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
  email: 'ada@example.com',
  phoneNumber: '+44 7400 123456',
  nationality: 'GB',
  dateOfBirth: '1990-04-12',
  permanentAddress: {
    addressLine1: '1 Quay',
    addressLine2: '',
    locality: '',
    city: 'Bristol',
    state: '',
    postalCode: 'BS1 6XG',
    country: 'GB',
  },
}
const business: EntityForm = {
  ...person,
  type: 'business',
  firstName: '',
  lastName: '',
  nationality: '',
  dateOfBirth: '',
  businessName: 'Harbour Ltd',
  registrationNumber: '0973',
  taxId: 'GB28',
  incorporationCountry: 'GB',
  incorporationDate: '2017-02-20',
}

const wrong = (values: EntityForm) =>
  (entityForm.safeParse(values).error?.issues ?? []).map(({ path }) => path.join('.')).sort()

test('a person and a business pass with what each needs, spaces around it dropped', () => {
  expect(entityForm.parse({ ...person, firstName: ' Ada ' }).firstName).toBe('Ada')
  expect(wrong(business)).toEqual([])
})

test('one name is a name, in either field, and what has no letter is none', () => {
  expect(wrong({ ...person, lastName: '' })).toEqual([])
  expect(wrong({ ...person, firstName: '', lastName: 'محمد' })).toEqual([])
  expect(wrong({ ...person, firstName: '-' })).toEqual(['firstName'])
  expect(entityForm.parse({ ...person, firstName: 'Ada\u200B' }).firstName).toBe('Ada')
})

test('each type asks for its own fields and not for the other one’s', () => {
  const nobody = { firstName: '', lastName: ' ', nationality: '', dateOfBirth: '' }
  expect(wrong({ ...person, ...nobody })).toEqual(['dateOfBirth', 'firstName', 'nationality'])
  expect(wrong({ ...business, ...nobody })).toEqual([])
  const nothing = {
    businessName: '',
    registrationNumber: '',
    taxId: '',
    incorporationCountry: '',
    incorporationDate: '',
  }
  expect(wrong({ ...business, ...nothing })).toEqual(Object.keys(nothing).sort())
  expect(wrong({ ...person, ...nothing })).toEqual([])
})

test('all faults are reported at once, those of the address by their path', () => {
  const permanentAddress = { ...person.permanentAddress, city: '', country: '' }
  const values = { ...person, email: 'x', phoneNumber: '0740', lastName: '1', permanentAddress }
  expect(wrong(values)).toEqual([
    'email',
    'lastName',
    'permanentAddress.city',
    'permanentAddress.country',
    'phoneNumber',
  ])
})

test('what the service masked is sent back as it is', () => {
  const values = { ...person, email: 'a••••@example.com', phoneNumber: '+44 •••• 56' }
  expect(wrong({ ...values, dateOfBirth: '••••' })).toEqual([])
})

test.each(['12.04.1990', '1990-4-12', '1990-02-30', 'yesterday'])('%s is no day', (dateOfBirth) => {
  expect(wrong({ ...person, dateOfBirth })).toEqual(['dateOfBirth'])
})

const owner = {
  firstName: 'Mei',
  lastName: 'Tan',
  latinName: '',
  email: 'mei@example.com',
  dateOfBirth: '1980-01-02',
  nationality: 'SG',
  roles: ['owner' as const],
  ownershipPercent: '33,3',
  address: person.permanentAddress,
}

test('people of a business are judged one by one, their shares together', () => {
  const thirds = { ...owner, ownershipPercent: '33.4' }
  expect(wrong({ ...business, associatedPersons: [owner, owner, thirds] })).toEqual([])
  expect(wrong({ ...business, associatedPersons: [thirds, thirds, thirds] })).toEqual([
    'associatedPersons.2.ownershipPercent',
  ])
  const faulty = { ...owner, firstName: '-', roles: [], dateOfBirth: '', ownershipPercent: '101' }
  expect(wrong({ ...business, associatedPersons: [owner, faulty] })).toEqual([
    'associatedPersons.1.dateOfBirth',
    'associatedPersons.1.firstName',
    'associatedPersons.1.ownershipPercent',
    'associatedPersons.1.roles',
  ])
})

test.each(['example.com', 'javascript:alert(1)', 'https://'])('%s is no website', (website) => {
  expect(wrong({ ...business, website })).toEqual(['website'])
})

test('an LEI is read as people write it, and its check digits have to fit', () => {
  const lei = '529900T8BM49AURSDO55'
  const read = entityForm.parse({ ...business, lei: ` ${lei.toLowerCase()} ` })
  expect(read.lei).toBe(lei)
  for (const other of ['529900T8BM49AURSDO56', '529900T8BM49AURSDO5', '529900T8BM49AURSDÖ55'])
    expect(wrong({ ...business, lei: other })).toEqual(['lei'])
})
