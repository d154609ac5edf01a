import { isIP } from 'node:net'
import type { ErrorDetail, InputOf, kyc } from '@corridor/contract'
import {
  assetName,
  fail,
  feeAccountOf,
  formatId,
  isHeld,
  isWhole,
  kycConsents,
  kycLifecycle,
  ok,
  type Result,
  takesSubmission,
} from '@corridor/domain'
import type { Caller } from '../../../api/request/caller.ts'
import { detail, type Failure } from '../../../api/request/refusal.ts'
import type { Tx } from '../../../db/open.ts'
import type { Deps } from '../../../ports/deps.ts'
import { recordAudit } from '../../../records/audit/audit.ts'
import { sealAnswers } from '../case/answers.ts'
import { takeIn } from '../case/document-store.ts'
import { type CheckedDocument, codeOf, keepDocuments, recordOf } from './documents.ts'
import { illegalTransition } from '../case/failures.ts'
import { screenAgain, sweepAgain } from '../case/gate.ts'
import { checkDocuments, notFound, readSubmitted, type SubmittedData } from './submitted.ts'
import { claimPayment, isClaimed } from '../../partners/claim-store.ts'
import { isProof, wrongSignature } from '../../partners/deposits.ts'
import { bookPaidFee, payDueFees } from '../../partners/fees.ts'
import { creditPaymentsAccount } from '../../partners/surplus.ts'
import { paymentOf, refuseListed } from '../../screening/refuse-listed.ts'
import { feePlace, malformedHash, readHash, reusedHash } from '../../partners/payments.ts'
import { feeIn, findPayment, type Payment } from './payment.ts'
import {
  consentsOf,
  type KycCase,
  openCase,
  progressFor,
  progressIn,
  stateIn,
} from '../case/progress.ts'
import { changeRecord } from '../case/record-changes.ts'
import { ensureFile, type KycRecord } from '../case/store.ts'
import { insertSubmission } from '../case/submission-store.ts'
import type { KycPlace } from '../case/subject.ts'
import { applyChange, type Move } from '../case/transitions.ts'
import { admissionIssues } from './admission.ts'

type Body = InputOf<typeof kyc.submit>['body']
export type SubmitFailure = Failure<
  | 'ENTITY_NOT_FOUND'
  | 'RECORD_NOT_FOUND'
  | 'ILLEGAL_TRANSITION'
  | 'FIELD_REQUIRED'
  | 'FIELD_INVALID'
  | 'TRANSACTION_HASH_INVALID'
  | 'TRANSACTION_HASH_REUSED'
  | 'SIGNATURE_INVALID'
  | 'PROVIDER_UNAVAILABLE'
  | 'POLICY_BLOCKED'
>
export type Prepared = { documents: CheckedDocument[]; payment: Payment | undefined }

type Plan = {
  record: KycRecord
  submitted: SubmittedData
  /** Asked for by name, or all that can be. */
  asked: KycPlace[]
  complete: KycPlace[]
  missing: string[]
}

type SubmissionDeps = Pick<
  Deps,
  'config' | 'db' | 'kek' | 'jurisdictions' | 'files' | 'ids' | 'chains' | 'screening' | 'log'
>

