import { formatId, toWire, executionId } from '@corridor/domain'
import type { NewEvent } from '../events/outbox.ts'
import type { TransferRow, DepositRow } from '../../db/schema/rows.ts'

type Carrier = Pick<TransferRow, 'id' | 'kind' | 'transaction_id' | 'status'>
type Told = {
  type: 'initiated' | 'transitioned' | 'action_required'
  status: string
  /** Of the deposit, where no execution is named. */
  previousStatus?: string
}

/**
 * What became of a deposit; it and the execution that is named as they are after the change, which
 * that execution's own event has published before (ADR 42).
 */
export function depositEvent(
  deposit: DepositRow,
  execution: Carrier | undefined,
  { type, status, previousStatus = deposit.status }: Told,
): NewEvent {
  const depositId = formatId('dep', deposit.id)
  return {
    partnerId: deposit.partner_id,
    category: 'payin_deposit',
    type,
    status,
    object: {
      executionId: execution ? executionId(execution) : '',
      transactionId: execution?.transaction_id ?? '',
      status: execution?.status ?? deposit.status,
      previousStatus: execution?.status ?? previousStatus,
      depositId,
      teleportId: deposit.route_id === null ? '' : formatId('tele', deposit.route_id),
      depositStatus: deposit.status,
      heldReason: deposit.held_reason,
      labels: deposit.labels,
      amount: toWire({ minor: deposit.amount, scale: deposit.scale }),
      currency: deposit.currency,
    },
    subject: { kind: 'deposit', id: depositId, version: deposit.version },
  }
}
