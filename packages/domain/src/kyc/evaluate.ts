import type { Field, KycDocumentSpec } from '@corridor/contract'
import { applicableFields, checkFields } from '../fields/index.ts'
import { identityDocuments } from './documents.ts'
import { fieldsOf, type KycRequirementSet } from './requirements.ts'

export type KycDocumentState = {
  type: string
  status: string
  /** Place of the associated person it proves. */
  person: number | null
  reasonCode?: string | null
}

/** What a customer has submitted so far. */
export type KycGiven = {
  values: Readonly<Record<string, string>>
  documents: readonly KycDocumentState[]
  consents: readonly string[]
}

export type KycProgress = {
  /** Submitted and complete. */
  complete: string[]
  /** Submitted and waiting for review. */
  pending: string[]
  missing: string[]
  /** Submitted and not accepted. */
  issues: { key: string; code: string; message: string }[]
}

/**
 * Compares what was submitted with what is asked. Keys are those of fields, `document:<group>` and
 * `consent:<type>`.
 */
export function evaluate(set: KycRequirementSet, given: KycGiven): KycProgress {
  const progress: KycProgress = { complete: [], pending: [], missing: [], issues: [] }
  holdFields(fieldsOf(set), given.values, progress)
  holdDocuments(set.documents, given.documents, progress)
  for (const type of set.consents) {
    const place = given.consents.includes(type) ? progress.complete : progress.missing
    place.push(`consent:${type}`)
  }
  return progress
}

/** Nothing is missing and nothing submitted is wrong. */
export const isWhole = ({ missing, issues }: KycProgress): boolean =>
  missing.length === 0 && issues.length === 0

function holdFields(
  fields: readonly Field[],
  given: Readonly<Record<string, string>>,
  progress: KycProgress,
): void {
  const values = { ...given }
  const wrong = new Map(
    checkFields(fields, values, { required: true }).map((issue) => [issue.path, issue]),
  )
  for (const { key } of applicableFields(fields, values)) {
    const issue = wrong.get(key)
    if (issue?.code === 'FIELD_REQUIRED') progress.missing.push(key)
    else if (issue) progress.issues.push({ key, code: issue.code, message: issue.message })
    else if (values[key]) progress.complete.push(key)
  }
}

function holdDocuments(
  specs: readonly KycDocumentSpec[],
  documents: readonly KycDocumentState[],
  progress: KycProgress,
): void {
  const unassigned = documents.filter(({ type, person }) => person === null && isIdentity(type))
  for (const [group, ofGroup] of Map.groupBy(specs, (spec) => spec.group)) {
    const [first] = ofGroup
    const key = `document:${group}`
    const fitting = documents.filter((document) => fits(ofGroup, document))
    // Where a business sends an identity document without saying whose, it is the next one's.
    if (first?.person !== undefined && !fitting.some(isLive)) fitting.push(...takeNext(unassigned))
    if (fitting.some(({ status }) => status === 'VERIFIED')) progress.complete.push(key)
    else if (fitting.some(({ status }) => status === 'RECEIVED')) progress.pending.push(key)
    else if (first?.required === true) lack(key, fitting, progress)
  }
}

function lack(key: string, fitting: readonly KycDocumentState[], progress: KycProgress): void {
  progress.missing.push(key)
  const [newest] = fitting
  if (!newest) return
  const isExpired = newest.status === 'EXPIRED'
  progress.issues.push({
    key,
    code: newest.reasonCode || (isExpired ? 'DOCUMENT_EXPIRED' : 'DOCUMENT_REJECTED'),
    message: isExpired
      ? 'The document has expired. Send a new one.'
      : 'The document was not accepted. Send another one.',
  })
}

const isLive = ({ status }: KycDocumentState) => status === 'RECEIVED' || status === 'VERIFIED'
const isIdentity = (type: string) =>
  identityDocuments.some((identityDocument) => identityDocument === type)

const fits = (specs: readonly KycDocumentSpec[], { type, person }: KycDocumentState) =>
  specs.some((spec) => spec.type === type && (spec.person ?? null) === person)

function takeNext(unassigned: KycDocumentState[]): KycDocumentState[] {
  const next = unassigned.findIndex(isLive)
  return next < 0 ? [] : unassigned.splice(next, 1)
}
