import { expect, test } from 'vitest'
import { aField } from '../../../../ui/fields/testing/fields.ts'
import { keepable } from '../../../../features/drafts/keepable.ts'
import { emptyDraft, restoreDraft } from './kyc-draft.ts'
import type { DocumentSpec, KycDocument, Requirements } from '../../../../api/queries/kyc.ts'
import { unionOf } from './kyc-union.ts'
import { documentIdsFor, documentsFor, problemsOf } from '../documents/submission.ts'

const fields = [aField('taxId', { sensitive: true }), aField('occupation')]
const typed = { taxId: '123', occupation: 'STUDENT' }

test('identification numbers stay out of the draft', () => {
  expect(keepable(fields, typed)).toEqual({ occupation: 'STUDENT' })
})

test('a draft comes back as it was, and whatever is not of its kind does not', () => {
  const draft = { ...emptyDraft, level: 'ENHANCED' as const, fields: { occupation: 'STUDENT' } }
  expect(restoreDraft(JSON.parse(JSON.stringify(draft)))).toEqual(draft)
  expect(restoreDraft({ level: 3, fields: { a: 1 }, jurisdictionIds: [2], ip: null })).toEqual(
    emptyDraft,
  )
  expect(restoreDraft('x')).toEqual(emptyDraft)
})

const spec = (type: DocumentSpec['type'], required: boolean, person?: number): DocumentSpec => ({
  type,
  label: type,
  group: person === undefined ? 'address' : `identity:${person}`,
  sides: ['front'],
  maxBytes: 1,
  mime: [],
  required,
  ...(person === undefined ? {} : { person }),
})
const requirements = (more: Partial<Requirements>): Requirements => ({
  entityId: 'ent_1',
  schemaVersion: '1',
  groups: [],
  documents: [],
  consents: [],
  ...more,
})

test('several jurisdictions ask for each thing once, required as soon as one requires it', () => {
  const group = (required: boolean) => ({
    key: 'tax',
    title: 'Tax',
    fields: [aField('taxId', { required })],
  })
  const asked = unionOf([
    requirements({
      groups: [group(false)],
      documents: [spec('PROOF_OF_ADDRESS', false)],
      consents: ['TERMS'],
    }),
    requirements({
      groups: [group(true), { key: 'us', title: 'US', fields: [aField('ssn')] }],
      documents: [spec('PROOF_OF_ADDRESS', true), spec('PASSPORT', true, 0)],
      consents: ['TERMS', 'PRIVACY'],
    }),
  ])
  expect(asked.groups.map(({ key, fields: of }) => [key, of.map((item) => item.required)])).toEqual(
    [
      ['tax', [true]],
      ['us', [true]],
    ],
  )
  expect(asked.documents).toMatchObject([
    { type: 'PROOF_OF_ADDRESS', required: true },
    { type: 'PASSPORT' },
  ])
  expect(asked.consents).toEqual(['TERMS', 'PRIVACY'])
})

const uploadedAt = (day: number) => `2026-11-${day}T10:00:00Z`
const document = (documentId: string, more: Partial<KycDocument>) =>
  ({
    documentId,
    type: 'PASSPORT',
    status: 'RECEIVED',
    uploadedAt: uploadedAt(10),
    ...more,
  }) as KycDocument

test('a submission names the newest usable document of each slot', () => {
  const slots = [0, 1].map((person) => ({
    key: `identity:${person}`,
    group: `identity:${person}`,
    title: '',
    required: true,
    person,
    specs: [spec('PASSPORT', true, person)],
  }))
  const uploaded = [
    document('kdoc_old', { person: 0, uploadedAt: uploadedAt(11) }),
    document('kdoc_new', { person: 0, uploadedAt: uploadedAt(12) }),
    document('kdoc_refused', { person: 1, status: 'REJECTED' }),
    document('kdoc_nobody', {}),
  ]
  expect(documentIdsFor(slots, uploaded)).toEqual([{ documentId: 'kdoc_new' }])
  expect(slots[1] && documentsFor(slots[1], uploaded)).toEqual([])
})

test.each([
  ['document:identity:1', { slot: 'identity:1:1' }],
  ['consent:TERMS', { rest: 'consents' }],
  ['consents.0.ip', { rest: 'ip' }],
  ['transactionHash', { rest: 'transactionHash' }],
  ['documents.0.type', {}],
])('a refusal of %s is shown where it can be mended', (path, expected) => {
  const slot = { key: 'identity:1:1', group: 'identity:1' }
  const found = problemsOf(path, [slot as Parameters<typeof problemsOf>[1][number]])
  expect(JSON.parse(JSON.stringify(found))).toEqual(expected)
})
