import { fail, formatId, ok } from '@corridor/domain'
import { detail } from '../../../api/request/refusal.ts'
import type { Tx } from '../../../db/open.ts'
import type { ExternalAccountRow } from '../../../db/schema/rows.ts'
import { type AuditedBy, recordAudit } from '../../../records/audit/audit.ts'
import { openReview } from '../../../records/reviews/reviews.ts'
import {
  confirmNumber,
  countStops,
  isNumberStopped,
  lockSameNumber,
  releaseNumber,
  stopNumber,
} from './stops-store.ts'
import { setReason } from './store.ts'
import { record, transition } from './transition.ts'

/** Why an account waits whose number was stopped as fraud, here or by another partner. */
export const stopReason = 'RISK'
export const stopReview = 'NUMBER_STOPPED'

/** Has the operator decide about a number that was stopped. */
export const reviewStop = (tx: Tx, { partner_id: partnerId, id }: ExternalAccountRow) =>
  openReview(tx, {
    partnerId,
    subject: { kind: 'account', id },
    reason: stopReview,
    decider: 'operator',
  })

/**
 * Has an account that is to be enabled wait for the operator, who decides about its number; undefined
 * where that is not stopped. A locked row.
 */
export async function waitForStop(
  tx: Tx,
  by: AuditedBy,
  row: ExternalAccountRow,
): Promise<ExternalAccountRow | undefined> {
  if (!(await isNumberStopped(tx, row))) return undefined
  await reviewStop(tx, row)
  return row.status_reason === stopReason ? row : becauseOfStop(tx, by, row)
}

/** That it is as it is because its number is stopped. */
export async function becauseOfStop(tx: Tx, by: AuditedBy, row: ExternalAccountRow) {
  const waiting = await setReason(tx, row, stopReason)
  await record(tx, by, waiting, { type: 'updated', action: 'stop', from: row.status })
  return waiting
}

/** How many numbers a partner stops in a day, which ends at 00:00 UTC, before the operator decides. */
export const stopsPerDay = 20

/**
 * Stops a number as fraud on a partner's word: under every holder and for every customer of this
 * partner it is disabled. At other partners nothing new is enabled with it, and what is ordered
 * waits, until the operator has decided. A locked row, which is disabled already; the number is held.
 */
export async function stopAsFraud(tx: Tx, by: AuditedBy, row: ExternalAccountRow) {
  if ((await countStops(tx, row)) >= stopsPerDay) return tooManyStops()
  await stopNumber(tx, row)
  await reviewStop(tx, row)
  const same = await lockSameNumber(tx, row)
  for (const other of same)
    await transition(tx, by, other, { event: 'disable', to: 'DISABLED', reason: stopReason })
  await recordStop(tx, by, row, { action: 'external_account.stop', also: same })
  return ok(row)
}

const tooManyStops = () =>
  fail({
    code: 'LIMIT_DAILY' as const,
    details: [
      detail(
        'isFraud',
        'LIMIT_DAILY',
        `A day has ${stopsPerDay} stops as fraud about which the operator has not decided. Disable the account without it.`,
        { limit: stopsPerDay },
      ),
    ],
  })

/** The operator lets a number be used again. */
export async function releaseStop(tx: Tx, by: AuditedBy, row: ExternalAccountRow, reason = '') {
  await releaseNumber(tx, row)
  await recordStop(tx, by, row, { action: 'external_account.release', reason })
}

/** The operator holds a number as fraud, at every partner. */
export async function confirmStop(tx: Tx, by: AuditedBy, row: ExternalAccountRow, reason: string) {
  await stopNumber(tx, row)
  await confirmNumber(tx, row)
  await recordStop(tx, by, row, { action: 'external_account.stop', reason })
}

const recordStop = (
  tx: Tx,
  by: AuditedBy,
  row: ExternalAccountRow,
  what: { action: string; also?: readonly ExternalAccountRow[]; reason?: string },
): Promise<void> =>
  recordAudit(tx, by, {
    action: what.action,
    object: { kind: 'external_account', id: formatId('acc', row.id) },
    ...(what.also?.length
      ? { after: { also: what.also.map(({ id }) => formatId('acc', id)) } }
      : {}),
    ...(what.reason ? { reason: what.reason } : {}),
  })
