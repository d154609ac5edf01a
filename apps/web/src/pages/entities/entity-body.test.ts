import { entityForm, type EntityForm } from '@corridor/contract/forms'
import { expect, test } from 'vitest'
import { emptyForm, entityBody, fieldsOf, shownValues } from './entity-body.ts'

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

test('what was typed for the other type is neither judged nor sent', () => {
  expect(entityForm.safeParse(typed).success).toBe(false)
  expect(entityForm.safeParse(shownValues(typed)).success).toBe(true)
  expect(entityBody(typed)).not.toHaveProperty('businessName')
  const business = { ...typed, type: 'business' as const }
  expect(shownValues(business)).toMatchObject({ firstName: '', businessName: 'Harbour Ltd' })
  expect(entityBody(business)).not.toHaveProperty('firstName')
})

test('every field that is sent is one that a refusal can be shown at', () => {
  for (const type of ['individual', 'business'] as const) {
    const { permanentAddress, ...rest } = entityBody({ ...typed, type })
    const sent = [
      ...Object.keys(rest).filter((name) => name !== 'type'),
      ...Object.keys(permanentAddress).map((name) => `permanentAddress.${name}`),
    ]
    expect(sent.sort()).toEqual([...fieldsOf(type)].sort())
  }
})
