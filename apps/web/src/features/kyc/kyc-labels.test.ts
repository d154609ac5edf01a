import { expect, test } from 'vitest'
import { waitingText } from './waiting-text.ts'
import type { Capability, DocumentSpec, Kyc } from '../../api/queries/kyc.ts'
import {
  closedReason,
  fixText,
  labelOf,
  labelsOf,
  rowsOf,
  shortLabel,
  slotsOf,
} from './kyc-labels.ts'

const nothing = { complete: [], pending: [], missing: [], issues: [] }
const capability = (
  jurisdictionId: string,
  direction: 'IN' | 'OUT',
  requirements: Partial<Capability['requirements']> = {},
): Capability => ({
  jurisdictionId,
  direction,
  status: 'INCOMPLETE',
  requirements: { ...nothing, ...requirements },
})

test('both directions of a jurisdiction are one row, and rows that lack something come first', () => {
  const issue = { key: 'taxId', code: 'FIELD_INVALID', message: 'Wrong.' }
  const rows = rowsOf([
    capability('jur_done', 'IN', { complete: ['taxId'] }),
    capability('jur_open', 'IN', { missing: ['phoneNumber', 'taxId'], issues: [issue] }),
    capability('jur_open', 'OUT', { missing: ['taxId'], issues: [issue] }),
  ])
  expect(rows.map(({ jurisdictionId }) => jurisdictionId)).toEqual(['jur_open', 'jur_done'])
  expect(rows[0]).toMatchObject({ missing: ['phoneNumber', 'taxId'], issues: [issue] })
  expect(rows[1]).toMatchObject({ in: 'INCOMPLETE', out: undefined, complete: 1 })
})

const spec = (type: DocumentSpec['type'], label: string, group: string, person?: number) => ({
  type,
  label,
  group,
  sides: ['front' as const],
  maxBytes: 1,
  mime: [],
  required: true,
  ...(person === undefined ? {} : { person }),
})
const documents = [
  spec('CERTIFICATE_OF_INCORPORATION', 'Certificate of incorporation', 'incorporation'),
  spec('PASSPORT', 'Passport of Ada Okafor', 'identity:0', 0),
  spec('NATIONAL_ID', 'National identity card of Ada Okafor', 'identity:0', 0),
  spec('PASSPORT', 'Passport of Bo Lind', 'identity:1', 1),
]

test('documents that stand for each other are one slot for each person', () => {
  expect(slotsOf(documents).map(({ title, person }) => [title, person])).toEqual([
    ['Certificate of incorporation', undefined],
    ['Identity of Ada Okafor', 0],
    ['Passport of Bo Lind', 1],
  ])
})

test('a document is named without what its slot says already', () => {
  const short = slotsOf(documents).map((slot) => slot.specs.map((item) => shortLabel(item, slot)))
  expect(short).toEqual([
    ['Certificate of incorporation'],
    ['Passport', 'National identity card'],
    ['Passport of Bo Lind'],
  ])
})

test('each key of a requirement has a label, also one that nothing names', () => {
  const field = {
    key: 'taxId',
    label: 'Tax id',
  } as Kyc['informationRequests'][number]['fields'][number]
  const labels = labelsOf({
    groups: [{ key: 'identity', title: 'Identity', fields: [field] }],
    documents,
    consents: ['TERMS_OF_SERVICE'],
  })
  expect(labelOf('taxId', labels)).toBe('Tax id')
  expect(labelOf('document:identity:0', labels)).toBe('Identity of Ada Okafor')
  expect(labelOf('document:incorporation', labels)).toBe('Certificate of incorporation')
  expect(labelOf('consent:TERMS_OF_SERVICE', labels)).toBe('Consent: terms of service')
  expect(labelOf('document:proof_of_funds', labels)).toBe('Proof of funds')
  expect(labelOf('somethingNew', labels)).toBe('somethingNew')
})

test('who must act has a label, also of a party nobody knows', () => {
  expect(['partner', 'customer', 'service', null, 'bank_side'].map(waitingText)).toEqual([
    'You',
    'The customer',
    'Corridor review',
    'None',
    'Bank side',
  ])
})

const reason = { code: 'X', message: '', fixBy: 'partner', fixField: '', retryable: true }

test('a reason says whose it is and whether it is final', () => {
  expect(fixText(reason)).toBe('You can fix this.')
  expect(fixText({ ...reason, fixBy: '', retryable: false })).toBe('It cannot be retried.')
})

test.each([
  ['NOT_STARTED', undefined],
  ['INCOMPLETE', undefined],
  ['EXPIRED', undefined],
  ['UNDER_REVIEW', 'Not possible while under review'],
  ['INFORMATION_REQUIRED', 'Answer the request for information instead'],
  ['APPROVED', 'Everything is verified'],
] as const)('a form of a customer that is %s: %s', (kycStatus, expected) => {
  expect(closedReason({ kycStatus, capabilities: [], reasons: [] } as unknown as Kyc)).toBe(
    expected,
  )
})

test('a final rejection closes the form, and one that can be tried again does not', () => {
  const kyc = { kycStatus: 'REJECTED', capabilities: [], reasons: [reason] } as unknown as Kyc
  expect(closedReason(kyc)).toBeUndefined()
  const final = { ...kyc, reasons: [{ ...reason, retryable: false }] }
  expect(closedReason(final)).toBe('The rejection is final')
})
