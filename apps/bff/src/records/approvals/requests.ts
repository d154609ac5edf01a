import type { ApprovalStatus } from '@corridor/contract'
import { formatId } from '@corridor/domain'
import type { Tx } from '../../db/open.ts'
import { type AuditedBy, recordAudit } from '../audit/audit.ts'
import { recordEvent } from '../events/outbox.ts'
import {
  insertRequest,
  lockWaiting,
  type NewRequest,
  type RequestRow,
  updateRequest,
} from './request-store.ts'

export const approvalIdOf = ({ id }: Pick<RequestRow, 'id'>): string => formatId('apr', id)

const eventStatuses: Record<
  Exclude<ApprovalStatus, 'REQUESTED'>,
  'approved' | 'rejected' | 'expired'
> = {
  EXECUTED: 'approved',
  REJECTED: 'rejected',
  EXPIRED: 'expired',
  FAILED: 'rejected',
  VOID: 'rejected',
  CANCELLED: 'expired',
}

/** Writes a request with its event and audit entry. A transfer that waits by itself has published so. */
export async function openRequest(tx: Tx, by: AuditedBy, request: NewRequest): Promise<RequestRow> {
  const row = await insertRequest(tx, request)
  if (row.sealed_input !== null) await publish(tx, row, '', 'requested')
  await recordAudit(tx, by, {
    action: 'approval.request',
    object: { kind: 'approval', id: approvalIdOf(row) },
    after: { operation: row.operation, subject: row.subject_id, rule: row.rule },
  })
  return row
}

type End = {
  status: Exclude<ApprovalStatus, 'REQUESTED'>
  reason?: string
  failure?: { code: string; message: string }
  sealedAnswer?: Uint8Array
}

/** Ends a locked request that waits. */
export async function endRequest(
  tx: Tx,
  by: AuditedBy,
  held: RequestRow,
  { status, reason, failure, sealedAnswer }: End,
): Promise<RequestRow> {
  const row = await updateRequest(tx, held, {
    status,
    ...(failure ? { failure: JSON.stringify(failure) } : {}),
    ...(sealedAnswer ? { sealed_answer: Buffer.from(sealedAnswer) } : {}),
  })
  if (row.sealed_input !== null) await publish(tx, row, held.status, eventStatuses[status])
  await recordAudit(tx, by, {
    action: `approval.${status.toLowerCase()}`,
    object: { kind: 'approval', id: approvalIdOf(row) },
    before: { status: held.status },
    after: { status, ...(failure ? { code: failure.code } : {}) },
    ...(reason === undefined || reason === '' ? {} : { reason }),
  })
  return row
}

/** Ends what waits about a record, because the record has ended by itself. */
export async function endRequestsOf(
  tx: Tx,
  by: AuditedBy,
  { subjectIds, operation }: { subjectIds: readonly string[]; operation: string },
  end: End,
): Promise<void> {
  const held = await lockWaiting(tx, by.partnerId, subjectIds, operation)
  if (held) await endRequest(tx, by, held, end)
}

/** Publishes a question or its answer: whoever is asked is needed. Its words stay with the record. */
export const publishQuestion = (
  tx: Tx,
  row: RequestRow,
  { questionId, what }: { questionId: string; what: 'asked' | 'answered' },
): Promise<void> =>
  publish(tx, row, row.status, 'requested', {
    questionId: formatId('rfi', questionId),
    question: what,
  })

async function publish(
  tx: Tx,
  row: RequestRow,
  previousStatus: string,
  status: 'requested' | 'approved' | 'rejected' | 'expired',
  changes?: Record<string, unknown>,
): Promise<void> {
  const approvalId = approvalIdOf(row)
  const { subject_kind: kind, subject_id: id } = row
  await recordEvent(tx, {
    partnerId: row.partner_id,
    category: 'approval',
    type: status === 'requested' ? 'action_required' : 'transitioned',
    status,
    object: {
      approvalId,
      operation: row.operation,
      status: row.status,
      previousStatus,
      subject: { kind, id },
    },
    ...(changes ? { changes } : {}),
    subject: { kind: 'approval', id: approvalId, version: row.version },
  })
}
