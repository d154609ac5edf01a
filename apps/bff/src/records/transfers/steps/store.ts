import { stepStates, type StepStatus, type TransferStatus } from '@corridor/domain'
import { type Selectable, sql } from 'kysely'
import { postponedWrite } from '../../../db/batch.ts'
import { serviceNow } from '../../../db/moment.ts'
import type { Tx } from '../../../db/open.ts'
import type { DB } from '../../../db/schema/types.generated.ts'
import { open } from './steps.ts'
import type { FailureFacts } from './failure-facts.ts'
import { openReview } from '../../reviews/reviews.ts'
import type { TransferRow, PayoutRow } from '../../../db/schema/rows.ts'

export type StepRow = { name: string; status: StepStatus; attempt: number }

export type ChainTransactionRow = Pick<
  Selectable<DB['chain_transaction']>,
  'chain_id' | 'hash' | 'purpose' | 'status' | 'raw' | 'value' | 'maybe_sent'
>

/** An earlier transaction of the same wallet that the chain has not confirmed yet. */
export type AheadRow = { payload: string }

/**
 * A worker's hold on a transfer: what it found, and the fence that each of its writes repeats. Who
 * claims later raises the fence, and from then on this hold writes nothing.
 */
export type Claim = {
  transfer: TransferRow
  /** UUID of the wallet that signed, where one did. */
  walletId: string | null
  steps: StepRow[]
  transactions: ChainTransactionRow[]
  ahead: AheadRow[]
  /** Orders to pay out or back, oldest first; a step that makes one adds it. */
  payouts: PayoutRow[]
}

/** Another worker has claimed the transfer, or its state was changed: this hold is worth nothing. */
export class StaleClaim extends Error {
  override readonly name = 'StaleClaim'
  constructor() {
    super('the transfer was claimed by another worker')
  }
}

export const isOpen = ({ status }: StepRow): boolean => stepStates[status].isOpen

/** This claim ends without having sent anything, or with a refusal: the next one may rely on it. */
export async function markUnsent(tx: Tx, held: TransferRow, hash: string): Promise<void> {
  await sql`update chain_transaction c set maybe_sent = false from transfer t
    where c.transfer_id = ${held.id} and c.purpose = 'user' and c.hash = ${hash}
      and c.status = 'SIGNED' and t.partner_id = ${held.partner_id} and t.id = c.transfer_id
      and t.fence = ${held.fence}`.execute(tx)
}

export type Pause = {
  step: string
  reason: string
  expectedInSeconds: number
  /** Counts as another attempt: something was tried and did not work. */
  isAttempt: boolean
  /** It is expected then, whatever was expected before. */
  isDeadline: boolean
}

