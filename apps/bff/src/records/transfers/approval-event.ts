import type { NewEvent } from '../events/outbox.ts'
import type { TransferRow } from '../../db/schema/rows.ts'
import { executionId } from '@corridor/domain'

export type Vote = {
  actorType: string
  actorId: string
  actorName?: string
  decision: 'APPROVED' | 'REJECTED'
  comment: string
  at: string
}
export type ApprovalFacts = {
  required: boolean
  policyId: string
  approvalsNeeded: number
  votes: Vote[]
}

export const approvalOf = ({ approval }: Pick<TransferRow, 'approval'>): ApprovalFacts | null =>
  approval as ApprovalFacts | null

/** What is published of votes on a transfer, after the change (operations.md 12). */
export function approvalEvent(
  row: TransferRow,
  status: 'requested' | 'approved' | 'rejected' | 'expired',
): NewEvent {
  const id = executionId(row)
  return {
    partnerId: row.partner_id,
    category: 'approval',
    type: status === 'requested' ? 'action_required' : 'transitioned',
    status,
    object: {
      executionId: id,
      transactionId: row.transaction_id,
      status: row.status,
      previousStatus: row.status,
      subject: { kind: 'transfer', id },
      // Names stay with the record.
      votes: (approvalOf(row)?.votes ?? []).map(({ actorName: _name, ...vote }) => vote),
    },
    subject: { kind: 'transfer', id, version: row.version },
  }
}

/** How requests for approval name an execution that waits. */
export const requestsAbout = (row: Pick<TransferRow, 'id' | 'kind'>) => ({
  subjectIds: [executionId(row), row.id],
  operation: 'transfers.execute',
})
