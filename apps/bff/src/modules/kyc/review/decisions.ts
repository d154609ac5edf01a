import type { KycReason } from '@corridor/contract'
import {
  documentsFor,
  fail,
  formatId,
  kycLifecycle,
  type KycEvent,
  type KycState,
  ok,
  documentStates,
  kycStates,
} from '@corridor/domain'
import type { Failure } from '../../../api/request/refusal.ts'
import type { Tx } from '../../../db/open.ts'
import type { Deps } from '../../../ports/deps.ts'
import type { AuditedBy } from '../../../records/audit/audit.ts'
import { endQuotesOfCustomer } from '../../../records/transfers/quotes/account-quotes.ts'
import { decideReview } from '../../../records/reviews/reviews.ts'
import { holdLikenesses, personOf } from '../../../records/persons/store.ts'
import { clearHits } from '../../screening/screen.ts'
import { restartSweep } from '../../screening/sweep.ts'
import { kycContext } from '../case/screening-context.ts'
import { setStatus } from '../case/document-store.ts'
import { recordOf } from '../submission/documents.ts'
import { admissionIssues } from '../submission/admission.ts'
import { lapsesAt } from '../case/expiry.ts'
import { heldOthers, undecidedLikeness } from '../case/gate.ts'
import { illegalTransition, notScreenedYet } from '../case/failures.ts'
import { type KycCase, type KycDeps, openCase, stateIn } from '../case/progress.ts'
import { type Decision, namedIn, type ReasonInput, reasonsOf } from '../case/reasons.ts'
import { openRequest, withdrawRequests } from '../case/request-store.ts'
import { requestOf } from './request-view.ts'
import { type FileChange, type KycRecord, readRecord } from '../case/store.ts'
import { awaitsScreening } from '../case/submission-store.ts'
import { applyChange, type Move } from '../case/transitions.ts'
import { askQuestion, withdrawQuestions } from '../../../records/reviews/reviews.ts'
import { pauseTransfersOf } from '../../../records/transfers/pausing.ts'

export type DecideFailure = Failure<'ENTITY_NOT_FOUND' | 'ILLEGAL_TRANSITION' | 'POLICY_BLOCKED'>
export type Decided = { record: KycRecord; isChanged: boolean }
export type Ruling = {
  decision: Decision
  reasons?: readonly ReasonInput[] | undefined
  /** A rejection after which nothing can be tried again. */
  isFinal?: boolean
  /** Only there; absent: wherever the customer asked for something. */
  jurisdictionId?: string | undefined
}

const stateOf: Readonly<Record<Decision, KycState>> = {
  APPROVED: 'APPROVED',
  REJECTED: 'REJECTED',
  INFORMATION_REQUIRED: 'INFORMATION_REQUIRED',
}

type Holding = { event: 'pause' | 'resume' | 'offboard'; reason: string; jurisdictionId?: string }

export type DecisionService = ReturnType<typeof createDecisionService>

