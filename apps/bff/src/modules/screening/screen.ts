import { fail, formatId, ok, parseId } from '@corridor/domain'
import type { Tx } from '../../db/open.ts'
import type { Deps } from '../../ports/deps.ts'
import type { ScreeningReport } from '../../ports/screening.ts'
import { type AuditedBy, recordAudit } from '../../records/audit/audit.ts'
import { joinedByOperator } from '../../records/persons/store.ts'
import * as store from './store.ts'
import {
  asked,
  distinct,
  keyOf,
  type ScreenedHit,
  type ScreeningContext,
  type Subject,
} from './subjects.ts'

export {
  askedBy,
  keyOf,
  type ScreenedHit,
  type ScreeningContext,
  type Subject,
} from './subjects.ts'

/** What the lists say of some subjects; nothing of it is kept yet. */
export type LookUp = { subjects: readonly Subject[]; report: ScreeningReport }

export type Screened = {
  outcome: 'CLEAR' | 'HIT'
  /** Hits that nobody has decided in this context. `subject` is the place in the list given. */
  hits: ScreenedHit[]
}

/**
 * All sanctions screening goes through here: looks the subjects up, keeps list, version and outcome, and
 * returns which hits nobody has cleared in this context. Never called within a transaction; where the
 * outcome belongs to one, `lookUp` comes before it and `keep` within.
 */
export async function screen(
  deps: Pick<Deps, 'screening' | 'db' | 'ids' | 'log'>,
  subjects: readonly Subject[],
  context: ScreeningContext,
) {
  const found = await lookUp(deps, subjects)
  if (!found.ok) return found
  const work = (tx: Tx) => keep(tx, deps, context, found.value)
  return ok(await deps.db.withPartner(context.partnerId, work))
}

/** Asks the lists, outside any transaction; blank names are left out. */
export async function lookUp(deps: Pick<Deps, 'screening' | 'log'>, subjects: readonly Subject[]) {
  const all = distinct(subjects)
  try {
    return ok({ subjects: all, report: await deps.screening.screen(all.map(asked)) })
  } catch (error) {
    deps.log.warn({ err: error }, 'the sanctions lists cannot be asked')
    return fail({ code: 'PROVIDER_UNAVAILABLE', retryAfterSeconds: 5 })
  }
}

/** Keeps what the lists reported of a context, and leaves out what was cleared in it. */
export async function keep(
  tx: Tx,
  deps: Pick<Deps, 'ids'>,
  context: ScreeningContext,
  { subjects, report }: LookUp,
): Promise<Screened> {
  if (subjects.length === 0) return { outcome: 'CLEAR', hits: [] }
  const found = hitsIn({ subjects, report })
  const cleared = found.length === 0 ? new Set() : await clearedIn(tx, context)
  const hits = found.filter(
    ({ key, reference }) => !cleared.has(printOf({ subject: key, reference })),
  )
  const outcome = hits.length === 0 ? 'CLEAR' : 'HIT'
  await store.insertScreening(tx, {
    id: deps.ids.uuid(),
    context,
    report,
    outcome,
    subjects: subjects.map(keyOf),
    hits: found,
  })
  return { outcome, hits }
}

/** The hits of a look-up, with the names as they are compared. */
export const hitsIn = ({ subjects, report }: LookUp): ScreenedHit[] =>
  report.hits.flatMap((hit) => {
    const subject = subjects[hit.subject]
    return subject ? [{ ...hit, ...keyOf(subject) }] : []
  })

/**
 * A person has decided that the names found in this context are not the listed ones. It holds for
 * these names and entries in this context; another name, entry or record is looked at again.
 * Returns the number of names.
 */
export async function clearHits(tx: Tx, by: AuditedBy, context: ScreeningContext, reason: string) {
  return decideHits(tx, by, context, { decision: 'CLEARED', reason })
}

/**
 * A person has decided that the names found in this context are the listed ones: they stay stopped,
 * and nobody is asked about them again. Returns the number of names.
 */
export const confirmHits = (tx: Tx, by: AuditedBy, context: ScreeningContext, reason: string) =>
  decideHits(tx, by, context, { decision: 'CONFIRMED', reason })

const actions = { CLEARED: 'screening.clear', CONFIRMED: 'screening.confirm' } as const

async function decideHits(
  tx: Tx,
  by: AuditedBy,
  context: ScreeningContext,
  { decision, reason }: { decision: store.Clearance['decision']; reason: string },
): Promise<number> {
  const hits = await openHits(tx, context)
  if (hits.length === 0) return 0
  const clearedBy = `${by.actor.type}:${by.actor.id}`
  await store.insertClearances(tx, context, hits, { clearedBy, reason, decision })
  await recordAudit(tx, by, {
    action: actions[decision],
    object: { kind: context.kind, id: context.id },
    after: { references: hits.map(({ reference }) => reference) },
    reason,
  })
  return new Set(hits.map(({ key }) => key)).size
}

/** Hits of a context that nobody has cleared, each name and entry once. */
export async function openHits(tx: Tx, context: ScreeningContext): Promise<ScreenedHit[]> {
  const cleared = await clearedIn(tx, context)
  const found = (await store.hitsOf(tx, context)).map(
    (hit) => [printOf({ subject: hit.key, reference: hit.reference }), hit] as const,
  )
  return [...new Map(found.filter(([print]) => !cleared.has(print))).values()]
}

/** For a customer also what was cleared of those whom the operator joined with it. */
async function clearedIn(tx: Tx, context: ScreeningContext): Promise<Set<string>> {
  const joined = await joinedWith(tx, context)
  const all = [context, ...joined.map((id) => ({ ...context, id: formatId('ent', id) }))]
  const decided = (await Promise.all(all.map((each) => store.clearancesOf(tx, each)))).flat()
  return new Set(decided.filter(({ decision }) => decision === 'CLEARED').map(printOf))
}

async function joinedWith(tx: Tx, { partnerId, kind, id }: ScreeningContext): Promise<string[]> {
  const entityId = kind === 'kyc' ? parseId('ent', id) : undefined
  return entityId ? joinedByOperator(tx, { partnerId, entityId }) : []
}

/** Whether somebody has decided about each of these hits in a context, one way or the other. */
export async function areDecided(tx: Tx, context: ScreeningContext, hits: readonly ScreenedHit[]) {
  const decided = new Set((await store.clearancesOf(tx, context)).map(printOf))
  return hits.every(({ key, reference }) => decided.has(printOf({ subject: key, reference })))
}

const printOf = ({ subject, reference }: { subject: string; reference: string }) =>
  `${subject}\n${reference}`
