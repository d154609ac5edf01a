import { isExpired } from './case/approvals-store.ts'
import type { KycReason, KycStatus } from '@corridor/contract'
import { fail, formatId, type KycState, ok, shownStatus, waitingOn } from '@corridor/domain'
import type { z } from 'zod'
import type { Caller } from '../../api/request/caller.ts'
import type { Tx } from '../../db/open.ts'
import { actorNames, type NameOfActor } from '../../records/audit/actor-names-store.ts'
import { recordOf } from './submission/documents.ts'
import { type KycCase, type KycDeps, openCase, progressIn, stateIn } from './case/progress.ts'
import { requestBody } from './review/request-view.ts'
import { type KycRecord, listTransitions, type TransitionRow } from './case/store.ts'
import type { KycPlace } from './case/subject.ts'
import { entityState } from './case/transitions.ts'

type Body = z.output<typeof KycStatus>

export type StatusService = ReturnType<typeof createStatusService>

/** The verification of a customer as partners see it. */
export function createStatusService(deps: KycDeps) {
  return { read, view }

  async function read(tx: Tx, caller: Caller, entityId: string) {
    const record = await recordOf(tx, caller, entityId)
    return record ? ok(await view(tx, record)) : fail({ code: 'ENTITY_NOT_FOUND' })
  }

  async function view(tx: Tx, record: KycRecord): Promise<Body> {
    const { partner_id, id } = record.entity
    const history = await listTransitions(tx, partner_id, id)
    const actors = history.map(({ actor_id }) => actor_id)
    const nameOf = await actorNames(tx, partner_id, actors)
    return statusBody(openCase(deps, lapsed(record)), history, nameOf)
  }
}

/** An approval whose proofs have run out reads as expired, also before the sweeper has written it. */
function lapsed(record: KycRecord): KycRecord {
  if (!isExpired(record)) return record
  const capabilities = record.capabilities.map((capability) =>
    capability.status === 'APPROVED' ? { ...capability, status: 'EXPIRED' as const } : capability,
  )
  return { ...record, capabilities }
}

function statusBody(kycCase: KycCase, history: readonly TransitionRow[], nameOf: NameOfActor) {
  const { entity, file, requests } = kycCase.record
  const state = entityState(kycCase.record)
  const reasons = (file?.reasons ?? []) as KycReason[]
  return {
    entityId: formatId('ent', entity.id),
    kycStatus: shownStatus(state),
    level: file?.level ?? 'NONE',
    capabilities: kycCase.jurisdictions.flatMap((jurisdiction) =>
      capabilitiesIn(kycCase, jurisdiction),
    ),
    reasons,
    informationRequests: requests.map(requestBody),
    ...timesOf(kycCase.record),
    waitingOn: waitingOn(
      state,
      reasons.map(({ fixBy }) => fixBy),
    ),
    history: history.map((row) => ({
      at: row.created_at.toISOString(),
      from: shownStatus(row.from_status as KycState),
      to: shownStatus(row.to_status as KycState),
      ...(row.jurisdiction_id === null ? {} : { jurisdictionId: row.jurisdiction_id }),
      actor: row.actor,
      actorName: nameOf(row.actor_id),
      reason: row.reason,
    })),
    version: entity.version,
  }
}

function timesOf({ file }: KycRecord) {
  const { submitted_at, reviewed_at, expires_at } = file ?? {}
  return {
    ...(submitted_at ? { submittedAt: submitted_at.toISOString() } : {}),
    ...(reviewed_at ? { reviewedAt: reviewed_at.toISOString() } : {}),
    ...(expires_at ? { expiresAt: expires_at.toISOString() } : {}),
  }
}

/** One for each direction in which money can go there. */
function capabilitiesIn(kycCase: KycCase, jurisdiction: KycPlace): Body['capabilities'] {
  const { complete, pending, missing, issues } = progressIn(kycCase, jurisdiction)
  const status = shownStatus(stateIn(kycCase.record, jurisdiction.id))
  const requirements = { complete, pending, missing, issues }
  return directionsOf(jurisdiction).map((direction) => ({
    jurisdictionId: jurisdiction.id,
    direction,
    status,
    requirements,
  }))
}

function directionsOf({ rails }: KycPlace): ('IN' | 'OUT')[] {
  const isThere = (wanted: 'IN' | 'OUT') =>
    rails.some(({ direction }) => direction === wanted || direction === 'BOTH')
  return (['IN', 'OUT'] as const).filter(isThere)
}