/** What the service says of a verification: an operator's decision, or the sandbox's. */
export function createDecisionService(deps: KycDeps & Pick<Deps, 'config' | 'ids'>) {
  return { decide, decideFreely, hold, pauseAll }

  /** An operator's decision: one step of the lifecycle, for what lies under review. */
  async function decide(tx: Tx, by: AuditedBy, entityId: string, ruling: Ruling) {
    await holdLikenesses(tx, by.partnerId)
    const record = await recordOf(tx, by, entityId, { lock: true })
    if (!record) return fail({ code: 'ENTITY_NOT_FOUND' })
    const item = openCase(deps, record)
    const event = eventOf(ruling)
    const moves = movesBy(item, event, ruling.jurisdictionId)
    if (moves.length === 0)
      return fail(illegalTransition(worstThere(item, ruling.jurisdictionId), targetOf(ruling)))
    if (event === 'approve' && (await awaitsScreening(tx, record.entity)))
      return fail(notScreenedYet)
    const barred =
      event === 'approve' ? admissionIssues(deps.config, record, item.subject.known, '') : []
    if (barred.length > 0) return fail({ code: 'POLICY_BLOCKED', details: barred })
    const alike =
      event === 'approve'
        ? [...(await heldOthers(tx, record)), ...(await undecidedLikeness(tx, deps, record))]
        : []
    if (alike.length > 0) return fail({ code: 'POLICY_BLOCKED', details: alike })
    return ok({ record: await carryOut(tx, by, item, ruling, moves), isChanged: true })
  }

  /**
   * The sandbox's decision, from any state that is not final: it takes every capability the shortest
   * way, whatever the rules say of age and country. An approval grants all of them; repeated it
   * changes nothing.
   */
  async function decideFreely(tx: Tx, by: AuditedBy, entityId: string, ruling: Ruling) {
    if (targetOf(ruling) === 'REJECTED_FINAL') await holdLikenesses(tx, by.partnerId)
    const record = await recordOf(tx, by, entityId, { lock: true })
    if (!record) return fail({ code: 'ENTITY_NOT_FOUND' })
    const item = openCase(deps, record)
    const target = targetOf(ruling)
    const ended = record.capabilities.find(({ status }) => kycLifecycle.isFinal(status))
    if (ended) return fail(illegalTransition(ended.status, target))
    const moves = concerned(item, target).flatMap((jurisdictionId): Move[] => {
      const events = kycLifecycle.path(stateIn(record, jurisdictionId), target) ?? []
      return events.length > 0 ? [{ jurisdictionId, events }] : []
    })
    if (moves.length === 0) return ok({ record, isChanged: false })
    return ok({ record: await carryOut(tx, by, item, ruling, moves), isChanged: true })
  }

  /**
   * Pauses what is approved, takes a pause back, or ends the relation with the customer. A pause is
   * about the person: its other customers are paused, too; as is whoever was resumed alone and whose
   * person's relation ends.
   */
  async function hold(tx: Tx, by: AuditedBy, entityId: string, asked: Holding) {
    await holdLikenesses(tx, by.partnerId)
    const held = await holdOne(tx, by, entityId, asked)
    if (held.ok && asked.event !== 'resume')
      await pauseOthers(tx, by, held.value.record, { ...asked, event: 'pause' })
    return held
  }

  /**
   * Pauses all customers of a person of which one is paused, offboarded or turned away for good. The
   * caller holds the partner's likenesses, and that before any customer.
   */
  async function pauseAll(tx: Tx, by: AuditedBy, entityUuid: string): Promise<void> {
    const of = { partnerId: by.partnerId, entityId: entityUuid }
    for (const id of await personOf(tx, of)) {
      const record = await readRecord(tx, { ...of, entityId: id })
      if (!record?.capabilities.some(({ status }) => kycStates[status].isHeld)) continue
      const reason = `Another record of this person is ${record.entity.kyc_status}.`
      return pauseOthers(tx, by, record, { event: 'pause', reason })
    }
  }

  async function pauseOthers(tx: Tx, by: AuditedBy, { entity }: KycRecord, asked: Holding) {
    const of = { partnerId: entity.partner_id, entityId: entity.id }
    for (const id of await personOf(tx, of))
      // Whatever is not approved there has nothing to pause.
      if (id !== entity.id) await holdOne(tx, by, formatId('ent', id), asked)
  }

  async function holdOne(tx: Tx, by: AuditedBy, entityId: string, asked: Holding) {
    const record = await recordOf(tx, by, entityId, { lock: true })
    if (!record) return fail({ code: 'ENTITY_NOT_FOUND' })
    const item = openCase(deps, record)
    const moves = movesBy(item, asked.event, asked.jurisdictionId)
    const target = { pause: 'PAUSED', resume: 'APPROVED', offboard: 'OFFBOARDED' } as const
    if (moves.length === 0)
      return fail(illegalTransition(worstThere(item, asked.jurisdictionId), target[asked.event]))
    // What ran out during a pause is not granted again by its end.
    const lapsesOn = record.file?.expires_at ?? null
    const lapsed = lapsesOn !== null && lapsesOn <= record.at
    const events: KycEvent[] =
      asked.event === 'resume' && lapsed ? ['resume', 'expire'] : [asked.event]
    const reasons = asked.event === 'resume' ? [] : [holdReason(asked.event, asked.reason)]
    if (asked.event === 'resume') await cleared(tx, by, record, asked.reason)
    const after = await applyChange(tx, deps, by, record, {
      moves: moves.map(({ jurisdictionId }) => ({ jurisdictionId, events })),
      reasons,
      reason: asked.reason,
    })
    // A list may be new since the pause, or a name: neither was looked up meanwhile.
    if (asked.event === 'resume') await restartSweep(tx, 'kyc')
    else {
      const paused = {
        entityId: record.entity.id,
        jurisdictionIds: moves.map(({ jurisdictionId }) => jurisdictionId),
      }
      await endQuotesOfCustomer(tx, by, { ...paused, reason: `KYC_${target[asked.event]}` })
      await pauseTransfersOf(tx, by, paused)
    }
    return ok({ record: after, isChanged: true })
  }

  async function carryOut(
    tx: Tx,
    by: AuditedBy,
    { record }: KycCase,
    ruling: Ruling,
    moves: Move[],
  ): Promise<KycRecord> {
    const reasons = reasonsOf(ruling.decision, ruling.reasons).map((reason) =>
      ruling.isFinal === true ? { ...reason, retryable: false } : reason,
    )
    const reason = reasons.map(({ code }) => code).join(', ') || 'approved'
    const common = { moves, reasons, reason }
    if (ruling.decision === 'APPROVED') {
      await cleared(tx, by, record, reason)
      const file = await approveDocuments(tx, record)
      await withdrawRequests(tx, record)
      return applyChange(tx, deps, by, record, { ...common, file })
    }
    await rejectDocuments(tx, deps, record, reasons)
    await withdrawRequests(tx, record)
    await withdrawQuestions(tx, record.entity.partner_id, { kind: 'kyc', id: record.entity.id })
    if (ruling.decision === 'REJECTED') {
      const file = { reviewed_at: record.at }
      const after = await applyChange(tx, deps, by, record, { ...common, file })
      if (targetOf(ruling) === 'REJECTED_FINAL') await pauseAll(tx, by, record.entity.id)
      return after
    }
    const request = requestOf(openCase(deps, record), reasons, deps.ids.uuid())
    await openRequest(tx, request)
    const asks = { rfiId: formatId('rfi', request.id), dueAt: request.due_at.toISOString() }
    const after = await applyChange(tx, deps, by, record, { ...common, asks })
    await askQuestion(
      tx,
      by,
      { kind: 'kyc', id: record.entity.id },
      { id: request.id, text: request.message, dueAt: request.due_at },
    )
    return after
  }
}

