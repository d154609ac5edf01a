import { formatId, toWire, executionId } from '@corridor/domain'
import type { NewEvent } from '../events/outbox.ts'
import type { TransferRow } from '../../db/schema/rows.ts'
import type { BankStatus } from './steps/step.ts'

/** What an event contains of a transfer; a quote that is just being stored has all of it. */
type EventRow = Pick<
  TransferRow,
  | 'partner_id'
  | 'id'
  | 'kind'
  | 'transaction_id'
  | 'status'
  | 'event_status'
  | 'direction'
  | 'amount_in'
  | 'scale_in'
  | 'currency_in'
  | 'amount_out'
  | 'scale_out'
  | 'currency_out'
  | 'version'
> &
  Partial<Pick<TransferRow, 'failure' | 'refund_of'>>

/**
 * The event of a change of a transfer, with the record as it is after the change
 * (operations.md 12).
 */
export function transferEvent(
  row: EventRow,
  previousStatus: string,
  type: 'initiated' | 'transitioned' | 'updated' | 'action_required',
  extra: {
    step?: string
    bankStatus?: BankStatus | undefined
    changes?: Record<string, unknown>
  } = {},
): NewEvent {
  const id = executionId(row)
  return {
    partnerId: row.partner_id,
    category: 'transfer',
    type,
    status: row.event_status,
    object: {
      executionId: id,
      transactionId: row.transaction_id,
      status: row.status,
      previousStatus,
      direction: row.direction,
      amountIn: {
        amount: toWire({ minor: row.amount_in, scale: row.scale_in }),
        currency: row.currency_in,
      },
      amountOut: {
        amount: toWire({ minor: row.amount_out, scale: row.scale_out }),
        currency: row.currency_out,
      },
      step: extra.step ?? '',
      ...(row.failure === null || row.failure === undefined ? {} : { failure: row.failure }),
      ...(extra.bankStatus === undefined ? {} : { bankStatus: extra.bankStatus }),
      refundOf: row.refund_of ? formatId('exec', row.refund_of) : '',
    },
    ...(extra.changes === undefined ? {} : { changes: extra.changes }),
    subject: { kind: 'transfer', id, version: row.version },
  }
}
