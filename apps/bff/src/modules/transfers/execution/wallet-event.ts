import { formatId, executionId } from '@corridor/domain'
import type { Tx } from '../../../db/open.ts'
import { recordEvent } from '../../../records/events/outbox.ts'
import type { TransferRow } from '../../../db/schema/rows.ts'

/** States of a wallet's transaction that are published (operations.md 11.8). */
export type TransactionState =
  | 'SIGNED'
  | 'BROADCAST'
  | 'CONFIRMED'
  | 'FINAL'
  | 'REVERTED'
  | 'DROPPED'

/** What a transaction moves: its wallet, and the execution as it is at this moment. */
export type TransactionOf = {
  transfer: TransferRow
  /** UUID of the wallet that signed it. */
  walletId: string | null
  hash: string
}

/** Publishes the new state of a wallet's transaction; the transfer publishes its own. */
export function recordTransactionEvent(
  tx: Tx,
  { transfer, walletId, hash }: TransactionOf,
  state: TransactionState,
): Promise<void> {
  const entityId = formatId('ent', transfer.from_entity_id)
  return recordEvent(tx, {
    partnerId: transfer.partner_id,
    category: 'wallet',
    type: 'transitioned',
    status: `transaction_${state.toLowerCase()}`,
    object: {
      executionId: executionId(transfer),
      transactionId: transfer.transaction_id,
      status: transfer.status,
      previousStatus: transfer.status,
      entityId,
      walletId: walletId === null ? '' : formatId('wal', walletId),
      activityId: transfer.activity_id ?? '',
      transactionHash: hash,
      transactionStatus: state,
    },
    subject: { kind: 'wallet', id: entityId, version: 0 },
  })
}
