import type { Field } from '@corridor/contract'
import { describe, expect, test } from 'vitest'
import { checkFields } from '../fields/index.ts'
import { evaluate, isWhole, type KycDocumentState } from './evaluate.ts'
import { explanationField } from './fields.ts'
import { applicableSet, fieldsOf, kycConsents, requirementsFor } from './requirements.ts'
import {
  type KycJurisdiction,
  type KycLevel,
  type KycSubject,
  mustProveIdentity,
  withAnswers,
} from './subject.ts'
import { taxIdCountries, taxIdRules } from './tax-ids.ts'

const places: KycJurisdiction[] = [
  { id: 'chain', name: 'Dev USDC' },
  ...taxIdCountries.map((code) => ({ id: code, name: code, countryCode: code })),
]
const owner = { name: 'Mei Tan', roles: ['owner'], ownershipPercent: 60 }
const passive = { name: 'Ola Bo', roles: ['owner'], ownershipPercent: 10 }
const subject = (change: Partial<KycSubject> = {}): KycSubject => ({
  type: 'individual',
  country: 'GB',
  known: {},
  persons: [],
  ...change,
})
const subjects: KycSubject[] = ['GB', 'US', 'IN', 'CH'].flatMap((country) => [
  subject({ country }),
  subject({ country, type: 'business', persons: [owner, passive] }),
  subject({ country, type: 'business' }),
])

const exampleOf = (fields: readonly Field[]) =>
  Object.fromEntries(
    fields.filter(({ required }) => required).map((field) => [field.key, field.example]),
  )

const documentsOf = (set: ReturnType<typeof requirementsFor>): KycDocumentState[] =>
  set.documents.map(({ type, person }) => ({ type, status: 'VERIFIED', person: person ?? null }))

describe('requirements', () => {
  const all = subjects.flatMap((customer) =>
    places.flatMap((place) =>
      (['STANDARD', 'ENHANCED'] as const).map(
        (level): [string, KycSubject, KycJurisdiction, KycLevel] => [
          `${customer.type} of ${customer.country} (${customer.persons.length}) in ${place.name}, ${level}`,
          customer,
          place,
          level,
        ],
      ),
    ),
  )
  test.each(all)('a form of examples is whole: %s', (_, customer, place, level) => {
    const set = requirementsFor(customer, [place], level)
    const values = exampleOf(fieldsOf(set))
    const known = withAnswers(customer, {
      ...values,
      'permanentAddress.country': customer.country,
      incorporationCountry: customer.country,
    }).known
    const given = { values: known, documents: documentsOf(set), consents: kycConsents }
    expect(evaluate(set, given)).toMatchObject({ missing: [], issues: [], pending: [] })
  })

  test('every example of every field is accepted, also of those that are optional', () => {
    for (const customer of subjects)
      for (const field of fieldsOf(requirementsFor(customer, places, 'ENHANCED'))) {
        const alone = { ...field, dependsOn: [] }
        expect(checkFields([alone], { [field.key]: field.example }, { required: true })).toEqual([])
        expect(field.label).not.toBe('')
      }
    expect(
      checkFields(
        [explanationField],
        { explanation: explanationField.example },
        { required: true },
      ),
    ).toEqual([])
  })

  test('keys are asked for once', () => {
    for (const customer of subjects)
      for (const place of places) {
        const keys = fieldsOf(requirementsFor(customer, [place], 'ENHANCED')).map(({ key }) => key)
        expect(keys.length).toBe(new Set(keys).size)
      }
  })

  test('a yes asks for more, and what it asks for is in the same set', () => {
    const set = requirementsFor(subject(), places, 'STANDARD')
    const keysOf = (values: Record<string, string>) =>
      fieldsOf(applicableSet(set, values)).map(({ key }) => key)
    expect(keysOf({})).not.toContain('politicallyExposedDetail')
    expect(keysOf({ politicallyExposed: 'yes' })).toContain('politicallyExposedDetail')
    expect(keysOf({ 'taxResident.US': 'no' })).not.toContain('taxIds.US')
    expect(keysOf({ 'taxResident.US': 'yes' })).toContain('taxIds.US')
    for (const field of fieldsOf(set))
      for (const { key } of field.dependsOn)
        expect(fieldsOf(set).find((item) => item.key === key)?.refreshOnChange).toBe(true)
  })

  test('ENHANCED asks for the source of funds as a document', () => {
    const types = (level: KycLevel) =>
      requirementsFor(subject(), [], level).documents.map(({ type }) => type)
    expect(types('STANDARD')).not.toContain('SOURCE_OF_FUNDS')
    expect(types('ENHANCED')).toContain('SOURCE_OF_FUNDS')
  })
})

