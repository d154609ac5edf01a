import {
  type DrawingEvent,
  drawingLifecycle,
  type DrawingState,
  formatId,
  toWire,
} from '@corridor/domain'
import type { Tx } from '../../db/open.ts'
import type { DrawingRow } from '../../db/schema/rows.ts'
import { type AuditedBy, recordAudit } from '../audit/audit.ts'
import { recordEvent } from '../events/outbox.ts'
import {
  type DrawingChange,
  insertDrawing,
  type NewDrawing,
  updateDrawing,
} from './drawing-store.ts'

export const drawingIdOf = ({ id }: Pick<DrawingRow, 'id'>): string => formatId('ltx', id)

/** Principal that is owed, or about to be. */
export const outstandingOf = ({ amount, repaid, written_off }: DrawingRow): bigint =>
  amount - repaid - written_off

/** Writes a new drawing with its event and audit entry. */
export async function initiateDrawing(tx: Tx, by: AuditedBy, drawing: NewDrawing & { id: string }) {
  const row = await insertDrawing(tx, drawing)
  await Promise.all([publish(tx, row, 'initiated', ''), audited(tx, by, row, 'initiate')])
  return row
}

/** The one way in which a locked drawing changes its state. @throws where the lifecycle has no such way */
export async function moveDrawing(
  tx: Tx,
  by: AuditedBy,
  row: DrawingRow,
  event: DrawingEvent,
  also: DrawingChange = {},
): Promise<DrawingRow> {
  const status = drawingLifecycle.next(row.status, event)
  if (!status) throw new Error(`a drawing that is ${row.status} does not take ${event}`)
  const changed = await updateDrawing(tx, row, { ...also, status })
  await Promise.all([
    publish(tx, changed, 'transitioned', row.status),
    audited(tx, by, changed, event, row),
  ])
  return changed
}

/** Publishes that its payment cannot be ordered now, and why: a code of operations.md 10. */
export const publishDrawingHeld = (tx: Tx, row: DrawingRow, code: string): Promise<void> => {
  const { object, ...event } = eventOf(row, row.status)
  const held = { ...object, failureCode: code }
  return recordEvent(tx, { ...event, type: 'action_required', object: held })
}

async function publish(
  tx: Tx,
  row: DrawingRow,
  type: 'initiated' | 'transitioned',
  previous: DrawingState | '',
): Promise<void> {
  const event = eventOf(row, previous)
  await recordEvent(tx, { ...event, type })
  if (row.status === 'OVERDUE' && type === 'transitioned')
    await recordEvent(tx, {
      ...event,
      type: 'action_required',
      object: { ...event.object, previousStatus: row.status },
    })
}

const eventOf = (row: DrawingRow, previous: DrawingState | '') =>
  ({
    partnerId: row.partner_id,
    category: 'liquidity_transaction',
    status: row.status.toLowerCase(),
    object: {
      status: row.status,
      previousStatus: previous,
      transactionId: row.transaction_id,
      ltxId: drawingIdOf(row),
      originalTxnHash: row.hash,
      amount: toWire({ minor: row.amount, scale: row.scale }),
      principalOutstanding: toWire({ minor: outstandingOf(row), scale: row.scale }),
      asset: row.currency,
      reserveFrameId: row.frame_id === null ? '' : formatId('rsv', row.frame_id),
      dueAt: row.due_at.toISOString(),
      failureCode: row.failure_code,
    },
    subject: { kind: 'liquidity_transaction', id: drawingIdOf(row), version: row.version },
  }) as const

const audited = (tx: Tx, by: AuditedBy, row: DrawingRow, action: string, before?: DrawingRow) =>
  recordAudit(tx, by, {
    action: `liquidity_transaction.${action}`,
    object: { kind: 'liquidity_transaction', id: drawingIdOf(row) },
    ...(before ? { before: { status: before.status, repaid: wire(before, before.repaid) } } : {}),
    after: {
      status: row.status,
      amount: wire(row, row.amount),
      repaid: wire(row, row.repaid),
      asset: row.currency,
      recipientWallet: row.recipient,
      hash: row.hash,
    },
    reason: row.failure_code,
  })

const wire = ({ scale }: DrawingRow, minor: bigint) => toWire({ minor, scale })