/** Who is approved in spite of a hit is not the listed one: as a customer, and until a new entry. */
async function cleared(tx: Tx, by: AuditedBy, { entity }: KycRecord, reason: string) {
  if ((await clearHits(tx, by, kycContext(entity), reason)) === 0) return
  await decideReview(tx, by, { kind: 'kyc', id: entity.id }, { decision: 'APPROVED', reason })
}

/** A reason that cannot be mended makes a rejection final. */
const isFinalRuling = ({ isFinal, reasons }: Ruling) =>
  isFinal === true ||
  (reasons ?? []).some((reason) => typeof reason !== 'string' && reason.retryable === false)

const targetOf = (ruling: Ruling): KycState =>
  ruling.decision === 'REJECTED' && isFinalRuling(ruling)
    ? 'REJECTED_FINAL'
    : stateOf[ruling.decision]

function eventOf(ruling: Ruling): KycEvent {
  if (ruling.decision === 'APPROVED') return 'approve'
  if (ruling.decision === 'INFORMATION_REQUIRED') return 'ask'
  return isFinalRuling(ruling) ? 'rejectFinally' : 'reject'
}

/** One event for every capability in which it is legal. */
const movesBy = (
  { record }: KycCase,
  event: KycEvent,
  jurisdictionId: string | undefined,
): Move[] =>
  record.capabilities
    .filter(
      (capability) => jurisdictionId === undefined || capability.jurisdiction_id === jurisdictionId,
    )
    .filter(({ status }) => kycLifecycle.next(status, event) !== undefined)
    .map((capability) => ({ jurisdictionId: capability.jurisdiction_id, events: [event] }))

function worstThere({ record }: KycCase, jurisdictionId: string | undefined): KycState {
  if (jurisdictionId !== undefined) return stateIn(record, jurisdictionId)
  const [first] = record.capabilities
  return first?.status ?? 'NOT_STARTED'
}

/** Whom a free decision is about: all for an approval, otherwise what is still open. */
function concerned({ record, jurisdictions }: KycCase, target: KycState): string[] {
  const all = jurisdictions.map(({ id }) => id)
  if (target === 'APPROVED' || record.capabilities.length === 0) return all
  const open = record.capabilities.filter(({ status }) => !kycStates[status].wasApproved)
  const those = open.length > 0 ? open : record.capabilities
  return those.map((item) => item.jurisdiction_id)
}

async function approveDocuments(tx: Tx, record: KycRecord): Promise<FileChange> {
  const received = record.documents.filter(({ status }) => status === 'RECEIVED')
  await setStatus(
    tx,
    record.entity.partner_id,
    received.map(({ id }) => id),
    'VERIFIED',
  )
  const live = record.documents.filter(({ status }) => documentStates[status].isLive)
  return {
    reviewed_at: record.at,
    expires_at: lapsesAt(live),
    level: record.file?.level === 'ENHANCED' ? 'ENHANCED' : 'STANDARD',
  }
}

/** Documents that a reason names are not accepted. */
async function rejectDocuments(
  tx: Tx,
  deps: KycDeps,
  record: KycRecord,
  reasons: readonly KycReason[],
): Promise<void> {
  const named = namedIn(reasons)
  if (named.size === 0) return
  const specs = openCase(deps, record)
  const groups = documentGroups(specs)
  const rejected = record.documents.filter(
    ({ type, person, status }) =>
      documentStates[status].isLive &&
      (named.has(type) ||
        groups.some(
          (spec) =>
            spec.type === type &&
            (spec.person ?? null) === person &&
            named.has(`document:${spec.group}`),
        )),
  )
  const code = reasons.find(({ fixField }) => fixField !== '')?.code ?? null
  await setStatus(
    tx,
    record.entity.partner_id,
    rejected.map(({ id }) => id),
    'REJECTED',
    code,
  )
}

const documentGroups = ({ subject, level }: KycCase) => documentsFor(subject, level === 'ENHANCED')

const holdReason = (event: 'pause' | 'offboard', message: string): KycReason => ({
  code: event === 'pause' ? 'PAUSED' : 'OFFBOARDED',
  message,
  fixBy: 'service',
  fixField: '',
  retryable: event === 'pause',
})