/** Leaves a step waiting for the outside; the transfer stays as it is. */
export async function pauseStep(tx: Tx, held: TransferRow, pause: Pause): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    with ${heldTransfer(held)}
    update transfer_step s
    set status = 'waiting', error = ${pause.reason}, attempt = s.attempt + ${pause.isAttempt ? 1 : 0}::int,
      expected_by = coalesce(case when not ${pause.isDeadline}::boolean then s.expected_by end,
        moment.at + make_interval(secs => ${pause.expectedInSeconds}))
    from held, moment where s.partner_id = held.partner_id and s.transfer_id = held.id
      and s.name = ${pause.step}
    returning s.name`.execute(tx)
  oneRow(rows)
}

export type Failing = {
  step: string
  status: TransferStatus
  eventStatus: string
  failure: FailureFacts
  /** Steps after it stay, because the payout may be tried again within this time. */
  heldMs?: number | undefined
}

/** Ends or turns a transfer: its step failed for good, and what came after it is cancelled. */
export async function failStep(tx: Tx, held: TransferRow, change: Failing): Promise<TransferRow> {
  const { step, failure, heldMs } = change
  const { rows } = await sql<TransferRow>`
    with ${heldTransfer(held)}, failed as (
      update transfer_step s
      set status = case s.name when ${step} then 'failed' else 'cancelled' end,
        completed_at = moment.at, expected_by = null, attempt = greatest(s.attempt, 1),
        error = case s.name when ${step} then ${failure.message} else '' end
      from held, moment where s.partner_id = held.partner_id and s.transfer_id = held.id
        and s.status in ${open}
        and (s.name = ${step} or ${heldMs === undefined}::boolean)
    )
    update transfer t
    set status = ${change.status}, event_status = ${change.eventStatus}, version = t.version + 1,
      updated_at = moment.at, forced_failure = null,
      held_until = moment.at
        + make_interval(secs => ${heldMs === undefined ? null : heldMs / 1_000}::double precision),
      failure = ${JSON.stringify({ ...failure, step })}::jsonb || jsonb_build_object('at',
        to_char(moment.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
    from held, moment where t.partner_id = held.partner_id and t.id = held.id
    returning t.*`.execute(tx)
  return oneRow(rows)
}

export type Reviewing = {
  step: string
  eventStatus: string
  reason: string
  /** What the step shows. */
  message: string
  /** The step failed, and a decision has it tried again; otherwise it waits. */
  isFailed: boolean
  reviewMs: number
}

/** Stops a transfer until staff have decided. */
export async function reviewStep(tx: Tx, held: TransferRow, change: Reviewing) {
  const { rows } = await sql<TransferRow>`
    with ${heldTransfer(held)}, stopped as (
      update transfer_step s
      set status = ${change.isFailed ? 'failed' : 'waiting'}, error = ${change.message},
        expected_by = null,
        completed_at = case when ${change.isFailed}::boolean then moment.at end
      from held, moment where s.partner_id = held.partner_id and s.transfer_id = held.id
        and s.name = ${change.step}
    )
    update transfer t
    set status = 'IN_REVIEW', event_status = ${change.eventStatus}, version = t.version + 1,
      updated_at = moment.at, forced_failure = null, held_until = moment.at
        + make_interval(secs => ${change.reviewMs / 1_000}::double precision),
      review = coalesce(t.review, '{}') || ${reviewJson(change.reason)}
    from held, moment where t.partner_id = held.partner_id and t.id = held.id
    returning t.*`.execute(tx)
  const row = oneRow(rows)
  await openReview(tx, {
    partnerId: row.partner_id,
    subject: { kind: 'transfer', id: row.id },
    reason: change.reason,
    // Where money could not be sent back, the partner names another account; cover and halts are
    // the service's own.
    ...(change.eventStatus === 'refund_failed' && !change.reason.startsWith('INTERNAL_')
      ? { decider: 'partner' as const }
      : {}),
    dueAt: row.held_until ?? undefined,
  })
  return row
}

/** Why a transfer is looked at, as its record keeps it. */
export const reviewJson = (reason: string) => sql`jsonb_build_object('reason', ${reason}::text,
  'since', to_char(${serviceNow} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))`

/**
 * The transfer under lock, as long as this hold is the newest and the state what it found; and one
 * moment for the whole statement, read after the wait for the lock.
 */
const heldTransfer = ({ partner_id, id, fence, status }: TransferRow) => sql`held as (
  select partner_id, id from transfer
  where partner_id = ${partner_id} and id = ${id} and fence = ${fence} and status = ${status}
  for update
), moment as materialized (
  select service_now() as at from (select count(*) from held) as locked
)`

function oneRow<T>(rows: readonly T[]): T {
  const [row] = rows
  if (!row) throw new StaleClaim()
  return row
}

type ChainKey = Pick<ChainTransactionRow, 'chain_id' | 'hash'>

export const markSent = postponedWrite(markManySent, (tx, rows) => markManySent(tx, ...rows))

/** In the order of their hashes, in which a block's receipts are written, too. */
async function markManySent(tx: Tx, ...sent: readonly ChainKey[]): Promise<void> {
  await sql`
    with held as (
      select c.chain_id, c.hash from unnest(${sent.map((item) => item.chain_id)}::text[],
        ${sent.map((item) => item.hash)}::text[]) as g (chain, hash)
      join chain_transaction c on c.chain_id = g.chain and c.hash = g.hash and c.status = 'SIGNED'
      order by c.hash for update of c
    )
    update chain_transaction c set status = 'SENT' from held
    where c.chain_id = held.chain_id and c.hash = held.hash`.execute(tx)
}

/** It can never be mined: its nonce is free again, and its amount no longer on the way. */
export async function dropTransaction(tx: Tx, { chain_id, hash }: ChainKey): Promise<void> {
  await tx
    .updateTable('chain_transaction')
    .set({ status: 'DROPPED' })
    .where((eb) => eb.and({ chain_id, hash }))
    .where('status', 'in', ['SIGNED', 'SENT'])
    .execute()
}

/** The state of what an owner signed for a transfer. */
export async function signedStatus(tx: Tx, { id }: Pick<TransferRow, 'id'>) {
  const row = await tx
    .selectFrom('chain_transaction')
    .select('status')
    .where((eb) => eb.and({ transfer_id: id, purpose: 'user' }))
    .executeTakeFirst()
  return row?.status
}

export const stepStatuses = (tx: Tx, { partner_id, id }: Pick<TransferRow, 'partner_id' | 'id'>) =>
  tx
    .selectFrom('transfer_step')
    .select(['name', 'status'])
    .where((eb) => eb.and({ partner_id, transfer_id: id }))
    .execute()
