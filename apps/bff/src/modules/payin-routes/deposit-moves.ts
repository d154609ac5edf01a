import {
  afterEvents,
  type DepositEvent,
  followExecution,
  followTransfer,
  formatId,
  movesBy,
  type TransferStatus,
} from '@corridor/domain'
import { sql, type Updateable } from 'kysely'
import type { Tx } from '../../db/open.ts'
import type { DB } from '../../db/types.generated.ts'
import { depositEvent } from '../transfers/deposit-event.ts'
import type { DepositRow } from '../transfers/deposit-place.ts'
import type { TransferRow } from '../transfers/store.ts'
import { recordEvent } from '../webhooks/outbox.ts'

/** Whether an execution was started for its deposit, whose id it then has as its transaction id. */
export const isOfDeposit = ({
  deposit_id,
  transaction_id,
}: Pick<TransferRow, 'deposit_id' | 'transaction_id'>): boolean =>
  deposit_id !== null && transaction_id === formatId('dep', deposit_id)

/**
 * Changes the state of a locked deposit; the lifecycle decides where to. @throws where it is illegal
 */
export async function moveDeposit(
  tx: Tx,
  held: DepositRow,
  events: readonly DepositEvent[],
  also: Updateable<DB['deposit']> = {},
): Promise<DepositRow> {
  const status = afterEvents(held.status, events)
  if (!status) throw new Error(`a deposit in ${held.status} does not take ${events.join(', ')}`)
  return tx
    .updateTable('deposit')
    .set({
      held_reason: '',
      ...also,
      status,
      updated_at: sql<Date>`service_now()`,
      version: sql<number>`version + 1`,
    })
    .where('partner_id', '=', held.partner_id)
    .where('id', '=', held.id)
    .where('status', '=', held.status)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/**
 * The one place where deposits follow the transfer that they pay, in the transaction of each change
 * of it: `transfer` as it is now, under its lock. What was started for a deposit takes it along and
 * is told; deposits of other transfers share their end.
 */
export async function depositsFollow(tx: Tx, transfer: TransferRow): Promise<void> {
  if (transfer.deposit_id === null) return
  if (isOfDeposit(transfer)) return followOwn(tx, transfer, transfer.deposit_id)
  const following = followTransfer({ status: transfer.status as TransferStatus })
  if (following) await moveAll(tx, transfer, following)
}

async function followOwn(tx: Tx, transfer: TransferRow, depositId: string): Promise<void> {
  const following = followExecution({
    status: transfer.status as TransferStatus,
    eventStatus: transfer.event_status,
    isMoneyHeld: transfer.held_until !== null,
  })
  if (!following) return
  const [moved] = await moveAll(tx, transfer, following)
  // Being forwarded goes on over several steps; everything else comes to pass once.
  if (!moved && transfer.status !== 'PROCESSING')
    throw new Error(`the deposit ${depositId} does not follow to ${transfer.status}`)
  const goesOn = { type: 'transitioned', status: 'funds_received' } as const
  const told = moved?.was === 'HELD' && following.told.length === 0 ? [goesOn] : following.told
  if (told.length === 0) return
  const deposit = moved ?? (await readDeposit(tx, transfer.partner_id, depositId))
  for (const one of told) await recordEvent(tx, depositEvent(deposit, transfer, one))
}

async function moveAll(
  tx: Tx,
  { partner_id, id }: TransferRow,
  { ways, heldReason }: NonNullable<ReturnType<typeof followExecution>>,
): Promise<(DepositRow & { was: DepositRow['status'] })[]> {
  const moves = movesBy(ways)
  const to = moves[0]?.to ?? ''
  const isOver = to === 'FORWARDED' || to === 'RETURNED'
  const { rows } = await sql<DepositRow & { was: DepositRow['status'] }>`
    with held as (
      select id, status from deposit
      where partner_id = ${partner_id} and transfer_id = ${id}
        and status = any(${moves.map(({ from }) => from)})
      for update
    )
    update deposit d set status = ${to}, held_reason = ${heldReason}, updated_at = service_now(),
      completed_at = case when ${isOver}::boolean then service_now() end, version = d.version + 1
    from held where d.partner_id = ${partner_id} and d.id = held.id
    returning d.*, held.status as was`.execute(tx)
  return rows
}

const readDeposit = (tx: Tx, partnerId: string, id: string): Promise<DepositRow> =>
  tx
    .selectFrom('deposit')
    .selectAll()
    .where('partner_id', '=', partnerId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
