import {
  formatId,
  type ReplenishmentEvent,
  replenishmentLifecycle,
  type ReplenishmentState,
  toWire,
} from '@corridor/domain'
import type { Tx } from '../../db/open.ts'
import type { ReplenishmentRow } from '../../db/schema/rows.ts'
import { type AuditedBy, recordAudit } from '../audit/audit.ts'
import { recordEvent } from '../events/outbox.ts'
import {
  insertReplenishment,
  type NewReplenishment,
  type ReplenishmentChange,
  updateReplenishment,
} from './replenishment-store.ts'

export const replenishmentIdOf = ({ id }: Pick<ReplenishmentRow, 'id'>) => formatId('rpl', id)

/** Writes a new replenishment with its event and audit entry. */
export async function startReplenishment(tx: Tx, by: AuditedBy, replenishment: NewReplenishment) {
  const row = await insertReplenishment(tx, replenishment)
  await publish(tx, row, 'initiated', '')
  await audited(tx, by, row, 'start')
  return row
}

/** The one way in which a locked one changes its state. @throws where the lifecycle has no such way */
export async function moveReplenishment(
  tx: Tx,
  by: AuditedBy,
  row: ReplenishmentRow,
  event: ReplenishmentEvent,
  also: ReplenishmentChange = {},
): Promise<ReplenishmentRow> {
  const status = replenishmentLifecycle.next(row.status, event)
  if (!status) throw new Error(`a replenishment that is ${row.status} does not take ${event}`)
  const changed = await updateReplenishment(tx, row, { ...also, status })
  await publish(tx, changed, 'transitioned', row.status)
  await audited(tx, by, changed, event)
  return changed
}

const publish = (
  tx: Tx,
  row: ReplenishmentRow,
  type: 'initiated' | 'transitioned',
  previous: ReplenishmentState | '',
): Promise<void> =>
  recordEvent(tx, {
    partnerId: row.partner_id,
    category: 'replenishment',
    type,
    status: row.status.toLowerCase(),
    object: {
      status: row.status,
      previousStatus: previous,
      replenishmentId: replenishmentIdOf(row),
      replenishTxnHash: row.hash,
      batchId: row.batch_id === null ? '' : formatId('rpl', row.batch_id),
      ltxId: formatId('ltx', row.transaction_id),
      quoteId: formatId('rq', row.quote_id),
      totalReplenishAmount: wire(row, row.amount),
      received: wire(row, row.received),
      asset: row.currency,
      failureCode: row.failure_code,
    },
    subject: { kind: 'replenishment', id: replenishmentIdOf(row), version: row.version },
  })

const audited = (tx: Tx, by: AuditedBy, row: ReplenishmentRow, action: string): Promise<void> =>
  recordAudit(tx, by, {
    action: `replenishment.${action}`,
    object: { kind: 'replenishment', id: replenishmentIdOf(row) },
    after: {
      status: row.status,
      amount: wire(row, row.amount),
      received: wire(row, row.received),
      hash: row.hash,
    },
    reason: row.failure_code,
  })

const wire = ({ scale }: Pick<ReplenishmentRow, 'scale'>, minor: bigint) => toWire({ minor, scale })