/** Answers, documents and consents of a customer, for the jurisdictions that it needs. */
export function createSubmissionService(deps: SubmissionDeps) {
  return { prepare, submit }

  /** Before the transaction: the files are looked at, and the payment is looked up on its chain. */
  async function prepare(
    caller: Caller,
    entityId: string,
    body: Body,
  ): Promise<Result<Prepared, SubmitFailure>> {
    const documents = await checkDocuments(deps, caller, body.documents)
    if (body.feeSource !== 'TRANSACTION') return ok({ documents, payment: undefined })
    const planned = await deps.db.withPartner(caller.partnerId, (tx) =>
      plan(tx, caller, entityId, body, documents),
    )
    if (!planned.ok) return planned
    const { type } = planned.value.record.entity
    const hash = readHash(body.transactionHash ?? '')
    if (!hash) return fail(malformedHash)
    const paid = await findPayment(deps, type, hash)
    if (!paid.ok) return paid
    const { transactionHash = '', base64Signature = '' } = body
    // Anybody can read a hash off the chain: only who paid knows the key.
    const isSenders = isProof({ transactionHash, base64Signature }, hash, paid.value.sender)
    if (!isSenders) return fail(wrongSignature)
    const screened = await refuseListed(deps, paymentOf(caller.partnerId, hash), {
      addresses: [paid.value.sender, paid.value.payer],
      path: 'transactionHash',
    })
    return screened.ok ? ok({ documents, payment: paid.value }) : screened
  }

  async function submit(
    tx: Tx,
    caller: Caller,
    entityId: string,
    body: Body,
    { documents, payment }: Prepared,
  ) {
    const planned = await plan(tx, caller, entityId, body, documents, { lock: true })
    if (!planned.ok) return planned
    const { record, submitted, complete, missing } = planned.value
    const of = { partnerId: caller.partnerId, entityId: record.entity.id }
    const submissionId = deps.ids.uuid()
    const isComplete = complete.length > 0
    if (isComplete && payment) {
      const { chainId, hash } = payment
      const claim = { chainId, hash, partnerId: of.partnerId, subjectId: submissionId }
      if (!(await claimPayment(tx, { ...claim, purpose: 'KYC_FEE' }))) return fail(reusedHash)
      await bookPaidFee(tx, { ...claim, ...payment })
      await creditSurplus(tx, deps, caller, payment, submissionId)
    }
    await ensureFile(tx, of.partnerId, of.entityId)
    await changeRecord(tx, caller, record.entity, submitted.changed)
    const documentIds = [
      ...submitted.referenced.map(({ id }) => id),
      ...(await keepDocuments(tx, deps, of, documents)),
    ]
    if (isComplete) await takeIn(tx, of, submissionId)
    await insertSubmission(tx, submissionRow(deps, planned.value, submissionId, body, payment))
    const account = feeAccountOf(body.feeSource)
    // What the account holds too little for stays due: verification does not wait for it.
    if (isComplete && account) await payDueFees(tx, deps, caller, account)
    const isCorrected = Object.keys(submitted.changed).length > 0
    if (isCorrected)
      await (isComplete ? sweepAgain(tx, record.entity) : screenAgain(tx, deps, record.entity))
    const after = await applyChange(tx, deps, caller, record, {
      moves: movesOf(planned.value),
      file: {
        level: levelOf(record, body),
        sealed_answers: sealAnswers(
          deps.kek,
          { partner_id: of.partnerId, entity_id: of.entityId },
          submitted.answers,
        ),
        consents: mergedConsents(record, body),
        ...(isComplete ? { submitted_at: record.at } : {}),
      },
      reasons: [],
      reason: isComplete ? 'submitted' : 'begun, not everything is there',
    })
    await recordAudit(tx, caller, {
      action: 'kyc.submission',
      object: { kind: 'entity', id: entityId },
      after: {
        submissionId: formatId('sub', submissionId),
        jurisdictionIds: complete.map(({ id }) => id),
        missing: missing.length,
      },
    })
    const { ignored } = submitted
    const written = formatId('sub', submissionId)
    return ok({ submissionId: written, record: after, documentIds, missing, ignored })
  }

  /** What a submission would do, or why it is refused. Reads alone. */
  async function plan(
    tx: Tx,
    caller: Caller,
    entityId: string,
    body: Body,
    documents: readonly CheckedDocument[],
    options: { lock?: boolean } = {},
  ) {
    const record = await recordOf(tx, caller, entityId, options)
    if (!record) return fail({ code: 'ENTITY_NOT_FOUND' })
    const before = openCase(deps, record)
    const chosen = choose(before, namedIn(body))
    if (!chosen.ok) return chosen
    const submitted = readSubmitted(deps, before, body, documents, levelOf(record, body))
    if (submitted.unknown.length > 0)
      return fail(notFound(submitted.unknown, 'No document of this customer has this id.'))
    const issues = [...submitted.issues, ...consentIssues(body, record.at), ...feeIssues(body)]
    if (issues.length > 0) return fail({ code: codeOf(issues), details: issues })
    const barred = admissionIssues(deps.config, record, submitted.next.subject.known)
    if (barred.length > 0) return fail({ code: 'POLICY_BLOCKED', details: barred })
    const { transactionHash: hash } = body
    if (body.feeSource === 'TRANSACTION' && hash !== undefined) {
      const known = readHash(hash)
      if (!known) return fail(malformedHash)
      if (await isClaimed(tx, known)) return fail(reusedHash)
    }
    return ok(weigh(record, submitted, chosen.value, body))
  }
}

/** An empty list names none, as no list does. */
const namedIn = ({ jurisdictionIds: ids }: Body) => (ids && ids.length > 0 ? ids : undefined)

/** The jurisdictions that a submission is for: those named, or all that can take one. */
function choose({ record, jurisdictions }: KycCase, ids: readonly string[] | undefined) {
  const unknown = (ids ?? []).flatMap((id, i) =>
    jurisdictions.some((jurisdiction) => jurisdiction.id === id) ? [] : [`jurisdictionIds.${i}`],
  )
  if (unknown.length > 0)
    return fail(notFound(unknown, 'No jurisdiction for this customer has this id.'))
  const asked = ids ? jurisdictions.filter(({ id }) => ids.includes(id)) : jurisdictions
  const states = asked.map(({ id }) => stateIn(record, id))
  const everywhere = record.capabilities.map(({ status }) => status)
  const held =
    states.find((state) => isHeld(state) && ids !== undefined) ??
    everywhere.find((state) => isHeld(state) && !(ids && state === 'REJECTED_FINAL'))
  if (held) return fail(illegalTransition(held, 'SUBMITTED'))
  const able = asked.filter(({ id }) => takesSubmission(stateIn(record, id)))
  if (able.length > 0) return ok(able)
  return fail(illegalTransition(states[0] ?? 'NOT_STARTED', 'SUBMITTED'))
}

