import {
  afterEvents,
  type DepositEvent,
  followExecution,
  followTransfer,
  formatId,
  movesBy,
  depositLifecycle,
  type DepositState,
} from '@corridor/domain'
import { sql } from 'kysely'
import { serviceNow } from '../../db/moment.ts'
import type { Tx } from '../../db/open.ts'
import { inOrder, inPlace, type RecordKey, recordKeys } from '../../db/record-keys.ts'
import { batchedCall } from '../../db/batch.ts'
import { depositEvent } from './event.ts'
import { recordEvent } from '../events/outbox.ts'
import type { AuditedBy } from '../audit/audit.ts'
import { decideReview, openReview } from '../reviews/reviews.ts'
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

/** What is written of a deposit with its change of state. */
type Also = Partial<
  Pick<
    DepositRow,
    | 'held_reason'
    | 'held_behind'
    | 'held_limit'
    | 'labels'
    | 'transfer_id'
    | 'route_id'
    | 'destination_version'
  >
>

/**
 * Changes the state of a locked deposit; the lifecycle decides where to. @throws where it is illegal
 */
export async function moveDeposit(
  tx: Tx,
  held: DepositRow,
  events: readonly DepositEvent[],
  also: Also = {},
  by: AuditedBy = worker(held),
): Promise<DepositRow> {
  const status = afterEvents(held.status, events)
  if (!status) throw new Error(`a deposit in ${held.status} does not take ${events.join(', ')}`)
  const moved = await writeMove(tx, { held, status, also })
  if (!moved) throw new Error(`the deposit ${held.id} is not ${held.status} any more`)
  await reviewFollows(tx, by, held.status, moved)
  return moved
}

const worker = ({ partner_id: partnerId }: Pick<DepositRow, 'partner_id'>): AuditedBy => ({
  partnerId,
  actor: { type: 'service', id: 'worker' },
  requestId: '',
})

/** What is held waits for a decision, which was made once it goes on. */
async function reviewFollows(
  tx: Tx,
  by: AuditedBy,
  was: DepositRow['status'],
  { partner_id: partnerId, id, status, held_reason: reason }: DepositRow,
): Promise<void> {
  const subject = { kind: 'deposit', id } as const
  const isTransfers = reason === 'TRANSFER_IN_REVIEW'
  if (was === 'HELD' && (status !== 'HELD' || isTransfers))
    await decideReview(tx, by, subject, { decision: decisions[status] ?? status })
  if (status === 'HELD' && reason !== '' && !isTransfers)
    await openReview(tx, { partnerId, subject, reason })
}

const decisions: Readonly<Record<string, string>> = { FORWARDING: 'FORWARD', RETURNING: 'RETURN' }

type Move = { held: DepositRow; status: string; also: Also }

const writeMove = batchedCall<Move, DepositRow | undefined>(async (tx, moves) => {
  const given = moves.map(({ held, status, also }, place) => {
    const { held_reason, labels, transfer_id, route_id, destination_version, held_behind } = {
      ...held,
      ...also,
    }
    return {
      place,
      partner_id: held.partner_id,
      id: held.id,
      was: held.status,
      status,
      held_reason: also.held_reason === undefined ? '' : held_reason,
      held_behind,
      held_limit: also.held_limit ?? '',
      labels,
      transfer_id,
      route_id,
      destination_version,
    }
  })
  const { rows } = await sql<DepositRow & { place: number }>`
    update deposit d set status = g.status, held_reason = g.held_reason,
      held_behind = g.held_behind, held_limit = g.held_limit, labels = g.labels,
      released_at = case when d.status = 'HELD' and g.status = 'FORWARDING'
        then ${serviceNow} else d.released_at end,
      transfer_id = g.transfer_id, route_id = g.route_id,
      destination_version = g.destination_version, updated_at = ${serviceNow},
      version = d.version + 1
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as g (place int, partner_id uuid,
      id uuid, was text, status text, held_reason text, held_behind text, held_limit text,
      labels text[], transfer_id uuid, route_id uuid, destination_version int)
    where d.partner_id = g.partner_id and d.id = g.id and d.status = g.was
    returning d.*, g.place`.execute(tx)
  return inPlace(moves, rows)
})

/**
 * The one place where deposits follow the transfer that they pay, in the transaction of each change
 * of it: `transfer` as it is now, under its lock. What was started for a deposit takes it along and
 * is published; deposits of other transfers share their end.
 */
export async function depositsFollow(
  tx: Tx,
  transfer: TransferRow,
  by: AuditedBy = worker(transfer),
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

async function followOwn(
  tx: Tx,
  by: AuditedBy,
  transfer: TransferRow,
  depositId: string,
): Promise<void> {
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
