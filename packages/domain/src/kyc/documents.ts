import type { KycDocumentSpec } from '@corridor/contract'
import { type KycSubject, mustProveIdentity } from './subject.ts'

type DocumentType = KycDocumentSpec['type']

export const documentMaxBytes = 10 * 1024 * 1024
/** What a document may be: nothing that a browser would run. */
export const documentMimes: readonly string[] = [
  'application/pdf',
  'image/jpeg',
  'image/png',
  'image/heic',
  'image/heif',
]

const twoSided = new Set<DocumentType>(['NATIONAL_ID', 'DRIVING_LICENCE'])

/** Sides of a kind of document: cards have a back. */
export const sidesOf = (type: DocumentType): ('front' | 'back')[] =>
  twoSided.has(type) ? ['front', 'back'] : ['front']

/** Documents that prove a person's identity. */
export const identityDocuments = [
  'PASSPORT',
  'NATIONAL_ID',
  'DRIVING_LICENCE',
] as const satisfies readonly DocumentType[]

const labels: Readonly<Record<DocumentType, string>> = {
  PASSPORT: 'Passport',
  NATIONAL_ID: 'National identity card',
  DRIVING_LICENCE: 'Driving licence',
  PROOF_OF_ADDRESS: 'Proof of address, not older than three months',
  SOURCE_OF_FUNDS: 'Proof of the source of funds',
  CERTIFICATE_OF_INCORPORATION: 'Certificate of incorporation',
  OWNERSHIP_STRUCTURE: 'Structure of ownership',
  TAX_CERTIFICATE: 'Tax certificate',
  OTHER: 'Another document',
}

const spec = (
  type: DocumentType,
  group: string,
  more: { label?: string; required?: boolean; person?: number } = {},
): KycDocumentSpec => ({
  type,
  label: labels[type],
  sides: sidesOf(type),
  maxBytes: documentMaxBytes,
  mime: [...documentMimes],
  required: true,
  group,
  ...more,
})

const identityOf = (group: string, who = '', more: { required?: boolean; person?: number } = {}) =>
  identityDocuments.map((type) =>
    spec(type, group, { ...more, label: who === '' ? labels[type] : `${labels[type]} of ${who}` }),
  )

const identities = ({ type, persons }: KycSubject): KycDocumentSpec[] =>
  type === 'individual' || persons.length === 0
    ? identityOf('identity', type === 'individual' ? '' : 'the person in control')
    : persons.flatMap((person, i) =>
        identityOf(`identity:${i}`, person.name, {
          person: i,
          required: mustProveIdentity(person),
        }),
      )

/** Documents that prove a customer; one of each group is enough. */
export function documentsFor(subject: KycSubject, isEnhanced: boolean): KycDocumentSpec[] {
  const ofBusiness = [
    spec('CERTIFICATE_OF_INCORPORATION', 'incorporation'),
    spec('OWNERSHIP_STRUCTURE', 'ownership'),
  ]
  const ofEnhanced = [
    spec('SOURCE_OF_FUNDS', 'funds'),
    ...(subject.type === 'business' ? [spec('TAX_CERTIFICATE', 'tax')] : []),
  ]
  return [
    ...(subject.type === 'business' ? ofBusiness : []),
    ...identities(subject),
    spec('PROOF_OF_ADDRESS', 'address'),
    ...(isEnhanced ? ofEnhanced : []),
  ]
}

/** One kind of document asked for on its own, as a request for information does. */
export const documentOfType = (type: DocumentType) => spec(type, type.toLowerCase())
