import type { ErrorDetail, Field, InputOf, KycDocumentSpec, kyc } from '@corridor/contract'
import {
  checkFields,
  evaluate,
  fail,
  flattenValues,
  formatId,
  type KycState,
  ok,
  parseId,
} from '@corridor/domain'
import type { Caller } from '../../../api/request/caller.ts'
import { detail } from '../../../api/request/refusal.ts'
import type { Tx } from '../../../db/open.ts'
import type { Deps } from '../../../ports/deps.ts'
import { type Answers, sealAnswers } from '../case/answers.ts'
import { takeIn } from '../case/document-store.ts'
import { type CheckedDocument, codeOf, keepDocuments, recordOf } from '../submission/documents.ts'
import { admissionIssues } from '../submission/admission.ts'
import { sweepAgain } from '../case/gate.ts'
import { illegalTransition } from '../case/failures.ts'
import {
  checkDocuments,
  notFound,
  readSubmitted,
  type SubmittedData,
} from '../submission/submitted.ts'
import { type KycDeps, openCase } from '../case/progress.ts'
import { changeRecord } from '../case/record-changes.ts'
import { closeRequest } from '../case/request-store.ts'
import type { KycRecord, RequestRow } from '../case/store.ts'
import { insertSubmission, noFee } from '../case/submission-store.ts'
import { applyChange, entityState } from '../case/transitions.ts'
import { answerQuestion } from '../../../records/reviews/reviews.ts'
import { under } from '../case/values.ts'

type Body = InputOf<typeof kyc.answer>['body']

/** Answers to requests for information. */
export function createRequestService(deps: KycDeps & Pick<Deps, 'config' | 'files' | 'ids'>) {
  return { prepare, answer }

  function prepare(caller: Caller, body: Body) {
    return checkDocuments(deps, caller, body.documents)
  }

  async function answer(
    tx: Tx,
    caller: Caller,
    params: { entityId: string; rfiId: string },
    body: Body,
    documents: readonly CheckedDocument[],
  ) {
    const record = await recordOf(tx, caller, params.entityId, { lock: true })
    if (!record) return fail({ code: 'ENTITY_NOT_FOUND' })
    const requestId = parseId('rfi', params.rfiId)
    const request = record.requests.find(({ id }) => id === requestId)
    if (!request) return fail(notFound(['rfiId'], 'No request of this customer has this id.'))
    if (request.status !== 'OPEN') return fail(closed(record, request))

    const before = openCase(deps, record)
    const submitted = readSubmitted(deps, before, body, documents, before.level)
    if (submitted.unknown.length > 0)
      return fail(notFound(submitted.unknown, 'No document of this customer has this id.'))
    const sent = flattenValues(body.fields)
    const issues = [...submitted.issues, ...lacking(request, sent, submitted, documents, body)]
    if (issues.length > 0) return fail({ code: codeOf(issues), details: issues })
    const barred = admissionIssues(deps.config, record, submitted.next.subject.known)
    if (barred.length > 0) return fail({ code: 'POLICY_BLOCKED', details: barred })
    await keep(tx, caller, record, request, { submitted, sent, documents })
    const asked = new Set((request.fields as Field[]).map(({ key }) => `fields.${key}`))
    const ignored = submitted.ignored.filter((path) => !asked.has(path))
    await answerQuestion(tx, caller, { id: request.id }, answerOf(sent))
    return ok({ request: await closeRequest(tx, request), ignored })
  }

  async function keep(
    tx: Tx,
    caller: Caller,
    record: KycRecord,
    request: RequestRow,
    {
      submitted,
      sent,
      documents,
    }: { submitted: SubmittedData; sent: Answers; documents: readonly CheckedDocument[] },
  ): Promise<void> {
    const of = { partnerId: caller.partnerId, entityId: record.entity.id }
    const submissionId = deps.ids.uuid()
    const waiting = record.capabilities.filter(({ status }) => status === 'INFORMATION_REQUIRED')
    await changeRecord(tx, caller, record.entity, submitted.changed)
    if (Object.keys(submitted.changed).length > 0) await sweepAgain(tx, record.entity)
    await keepDocuments(tx, deps, of, documents)
    await takeIn(tx, of, submissionId)
    await insertSubmission(tx, {
      partner_id: of.partnerId,
      id: submissionId,
      entity_id: of.entityId,
      jurisdiction_ids: waiting.map((item) => item.jurisdiction_id),
      status: 'SUBMITTED',
      ...noFee,
    })
    // What was explained belongs to its request: the next one may ask for another explanation.
    const explained = Object.fromEntries(
      (request.fields as Field[])
        .filter(({ key }) => submitted.answers[key] === undefined && sent[key] !== undefined)
        .map(({ key }) => [`${formatId('rfi', request.id)}.${key}`, sent[key] ?? '']),
    )
    const answers = { ...submitted.answers, ...explained }
    const owner = { partner_id: of.partnerId, entity_id: of.entityId }
    await applyChange(tx, deps, caller, record, {
      moves: waiting.map((item) => ({ jurisdictionId: item.jurisdiction_id, events: ['answer'] })),
      file: { sealed_answers: sealAnswers(deps.kek, owner, answers), submitted_at: record.at },
      reasons: [],
      reason: `answered ${formatId('rfi', request.id)}`,
    })
  }
}

/** What a review shows of it: values stay with the verification, under seal. */
const answerOf = (sent: Answers) => ({
  text: Object.keys(sent).join(', '),
  documents: [],
})

function closed(record: KycRecord, request: RequestRow) {
  const refused = illegalTransition(entityState(record) satisfies KycState, 'SUBMITTED')
  const isAnswered = request.status === 'ANSWERED'
  const message = isAnswered ? 'This request was answered already.' : 'This request was withdrawn.'
  const details = (refused.details ?? []).map((item) => ({ ...item, path: 'rfiId', message }))
  return { ...refused, details }
}

/** What the request asks for and the answer lacks. */
function lacking(
  request: RequestRow,
  sent: Answers,
  { referenced }: SubmittedData,
  documents: readonly CheckedDocument[],
  body: Body,
): ErrorDetail[] {
  const wrong = checkFields(request.fields as Field[], sent, { required: true })
  const fields = under(
    'fields.',
    // Wrong values of known fields were reported already; this checks what only a request asks for.
    wrong
      .filter(({ path, code }) => code === 'FIELD_REQUIRED' || path === 'explanation')
      .map(({ path, code, message }) => detail(path, code, message)),
  )
  const submitted = [
    ...documents.map(({ input }) => ({ type: input.type, person: input.person ?? null })),
    ...referenced,
  ].map(({ type, person }) => ({ type, person, status: 'RECEIVED' }))
  const asked = { groups: [], documents: request.documents as KycDocumentSpec[], consents: [] }
  const { missing } = evaluate(asked, { values: {}, documents: submitted, consents: [] })
  return [
    ...fields,
    ...missing.map((key) =>
      detail(
        `documents.${body.documents.length}`,
        'FIELD_REQUIRED',
        `This document is asked for: ${key.slice('document:'.length)}.`,
      ),
    ),
  ]
}
