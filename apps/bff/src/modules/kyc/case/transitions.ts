import {
  formatId,
  kycLifecycle,
  type KycEvent,
  type KycState,
  shownStatus,
  waitingOn,
  worstState,
  kycStates,
} from '@corridor/domain'
import type { KycReason } from '@corridor/contract'
import {
  setWaiting,
  type Step,
  updateCustomer,
  writeCapabilities,
  writeHistory,
} from './transition-store.ts'
import type { Tx } from '../../../db/open.ts'
import { type AuditedBy, recordAudit } from '../../../records/audit/audit.ts'
import { forceInactive } from '../../../records/payin-routes/dependencies.ts'
import { recordEvent } from '../../../records/events/outbox.ts'
import { compareAgain } from '../../../records/persons/store.ts'
import { decideReview, openReview } from '../../../records/reviews/reviews.ts'
import { type KycDeps, missingOf, openCase, stateIn } from './progress.ts'
import { ensureFile, type FileChange, type KycRecord, readRecord, updateFile } from './store.ts'

/** Events that one capability goes through, in order. */
export type Move = { jurisdictionId: string; events: readonly KycEvent[] }

export type Change = {
  moves: readonly Move[]
  /** What is kept beside the states. */
  file?: FileChange
  /** Why, in a sentence: for history and audit. */
  reason: string
  /** Published in the events: why partners must act. */
  reasons?: readonly KycReason[]
  /** Further members of the event that requests an action. */
  asks?: Readonly<Record<string, unknown>>
}

/**
 * The one way in which a verification changes: guard, states, history, the entity's own status and
 * what it lacks, events and audit, in the caller's transaction and under the entity's lock. Documents
 * are changed before it is called, so that what is missing is counted anew.
 * @throws where a move is illegal: callers plan legal ones
 */
export async function applyChange(
  tx: Tx,
  deps: KycDeps,
  by: AuditedBy,
  before: KycRecord,
  change: Change,
): Promise<KycRecord> {
  const { partner_id: partnerId, id: entityId } = before.entity
  const rounds = roundsOf(before, change.moves)
  const steps = rounds.flat()
  await ensureFile(tx, partnerId, entityId)
  await writeCapabilities(tx, partnerId, entityId, steps)
  await writeHistory(tx, by, entityId, steps, change.reason)
  await updateFile(tx, partnerId, entityId, {
    ...change.file,
    ...(change.reasons === undefined ? {} : { reasons: change.reasons }),
  })
  const after = await settleEntity(tx, deps, before)
  await publishTransition(tx, before, after, rounds, change)
  for (const [first, jurisdictionIds] of groupsOf(steps))
    await recordAudit(tx, by, {
      action: `kyc.${first.event}`,
      object: { kind: 'entity', id: formatId('ent', entityId) },
      before: { status: first.from },
      after: { status: first.to, jurisdictionIds },
      reason: change.reason,
    })
  await stopRoutes(tx, by, entityId, steps)
  if (steps.some(({ to }) => to === 'SUBMITTED' || to === 'APPROVED'))
    await compareAgain(tx, before.entity)
  await reviewFollows(tx, by, after, steps)
  return after
}

/** What lies under review, or waits for an answer, is one review until all of it is decided. */
async function reviewFollows(
  tx: Tx,
  by: AuditedBy,
  { entity, capabilities }: KycRecord,
  steps: readonly Step[],
): Promise<void> {
  const { partner_id: partnerId, id } = entity
  const subject = { kind: 'kyc', id } as const
  const isIn = (review: 'due' | 'open') =>
    capabilities.some(({ status }) => kycStates[status].review === review)
  if (isIn('open')) return openReview(tx, { partnerId, subject, reason: 'KYC_REVIEW' })
  const wasReviewed = steps.some(({ from }) => kycStates[from].review !== 'none')
  if (!wasReviewed || isIn('due')) return
  const { to = '' } = steps.findLast(({ from }) => kycStates[from].review !== 'none') ?? {}
  return decideReview(tx, by, subject, { decision: to })
}

