import { formatId, toWire } from '@corridor/domain'
import type { Selectable } from 'kysely'
import type { DB } from '../../db/types.generated.ts'
import type { NewEvent } from '../webhooks/outbox.ts'
import { executionId } from './ids.ts'
import type { TransferRow } from './store.ts'

/**
 * Money that pays nothing, as it is told; `deposit` and the transfer that it names as they are after
 * the change.
 */
export function heldEvent(
  deposit: Selectable<DB['deposit']>,
  transfer: TransferRow | undefined,
  labels: readonly string[],
): NewEvent {
  const depositId = formatId('dep', deposit.id)
  return {
    partnerId: deposit.partner_id,
    category: 'payin_deposit',
    type: 'action_required',
    status: 'held',
    object: {
      executionId: transfer ? executionId(transfer) : '',
      transactionId: transfer?.transaction_id ?? '',
      status: transfer?.status ?? 'HELD',
      previousStatus: transfer?.status ?? '',
      depositId,
      teleportId: '',
      labels,
      amount: toWire({ minor: deposit.amount, scale: deposit.scale }),
      currency: deposit.currency,
    },
    subject: { kind: 'deposit', id: depositId, version: deposit.version },
  }
}
