import { formatId, parseId } from '@corridor/domain'
import type { Tx } from '../../../db/open.ts'
import type { ExternalAccountRow } from '../../../db/schema/rows.ts'
import { type AuditedBy, recordAudit } from '../../../records/audit/audit.ts'
import { openReview } from '../../../records/reviews/reviews.ts'
import { lockAccount, lockSameNumber, releaseNumber, stopNumber } from './store.ts'
import { transition } from './transition.ts'

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
 * A number that was stopped as fraud is stopped under every holder and for every customer of the
 * partner, and is not enabled anywhere else before the operator has looked at it. A locked row, which
 * is disabled already.
 */
export async function stopAsFraud(tx: Tx, by: AuditedBy, row: ExternalAccountRow): Promise<void> {
  await stopNumber(tx, row)
  await reviewStop(tx, row)
  const same = await lockSameNumber(tx, row)
  for (const other of same)
    await transition(tx, by, other, { event: 'disable', to: 'DISABLED', reason: stopReason })
  await recordStop(tx, by, row, 'external_account.stop', same)
}

/** The operator stops the number of an account, whatever state it has; undefined where it is deleted. */
export async function stopAccount(
  tx: Tx,
  by: AuditedBy,
  accountId: string,
  reason: string,
): Promise<ExternalAccountRow | undefined> {
  const id = parseId('acc', accountId)
  const row = id && (await lockAccount(tx, by.partnerId, id))
  if (!row) return undefined
  const moved = await transition(tx, by, row, { event: 'disable', to: 'DISABLED', reason })
  const stopped = moved.ok ? moved.value : row
  await stopAsFraud(tx, by, stopped)
  return stopped
}

/** The operator lets a number be used again. */
export async function releaseStop(tx: Tx, by: AuditedBy, row: ExternalAccountRow): Promise<void> {
  await releaseNumber(tx, row)
  await recordStop(tx, by, row, 'external_account.release', [])
}

const recordStop = (
  tx: Tx,
  by: AuditedBy,
  row: ExternalAccountRow,
  action: string,
  also: readonly ExternalAccountRow[],
): Promise<void> =>
  recordAudit(tx, by, {
    action,
    object: { kind: 'external_account', id: formatId('acc', row.id) },
    ...(also.length > 0 ? { after: { also: also.map(({ id }) => formatId('acc', id)) } } : {}),
  })