/** No route forwards from or to a customer who is not verified there any more. */
async function stopRoutes(tx: Tx, by: AuditedBy, entityId: string, steps: readonly Step[]) {
  const left = new Set(
    steps.filter(({ from }) => from === 'APPROVED').map((step) => step.jurisdictionId),
  )
  const jurisdictionIds = steps
    .filter(({ last, to, jurisdictionId }) => last && to !== 'APPROVED' && left.has(jurisdictionId))
    .map((step) => step.jurisdictionId)
  if (jurisdictionIds.length > 0)
    await forceInactive(tx, by, { entityId, jurisdictionIds }, 'COMPLIANCE_HOLD')
}

/** Steps by their place in the way; a capability has at most one in each round. */
function roundsOf(record: KycRecord, moves: readonly Move[]): Step[][] {
  const rounds: Step[][] = []
  for (const { jurisdictionId, events } of moves) {
    let from = stateIn(record, jurisdictionId)
    for (const [i, event] of events.entries()) {
      const to = kycLifecycle.next(from, event)
      if (!to) throw new Error(`${event} is illegal for a verification in ${from}`)
      const last = i === events.length - 1
      ;(rounds[i] ??= []).push({ jurisdictionId, event, from, to, last })
      from = to
    }
  }
  return rounds
}

/** The same change of several capabilities, once. */
function groupsOf(steps: readonly Step[]): [Step, string[]][] {
  const groups = Map.groupBy(steps, ({ event, from }) => `${from} ${event}`)
  return [...groups.values()].flatMap((group): [Step, string[]][] => {
    const [first] = group
    return first ? [[first, group.map(({ jurisdictionId }) => jurisdictionId)]] : []
  })
}

/** Puts status, missing keys and version of the entity in step with its verification. */
async function settleEntity(tx: Tx, deps: KycDeps, before: KycRecord): Promise<KycRecord> {
  const { partner_id: partnerId, id: entityId } = before.entity
  const read = await readRecord(tx, { partnerId, entityId })
  if (!read) throw new Error('the entity is gone')
  const state = entityState(read)
  const kycStatus = shownStatus(state)
  const entity = await updateCustomer(tx, before.entity, {
    kyc_status: kycStatus,
    kyc_missing: missingOf(openCase(deps, read)),
  })
  const fixBy = ((read.file?.reasons ?? []) as KycReason[]).map((reason) => reason.fixBy)
  await setWaiting(tx, before.entity, {
    waitingOn: waitingOn(state, fixBy),
    isNew: kycStatus !== before.entity.kyc_status,
  })
  return { ...read, entity }
}

export const entityState = ({ capabilities }: Pick<KycRecord, 'capabilities'>): KycState =>
  worstState(capabilities.map(({ status }) => status))

/**
 * Events of operations.md 12. Intermediate states of a transaction are published once for all
 * capabilities; the final state is published per capability.
 */
async function publishTransition(
  tx: Tx,
  before: KycRecord,
  { entity }: KycRecord,
  rounds: readonly Step[][],
  change: Change,
): Promise<void> {
  const entityId = formatId('ent', entity.id)
  type Type = 'created' | 'transitioned' | 'action_required'
  const event = (type: Type, state: KycState, from: KycState | '', more: object) =>
    recordEvent(tx, {
      partnerId: entity.partner_id,
      category: 'kyc',
      type,
      status: shownStatus(state).toLowerCase(),
      object: {
        entityId,
        jurisdictionId: '',
        reasons: change.reasons ?? [],
        status: shownStatus(state),
        previousStatus: from === '' ? '' : shownStatus(from),
        kycStatus: entity.kyc_status,
        ...more,
      },
      subject: { kind: 'kyc', id: entityId, version: entity.version },
    })
  if (before.capabilities.length === 0 && rounds.length > 0)
    await event('created', 'NOT_STARTED', '', {})
  for (const round of rounds) {
    for (const [{ to, from }, jurisdictionIds] of groupsOf(round.filter((step) => !step.last)))
      await event('transitioned', to, from, { jurisdictionIds })
    for (const { to, from, jurisdictionId } of round.filter((step) => step.last))
      await event('transitioned', to, from, { jurisdictionId })
  }
  const asking = rounds.flat().filter(({ to, last }) => last && kycStates[to].isAsking)
  for (const [{ to }, jurisdictionIds] of groupsOf(asking))
    await event('action_required', to, to, { jurisdictionIds, ...change.asks })
}