/** Which of them have everything, with what came. */
function weigh(record: KycRecord, submitted: SubmittedData, asked: KycPlace[], body: Body): Plan {
  const consents = [...submitted.next.submitted.consents, ...body.consents.map(({ type }) => type)]
  const next = { ...submitted.next, submitted: { ...submitted.next.submitted, consents } }
  const complete = asked.filter((item) => isWhole(progressFor(next, [item])))
  // Without `jurisdictions`, those that are complete are meant, or all where none is.
  const meant = namedIn(body) === undefined && complete.length > 0 ? complete : asked
  const missing = meant.flatMap((item) => progressIn(next, item).missing)
  return { record, submitted, asked: meant, complete, missing: [...new Set(missing)] }
}

function movesOf({ record, asked, complete }: Plan): Move[] {
  return asked.flatMap(({ id }): Move[] => {
    const from = stateIn(record, id)
    const to = complete.some((item) => item.id === id) ? 'SUBMITTED' : 'INCOMPLETE'
    const events = kycLifecycle.path(from, to) ?? []
    return events.length > 0 ? [{ jurisdictionId: id, events }] : []
  })
}

const levelOf = ({ file }: KycRecord, { level }: Body) =>
  level ?? (file?.level === 'ENHANCED' ? 'ENHANCED' : 'STANDARD')

const clockSkewMs = 5 * 60_000

function consentIssues({ consents }: Body, at: Date): ErrorDetail[] {
  const allowed = [...kycConsents]
  return consents.flatMap(({ type, acceptedAt, ip }, i) => [
    ...(kycConsents.some((known) => known === type)
      ? []
      : [
          detail(`consents.${i}.type`, 'FIELD_INVALID', 'No such consent is asked for.', {
            allowed,
          }),
        ]),
    ...(Date.parse(acceptedAt) > at.getTime() + clockSkewMs
      ? [detail(`consents.${i}.acceptedAt`, 'FIELD_INVALID', 'This time has not come yet.')]
      : []),
    ...(isIP(ip) === 0
      ? [detail(`consents.${i}.ip`, 'FIELD_INVALID', 'This is no IP address.')]
      : []),
  ])
}

function feeIssues({ feeSource, transactionHash, base64Signature }: Body): ErrorDetail[] {
  if (feeSource !== 'TRANSACTION') return []
  const required = (path: string, text: string) => detail(path, 'FIELD_REQUIRED', text)
  return [
    ...(transactionHash === undefined
      ? [required('transactionHash', 'Name the transaction that pays the fee.')]
      : []),
    ...(base64Signature === undefined
      ? [required('base64Signature', 'Sign the text of the hash with the key that paid.')]
      : []),
  ]
}

/** What was paid beyond the fee is the partner's. */
async function creditSurplus(
  tx: Tx,
  deps: SubmissionDeps,
  caller: Caller,
  { amount: fee, received, currency, scale, chainId, hash }: Payment,
  submissionId: string,
): Promise<void> {
  if (received <= fee) return
  await creditPaymentsAccount(tx, deps, caller, {
    asset: assetName(currency, chainId),
    currency,
    scale,
    amount: received - fee,
    description: `Surplus of the fee of ${formatId('sub', submissionId)}`,
    transactionHash: hash,
  })
}

function mergedConsents(record: KycRecord, { consents }: Body) {
  const renewed = new Set(consents.map(({ type }) => type))
  return [...consentsOf(record).filter(({ type }) => !renewed.has(type)), ...consents]
}

/** A fee is due only for what is complete. It is charged from the balance that the partner named. */
function submissionRow(
  deps: SubmissionDeps,
  { record, asked, complete }: Plan,
  id: string,
  { feeSource }: Body,
  payment: Payment | undefined,
) {
  const isComplete = complete.length > 0
  const { token } = feePlace(deps)
  const fee = payment ?? {
    amount: feeIn(token, record.entity.type),
    scale: token.currencyScale,
    currency: token.currency,
  }
  return {
    partner_id: record.entity.partner_id,
    id,
    entity_id: record.entity.id,
    jurisdiction_ids: (isComplete ? complete : asked).map((item) => item.id),
    status: isComplete ? ('SUBMITTED' as const) : ('INCOMPLETE' as const),
    fee_source: feeSource,
    fee_amount: isComplete ? fee.amount : 0n,
    fee_scale: fee.scale,
    fee_currency: fee.currency,
    fee_status: isComplete ? (payment ? ('PAID' as const) : ('DUE' as const)) : ('NONE' as const),
    transaction_hash: isComplete && payment ? payment.hash : null,
  }
}