describe('tax ids', () => {
  test.each(taxIdCountries)('the examples of %s fit, and other text does not', (country) => {
    for (const type of ['individual', 'business'] as const) {
      const { pattern, example } = taxIdRules(country, type)
      expect(example).toMatch(new RegExp(pattern, 'u'))
      for (const wrong of ['', 'x', `${example}0000000`, 'NONE OF IT'])
        expect(wrong).not.toMatch(new RegExp(pattern, 'u'))
    }
  })
  test('at home the tax id is asked for, elsewhere only where there is one', () => {
    const atHome = fieldsOf(requirementsFor(subject({ country: 'IN' }), [], 'STANDARD'))
    expect(atHome.find(({ key }) => key === 'taxId')).toMatchObject({
      label: 'PAN',
      sensitive: true,
    })
    const elsewhere = fieldsOf(
      requirementsFor(subject(), [places[2] as KycJurisdiction], 'STANDARD'),
    )
    expect(elsewhere.find(({ key }) => key === 'taxIds.DE')?.required).toBe(false)
  })
})

describe('documents', () => {
  const business = subject({ type: 'business', persons: [owner, passive] })
  const set = requirementsFor(business, [], 'STANDARD')
  const passport = (person: number | null, status = 'RECEIVED'): KycDocumentState => ({
    type: 'PASSPORT',
    status,
    person,
  })
  const missingWith = (documents: KycDocumentState[]) =>
    evaluate(set, { values: {}, documents, consents: [] }).missing.filter((key) =>
      key.startsWith('document:identity'),
    )

  test('of owners of a quarter or more, and of whoever controls or signs', () => {
    expect(mustProveIdentity({ name: '', roles: ['owner'], ownershipPercent: 25 })).toBe(true)
    expect(mustProveIdentity({ name: '', roles: ['owner'], ownershipPercent: 24.9 })).toBe(false)
    expect(mustProveIdentity({ name: '', roles: ['signer'], ownershipPercent: 0 })).toBe(true)
    expect(missingWith([])).toEqual(['document:identity:0'])
  })
  test('one of a group is enough, and it must be that person’s', () => {
    expect(missingWith([passport(0)])).toEqual([])
    expect(missingWith([passport(1)])).toEqual(['document:identity:0'])
    expect(missingWith([passport(null)])).toEqual([])
  })
  test('one that is rejected or expired is missing, and says so', () => {
    for (const status of ['REJECTED', 'EXPIRED']) {
      const { missing, issues } = evaluate(set, {
        values: {},
        documents: [passport(0, status)],
        consents: [],
      })
      expect(missing).toContain('document:identity:0')
      expect(issues).toEqual([
        expect.objectContaining({ key: 'document:identity:0', code: `DOCUMENT_${status}` }),
      ])
    }
  })
  test('received is pending, verified is complete', () => {
    const afterReview = (status: string) =>
      evaluate(set, { values: {}, documents: [passport(0, status)], consents: [] })
    expect(afterReview('RECEIVED').pending).toEqual(['document:identity:0'])
    expect(afterReview('VERIFIED').complete).toEqual(['document:identity:0'])
    expect(isWhole(afterReview('VERIFIED'))).toBe(false)
  })
  test('where a business has no owner, the person in control does', () => {
    const alone = requirementsFor(subject({ type: 'business' }), [], 'STANDARD')
    expect(alone.documents.map(({ group }) => group)).toContain('identity')
    expect(fieldsOf(alone).map(({ key }) => key)).toContain('controller.lastName')
  })
})
