import {
  fail,
  ok,
  transferLifecycle,
  type TransferEvent,
  type TransferStatus,
  executionId,
} from '@corridor/domain'
import { illegalTransition } from '../../api/request/refusal.ts'
import type { Tx } from '../../db/open.ts'
import { type AuditedBy, recordAudit } from '../audit/audit.ts'
import { depositsFollow } from '../deposits/transition.ts'
import { decideReview } from '../reviews/reviews.ts'
import { recordEvent } from '../events/outbox.ts'
import { transferEvent } from './event.ts'
import { setStatus } from './change-store.ts'
import type { TransferRow } from '../../db/schema/rows.ts'

export type Move = {
  event: TransferEvent
  /** Of the record, and of the event about it. */
  eventStatus: string
  /** What was done, for the audit: `transfer.cancel`. */
  action: string
  reason?: string
  step?: string
  /** What was decided about a transfer that was looked at; by the event where it is absent. */
  decision?: string
  /** What else the audit entry has. */
  facts?: object
  /** Further columns, as they read afterwards. */
  also?: Partial<TransferRow>
}

/** The service's own hand, where no partner asked. */
export const byWorker = (partnerId: string): AuditedBy => ({
  partnerId,
  actor: { type: 'service', id: 'worker' },
  requestId: '',
})
export const byScheduler = (partnerId: string, id: string): AuditedBy => ({
  partnerId,
  actor: { type: 'scheduler', id },
  requestId: '',
})

/**
 * The one way in which a locked transfer changes its state outside its steps: guard, record, event
 * and audit in the caller's transaction, sent together. The old state is in the WHERE besides.
 */
export async function moveTransfer(tx: Tx, by: AuditedBy, held: TransferRow, move: Move) {
  const to = transferLifecycle.next(held.status, move.event)
  if (!to) return fail(illegalMove(held, targetOf(move.event)))
  const { eventStatus, also = {} } = move
  // The row is locked, so what it becomes is known before the database answers.
  const row = { ...held, ...also, status: to, event_status: eventStatus, version: held.version + 1 }
  const [changed] = await Promise.all([
    setStatus(tx, { held, states: { from: held.status, to, eventStatus }, also }),
    recordMove(tx, by, held, row, move),
    depositsFollow(tx, row, by),
    held.status === 'IN_REVIEW' && endReview(tx, by, row, move),
  ])
  return ok(changed)
}

/** What it was looked at for is decided, by whoever moved it. */
const endReview = (
  tx: Tx,
  by: AuditedBy,
  { id }: TransferRow,
  { event, reason = '', decision = event === 'release' ? 'APPROVED' : 'REJECTED' }: Move,
): Promise<void> =>
  decideReview(
    tx,
    by,
    { kind: 'transfer', id },
    {
      decision,
      reason: reason === decision ? '' : reason,
      isLapsed: by.actor.type === 'scheduler' && decision === 'REJECTED',
    },
  )

/** As `moveTransfer`, where the caller has looked at the state before. @throws where it is illegal */
export async function mustMove(tx: Tx, by: AuditedBy, held: TransferRow, move: Move) {
  const moved = await moveTransfer(tx, by, held, move)
  if (!moved.ok) throw new Error(`a transfer in ${held.status} does not take ${move.event}`)
  return moved.value
}

/** Event and audit entry of a change of state. */
export async function recordMove(
  tx: Tx,
  by: AuditedBy,
  before: Pick<TransferRow, 'status'>,
  row: TransferRow,
  move: Pick<Move, 'action' | 'reason' | 'step' | 'facts'>,
): Promise<void> {
  await Promise.all([
    recordEvent(
      tx,
      transferEvent(
        row,
        before.status,
        'transitioned',
        move.step === undefined ? {} : { step: move.step },
      ),
    ),
    recordAudit(tx, by, {
      action: move.action,
      object: { kind: 'transfer', id: executionId(row) },
      before: { status: before.status },
      after: { status: row.status, ...move.facts },
      ...(move.reason === undefined ? {} : { reason: move.reason }),
    }),
  ])
}

/** A change that the state of the transfer does not allow, with those that it does. */
export function illegalMove({ status }: Pick<TransferRow, 'status'>, to: TransferStatus) {
  const from = status
  return illegalTransition(`A transfer that is ${from} cannot become ${to}.`, {
    from,
    to,
    allowed: transferLifecycle.reachable(from),
  })
}

function targetOf(event: TransferEvent): TransferStatus {
  for (const state of transferLifecycle.statesFor(event)) {
    const target = transferLifecycle.next(state, event)
    if (target) return target
  }
  throw new Error(`no state takes ${event}`)
}
