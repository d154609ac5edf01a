import {
  followExecution,
  followTransfer,
  formatId,
  movesBy,
  depositLifecycle,
  type DepositState,
} from '@corridor/domain'
import { sql } from 'kysely'
import type { Tx } from '../../db/open.ts'
import { inOrder, type RecordKey, recordKeys } from '../../db/record-keys.ts'
import { batchedCall } from '../../db/batch.ts'
import { recordEvent } from '../events/outbox.ts'
import type { AuditedBy } from '../audit/audit.ts'
import { depositEvent, depositWorker, reviewFollows } from './record.ts'
import type { TransferRow, DepositRow } from '../../db/schema/rows.ts'

/**
 * Whether an execution was started for its deposit, whose id it then has as its transaction id, with a
 * number where a partner had used that name (`claimDepositName`).
 */
export function isOfDeposit({
  deposit_id: depositId,
  transaction_id: text,
}: Pick<TransferRow, 'deposit_id' | 'transaction_id'>): boolean {
  if (depositId === null) return false
  const name = formatId('dep', depositId)
  return text === name || text.startsWith(`${name}-`)
}

/**
 * The one place where deposits follow the transfer that they pay, in the transaction of each change
 * of it: `transfer` as it is now, under its lock. What was started for a deposit takes it along and
 * is published; deposits of other transfers share their end.
 */
export async function depositsFollow(
  tx: Tx,
  transfer: TransferRow,
  by: AuditedBy = depositWorker(transfer),
): Promise<void> {
  if (transfer.deposit_id === null) return
  if (isOfDeposit(transfer)) return followOwn(tx, by, transfer, transfer.deposit_id)
  const { review } = transfer as { review: { since?: string } | null }
  const following = followTransfer({
    status: transfer.status,
    wasReviewed: review?.since !== undefined,
  })
  if (following) await moveAll(tx, by, transfer, following)
}

async function followOwn(tx: Tx, by: AuditedBy, transfer: TransferRow, depositId: string) {
  const following = followExecution({
    status: transfer.status,
    eventStatus: transfer.event_status,
    isMoneyHeld: transfer.held_until !== null,
  })
  if (!following) return
  const [moved] = await moveAll(tx, by, transfer, following)
  // Being forwarded and being returned go on over several steps; all else comes to pass once.
  if (!moved && transfer.status === 'REFUNDING') return
  if (!moved && transfer.status !== 'PROCESSING')
    throw new Error(`the deposit ${depositId} does not follow to ${transfer.status}`)
  const goesOn = { type: 'transitioned', status: 'funds_received' } as const
  const events =
    moved?.was === 'HELD' && following.events.length === 0 ? [goesOn] : following.events
  if (events.length === 0) return
  const deposit = moved ?? (await readDeposit(tx, transfer.partner_id, depositId))
  for (const event of events) await recordEvent(tx, depositEvent(deposit, transfer, event))
}

type Following = NonNullable<ReturnType<typeof followExecution>>
type Moved = DepositRow & { was: DepositRow['status'] }

async function moveAll(
  tx: Tx,
  by: AuditedBy,
  transfer: TransferRow,
  { ways, heldReason, heldFor }: Following,
): Promise<readonly Moved[]> {
  const moves = movesBy(ways)
  const [first] = moves
  if (!first) return []
  const from = moves.map((move) => move.from)
  const moved = await moveOf(tx, { transfer, from, to: first.to, heldReason, heldFor })
  // While its transfer is looked at, the review is the transfer's.
  if (transfer.status !== 'IN_REVIEW')
    for (const { was, ...deposit } of moved) await reviewFollows(tx, by, was, deposit)
  return moved
}

type MoveOf = {
  transfer: TransferRow
  from: readonly DepositState[]
  to: DepositState
  heldReason: string
  heldFor: string | undefined
}

const moveOf = batchedCall<MoveOf, readonly Moved[]>(async (tx, moves) => {
  const given = moves.map(({ transfer, from, to, heldReason, heldFor }, place) => ({
    place,
    partner: transfer.partner_id,
    transfer: transfer.id,
    froms: from,
    target: to,
    reason: heldReason,
    held_for: heldFor ?? null,
    is_over: depositLifecycle.isFinal(to),
  }))
  const { rows } = await sql<Moved & { place: number }>`
    with held as (
      select g.*, d.id, d.status as was
      from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as g (place int, partner uuid,
        transfer uuid, froms text[], target text, reason text, held_for text, is_over boolean)
      join deposit d on d.partner_id = g.partner and d.transfer_id = g.transfer
        and d.status = any(g.froms)
        and (d.status <> 'HELD' or d.held_reason = coalesce(g.held_for, d.held_reason))
      order by d.id for update of d
    ), moment as materialized (
      select service_now() as at from (select count(*) from held) as locked
    )
    update deposit d set status = h.target, held_reason = h.reason, updated_at = moment.at,
      completed_at = case when h.is_over then moment.at end, version = d.version + 1
    from held h, moment where d.partner_id = h.partner and d.id = h.id
    returning d.*, h.was, h.place`.execute(tx)
  const moved = Map.groupBy(rows, ({ place }) => place)
  return moves.map((_, at) => (moved.get(at) ?? []).map(({ place: _place, ...row }) => row))
})

async function readDeposit(tx: Tx, partnerId: string, id: string): Promise<DepositRow> {
  const row = await find(tx, { partnerId, id })
  if (!row) throw new Error(`there is no deposit ${id}`)
  return row
}

const find = batchedCall<RecordKey, DepositRow | undefined>(async (tx, keys) => {
  const { rows } = await sql<DepositRow>`select d.* from ${recordKeys(keys)}
    join deposit d on d.partner_id = g.partner and d.id = g.id`.execute(tx)
  return inOrder(keys, rows)
})
