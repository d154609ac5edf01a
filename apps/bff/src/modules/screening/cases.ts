import type { Tx } from '../../db/open.ts'
import type { Deps } from '../../ports/deps.ts'
import type { AuditedBy } from '../../records/audit/audit.ts'
import { decideReview, openReview } from '../../records/reviews/reviews.ts'
import {
  areDecided,
  clearHits,
  confirmHits,
  keep,
  type LookUp,
  type Screened,
  type ScreeningContext,
} from './screen.ts'
import { contextOfCase, ensureCase } from './store.ts'

export { contextOfCase } from './store.ts'

export const caseReason = 'SCREENING_HIT'

/**
 * Keeps what the lists reported of something that has no record of its own, and has the operator decide
 * about a hit: the same, tried again after the names were cleared, goes on. In a transaction that
 * commits, though the request is refused.
 */
export async function keepAsCase(
  tx: Tx,
  deps: Pick<Deps, 'ids'>,
  context: ScreeningContext,
  found: LookUp,
): Promise<Screened> {
  const screened = await keep(tx, deps, context, found)
  if (screened.outcome === 'CLEAR' || (await areDecided(tx, context, screened.hits)))
    return screened
  const { partnerId } = context
  const id = await ensureCase(tx, deps.ids.uuid(), context)
  const subject = { kind: 'screening', id } as const
  await openReview(tx, { partnerId, subject, reason: caseReason, decider: 'operator' })
  return screened
}

export type CaseRuling = { decision: 'APPROVED' | 'REJECTED'; reason: string }

/**
 * Clears the names of a case, or confirms that they are the listed ones; gives the context, or
 * undefined where there is no such case.
 */
export async function decideCase(
  tx: Tx,
  by: AuditedBy,
  caseId: string,
  { decision, reason }: CaseRuling,
): Promise<ScreeningContext | undefined> {
  const context = await contextOfCase(tx, by.partnerId, caseId)
  if (!context) return undefined
  await (decision === 'APPROVED' ? clearHits : confirmHits)(tx, by, context, reason)
  await decideReview(tx, by, { kind: 'screening', id: caseId }, { decision, reason })
  return context
}
