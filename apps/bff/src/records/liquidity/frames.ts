import {
  type FrameEvent,
  frameLifecycle,
  type FramePhase,
  framePhase,
  formatId,
  toWire,
} from '@corridor/domain'
import type { Tx } from '../../db/open.ts'
import type { FrameRow } from '../../db/schema/rows.ts'
import { type AuditedBy, recordAudit } from '../audit/audit.ts'
import { recordEvent } from '../events/outbox.ts'
import { type FrameChange, insertFrame, type NewFrame, updateFrame } from './frame-store.ts'

export const frameIdOf = ({ id }: Pick<FrameRow, 'id'>): string => formatId('rsv', id)

/** Where an accepted frame stands; nothing for any other. */
export function phaseOf(row: FrameRow, at: Date): FramePhase | undefined {
  if (row.status !== 'ACCEPTED') return undefined
  const { starts_at: startsAt, ends_at: endsAt, amount, drawn, scheduled } = row
  return framePhase({ startsAt, endsAt, amount, used: drawn + scheduled }, at)
}

const eventStatuses: Record<FrameEvent, string> = {
  submit: 'pending_confirmation',
  accept: 'accepted',
  reject: 'rejected',
  expire: 'expired',
  cancel: 'cancelled',
}

/** Writes a quoted frame with its event and audit entry. */
export async function quoteFrame(tx: Tx, by: AuditedBy, frame: NewFrame): Promise<FrameRow> {
  const row = await insertFrame(tx, frame)
  await publish(tx, row, { type: 'created', status: 'quoted', previous: '' })
  await audited(tx, by, row, 'quote')
  return row
}

/** The one way in which a locked frame changes its state. @throws where the lifecycle has no such way */
export async function moveFrame(
  tx: Tx,
  by: AuditedBy,
  row: FrameRow,
  event: FrameEvent,
  also: FrameChange = {},
): Promise<FrameRow> {
  const status = frameLifecycle.next(row.status, event)
  if (!status) throw new Error(`a frame that is ${row.status} does not take ${event}`)
  const changed = await updateFrame(tx, row, { ...also, status })
  await publish(tx, changed, {
    type: 'transitioned',
    status: eventStatuses[event],
    previous: row.status,
  })
  await audited(tx, by, changed, event, row)
  return changed
}

const phaseStatuses: Record<Exclude<FramePhase, 'UPCOMING'>, string> = {
  ACTIVE: 'started',
  EXHAUSTED: 'exhausted',
  ENDED: 'ended',
}

/**
 * Publishes the phase of an accepted frame, once: begun, exhausted. A frame that is free again after a
 * repayment has begun before, so that is not published anew. Its end is published by `publishEnd` alone.
 */
export async function publishPhase(tx: Tx, row: FrameRow, at: Date): Promise<FrameRow> {
  const phase = phaseOf(row, at)
  return phase === undefined || phase === 'UPCOMING' || phase === 'ENDED'
    ? row
    : publishNew(tx, row, phase)
}

/** Publishes that an accepted frame has ended. Whoever does books its fee as earned. */
export const publishEnd = (tx: Tx, row: FrameRow): Promise<FrameRow> => publishNew(tx, row, 'ENDED')

async function publishNew(tx: Tx, row: FrameRow, phase: Exclude<FramePhase, 'UPCOMING'>) {
  if (phase === row.published_phase) return row
  const isAgain = phase === 'ACTIVE' && row.published_phase !== ''
  const changed = await updateFrame(tx, row, { published_phase: phase })
  if (row.published_phase === '' && phase !== 'ACTIVE')
    await publish(tx, changed, { type: 'transitioned', status: 'started', previous: row.status })
  if (!isAgain)
    await publish(tx, changed, {
      type: 'transitioned',
      status: phaseStatuses[phase],
      previous: row.status,
    })
  return changed
}

/** Publishes that the fee cannot be paid back now, and why: a code of operations.md 10. */
export const publishRefundHeld = (tx: Tx, row: FrameRow, reason: string): Promise<void> =>
  publish(
    tx,
    { ...row, reason },
    { type: 'action_required', status: row.status.toLowerCase(), previous: row.status },
  )

type EventParts = {
  type: 'created' | 'transitioned' | 'action_required'
  status: string
  previous: string
}

const publish = (tx: Tx, row: FrameRow, { type, status, previous }: EventParts): Promise<void> =>
  recordEvent(tx, {
    partnerId: row.partner_id,
    category: 'reserve',
    type,
    status,
    object: {
      status: row.status,
      previousStatus: previous,
      transactionId: row.reference === '' ? frameIdOf(row) : row.reference,
      reserveFrameId: frameIdOf(row),
      amount: toWire({ minor: row.amount, scale: row.scale }),
      asset: row.currency,
      startTimestamp: row.starts_at.toISOString(),
      endTimestamp: row.ends_at.toISOString(),
      feeTxnHash: row.fee_hash,
      reason: row.reason,
    },
    subject: { kind: 'reserve', id: frameIdOf(row), version: row.version },
  })

const audited = (tx: Tx, by: AuditedBy, row: FrameRow, action: string, before?: FrameRow) =>
  recordAudit(tx, by, {
    action: `reserve_frame.${action}`,
    object: { kind: 'reserve_frame', id: frameIdOf(row) },
    ...(before ? { before: { status: before.status } } : {}),
    after: {
      status: row.status,
      amount: toWire({ minor: row.amount, scale: row.scale }),
      asset: row.currency,
      fee: toWire({ minor: row.fee, scale: row.scale }),
      feeTxnHash: row.fee_hash,
    },
    reason: row.reason,
  })
