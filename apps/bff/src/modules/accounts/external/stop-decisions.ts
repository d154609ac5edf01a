import { ok, parseId } from '@corridor/domain'
import type { Tx } from '../../../db/open.ts'
import type { ExternalAccountRow } from '../../../db/schema/rows.ts'
import type { AuditedBy } from '../../../records/audit/audit.ts'
import { decideReview } from '../../../records/reviews/reviews.ts'
import { restartSweep } from '../../screening/sweep.ts'
import { relinkAccount } from './claims.ts'
import { becauseOfStop, confirmStop, releaseStop, stopReason, stopReview } from './stops.ts'
import { holdToStop, lockWaiting } from './stops-store.ts'
import { findAccount, lockAccount, setReason } from './store.ts'
import { transition } from './transition.ts'

/** Why an account waits that a person has to look at (operations.md 11.7). */
export const screeningReason = 'SCREENING'

export type StopRuling = { decision: 'APPROVED' | 'REJECTED'; reason: string }

/**
 * Whether a number that was stopped as fraud may be used again: one decision, for every account that
 * waits for it at whatever partner. Lifted, they go on, and so does what was ordered meanwhile;
 * confirmed, the number is disabled wherever it is in use. A locked row; as the worker.
 */
export async function decideStop(
  tx: Tx,
  by: AuditedBy,
  row: ExternalAccountRow,
  { decision, reason }: StopRuling,
) {
  const isLifted = decision === 'APPROVED'
  await (isLifted ? releaseStop : confirmStop)(tx, by, row, reason)
  let decided = row
  for (const waiting of await lockWaiting(tx, row)) {
    const isSame = waiting.partner_id === row.partner_id
    const own = { ...by, partnerId: waiting.partner_id }
    // Other partners do not learn of what was found at this one.
    const ruling = { decision, reason: isSame ? reason : '', about: stopReview }
    await decideReview(tx, own, { kind: 'account', id: waiting.id }, ruling)
    const settled = await (isLifted ? goOn : stayStopped)(tx, own, waiting)
    if (isSame && waiting.id === row.id) decided = settled
  }
  return ok(decided)
}

async function goOn(tx: Tx, by: AuditedBy, row: ExternalAccountRow): Promise<ExternalAccountRow> {
  if (row.status === 'NEEDS_RELINK')
    return row.status_reason === stopReason ? relinkAccount(tx, by, row) : row
  if (row.status === 'PENDING_VERIFICATION') {
    // Whatever the lists answered when it was added: they are asked once more before it is used.
    await restartSweep(tx, 'account')
    return setReason(tx, row, screeningReason)
  }
  if (row.status !== 'DISABLED') return row
  // One that is held for something else as well stays so.
  const moved = await transition(tx, by, row, { event: 'enable', to: 'ENABLED', reason: '' })
  return moved.ok ? moved.value : row
}

async function stayStopped(
  tx: Tx,
  by: AuditedBy,
  row: ExternalAccountRow,
): Promise<ExternalAccountRow> {
  const isNew = row.status === 'PENDING_VERIFICATION'
  const moved = await transition(tx, by, row, {
    event: isNew ? 'fail' : 'disable',
    to: isNew ? 'VERIFICATION_FAILED' : 'DISABLED',
    reason: stopReason,
  })
  if (moved.ok) return moved.value
  return row.status_reason === stopReason ? row : becauseOfStop(tx, by, row)
}

/** The operator stops the number of an account, whatever state it has; undefined where it is deleted. */
export async function stopAccount(
  tx: Tx,
  by: AuditedBy,
  accountId: string,
  reason: string,
): Promise<ExternalAccountRow | undefined> {
  const id = parseId('acc', accountId)
  const found = id && (await findAccount(tx, by.partnerId, id))
  if (!found) return undefined
  await holdToStop(tx, found)
  const row = await lockAccount(tx, by.partnerId, found.id)
  if (!row) return undefined
  return (await decideStop(tx, by, row, { decision: 'REJECTED', reason })).value
}
