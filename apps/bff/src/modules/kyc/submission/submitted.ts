import type { ErrorDetail, Field, InputOf, kyc } from '@corridor/contract'
import { fieldsOf, flattenValues, type KycLevel, parseId, requirementsFor } from '@corridor/domain'
import type { Caller } from '../../../api/request/caller.ts'
import { detail } from '../../../api/request/refusal.ts'
import type { Deps } from '../../../ports/deps.ts'
import type { Answers } from '../case/answers.ts'
import { type CheckedDocument, checkDocument, factIssues } from './documents.ts'
import { caseWith, type KycCase, type KycDeps } from '../case/progress.ts'
import { recordKeysOf } from '../case/record-changes.ts'
import type { DocumentRow, KycRecord } from '../case/store.ts'
import { nameIn } from '../case/subject.ts'
import { foreignLatin, needlessLatin } from '../../screening/latin-name.ts'
import { changedOf, lockedIssues, under, valueIssues } from '../case/values.ts'

type Body = Pick<InputOf<typeof kyc.submit>['body'], 'fields' | 'documents'>

/** What came with a submission or an answer, held against what is there. */
export type SubmittedData = {
  /** The case as it will be. */
  next: KycCase
  /** Answers that are kept sealed. */
  answers: Answers
  /** Values that correct the customer's own record. */
  changed: Answers
  /** Documents that were uploaded before. */
  referenced: DocumentRow[]
  issues: ErrorDetail[]
  /** Places of documents that are not there. */
  unknown: string[]
  /** Answers that no form asks for, by their place in the body. */
  ignored: string[]
}

/** Checks the files of all new documents; their places in the body go into the paths. */
export async function checkDocuments(
  deps: Pick<Deps, 'files'>,
  caller: Pick<Caller, 'partnerId'>,
  documents: Body['documents'],
): Promise<CheckedDocument[]> {
  const checked: CheckedDocument[] = []
  for (const [i, input] of documents.entries())
    if (!('documentId' in input))
      checked.push(await checkDocument(deps, caller, input, `documents.${i}.`))
  return checked
}

/** Every field that some jurisdiction may ask of this customer, by key. */
export function knownFields({ subject, jurisdictions }: KycCase): Map<string, Field> {
  const all = jurisdictions.flatMap((jurisdiction) =>
    fieldsOf(requirementsFor(subject, [jurisdiction], 'ENHANCED')),
  )
  return new Map(all.map((field) => [field.key, field]))
}

/** More are not named in a header. */
const ignoredMax = 50

/** Reads values and documents of a body; unknown members are ignored, and named. */
export function readSubmitted(
  deps: KycDeps,
  before: KycCase,
  body: Body,
  checked: readonly CheckedDocument[],
  level: KycLevel,
): SubmittedData {
  const { record } = before
  const sent = flattenValues(body.fields)
  const recordKeys = recordKeysOf(record.entity.type)
  const changed = changedOf(before.subject, recordKeys, sent)
  const merged = caseWith(deps, record, { ...before.answers, ...sent }, level)
  const fields = knownFields(merged)
  const ignored = Object.keys(sent).filter((key) => !fields.has(key) && !recordKeys.has(key))
  const kept = Object.entries(sent).filter(([key]) => fields.has(key) && !recordKeys.has(key))
  const answers = { ...before.answers, ...Object.fromEntries(kept) }
  const isLocked = record.capabilities.some(({ status }) => status === 'APPROVED')
  const { referenced, unknown } = findReferenced(record, body.documents)
  const next = caseWith(deps, record, { ...answers, ...changed }, level)
  return {
    next: withDocuments(next, checked),
    answers,
    changed,
    referenced,
    unknown,
    ignored: ignored.slice(0, ignoredMax).map((key) => `fields.${key}`),
    issues: [
      ...under('fields.', valueIssues([...fields.values()], sent, merged.subject.known, record.at)),
      ...(isLocked ? under('fields.', lockedIssues(before.subject.known, changed)) : []),
      ...under('fields.', latinIssues(next, changed, isLocked)),
      ...documentIssues(record, body.documents, checked, before.subject.persons.length),
    ],
  }
}

/** Until somebody decides, a Latin name may differ from the name: then it is compared by a person. */
function latinIssues({ subject }: KycCase, { latinName }: Answers, isLocked: boolean) {
  const { name, of } = nameIn(subject)
  const names = { name, latinName }
  const fault = isLocked ? foreignLatin(names, of) : needlessLatin(names)
  return fault === undefined ? [] : [detail('latinName', 'FIELD_INVALID', fault)]
}

function documentIssues(
  { at }: KycRecord,
  documents: Body['documents'],
  checked: readonly CheckedDocument[],
  persons: number,
): ErrorDetail[] {
  const issuesOf = new Map(checked.map(({ input, issues }) => [input, issues]))
  return documents.flatMap((input, i) =>
    'documentId' in input
      ? []
      : [...factIssues(input, `documents.${i}.`, persons, at), ...(issuesOf.get(input) ?? [])],
  )
}

function findReferenced({ documents }: KycRecord, inputs: Body['documents']) {
  const referenced: DocumentRow[] = []
  const unknown: string[] = []
  for (const [i, input] of inputs.entries()) {
    if (!('documentId' in input)) continue
    const id = parseId('doc', input.documentId)
    const row = documents.find((item) => item.id === id)
    if (row) referenced.push(row)
    else unknown.push(`documents.${i}.documentId`)
  }
  return { referenced, unknown }
}

const withDocuments = (next: KycCase, checked: readonly CheckedDocument[]): KycCase => ({
  ...next,
  submitted: {
    ...next.submitted,
    documents: [
      ...checked.map(({ input }) => ({
        type: input.type,
        status: 'RECEIVED',
        person: input.person ?? null,
      })),
      ...next.submitted.documents,
    ],
  },
})

export const notFound = (paths: readonly string[], message: string) => ({
  code: 'RECORD_NOT_FOUND' as const,
  details: paths.map((path) => detail(path, 'RECORD_NOT_FOUND', message)),
})
