import { type TransferStatus } from '@corridor/domain'
import { sql } from 'kysely'
import type { Tx } from '../../../db/open.ts'
import { rowsOf } from '../../../db/owned-table.ts'
import { inPlace } from '../../../db/record-keys.ts'
import { batchedCall } from '../../../db/batch.ts'
import { StaleClaim } from './store.ts'
import type { TransferRow } from '../../../db/schema/rows.ts'

export type Closing = {
  /** Steps that are done now, in order. */
  completed: readonly string[]
  /** What the last of them left behind, e.g. a transaction hash. */
  reference: string
  /** The step that begins now; absent when the transfer ends. */
  next?: string | undefined
  /** How long that step may take. */
  expectedInSeconds?: number | undefined
  status: TransferStatus
  eventStatus: string
  /** The chain's transaction that paid, where one did. */
  transactionHash?: string | undefined
}

/** Locks the transfer, then closes steps and begins the next, in one statement. */
export async function closeSteps(tx: Tx, held: TransferRow, closing: Closing) {
  const closed = await close(tx, { held, closing })
  if (!closed) throw new StaleClaim()
  // Somebody changed what it says since it was claimed.
  if (closed.version !== held.version + 1) return readRow(tx, held)
  return { ...held, ...closed }
}

const readRow = (tx: Tx, { partner_id, id }: TransferRow): Promise<TransferRow> =>
  rowsOf(tx, 'transfer', { partner_id, id }).executeTakeFirstOrThrow()

/** What a closing changes, and what others change without a new version. */
type Closed = Pick<
  TransferRow,
  | 'status'
  | 'event_status'
  | 'version'
  | 'updated_at'
  | 'transaction_hash'
  | 'completed_at'
  | 'refund'
>

type Close = { held: TransferRow; closing: Closing }

/** Nothing for those whose hold is not the newest, or whose state is another than what was found. */
const close = batchedCall<Close, Closed | undefined>(async (tx, closes) => {
  const given = closes.map(({ held, closing }, place) => ({
    place,
    partner: held.partner_id,
    id: held.id,
    fence: held.fence,
    was: held.status,
    status: closing.status,
    event_status: closing.eventStatus,
    completed: closing.completed,
    last: closing.completed.at(-1) ?? '',
    reference: closing.reference,
    next: closing.next ?? '',
    expected_in: closing.expectedInSeconds ?? null,
    hash: closing.transactionHash ?? null,
  }))
  const { rows } = await sql<Closed & { place: number }>`
    with held as (
      select g.*, t.partner_id, t.id as transfer_id
      from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as g (place int, partner uuid, id uuid,
        fence bigint, was text, status text, event_status text, completed text[], last text,
        reference text, next text, expected_in double precision, hash text)
      join transfer t on t.partner_id = g.partner and t.id = g.id and t.fence = g.fence
        and t.status = g.was
      order by t.id for update of t
    ), moment as materialized (
      -- Read once, after the wait for the locks: what ends now ends when the next begins.
      select service_now() as at from (select count(*) from held) as locked
    ), done as (
      update transfer_step s
      set status = 'completed', completed_at = moment.at, error = '', expected_by = null,
        started_at = coalesce(s.started_at, moment.at), attempt = greatest(s.attempt, 1),
        reference = case when s.name = h.last then h.reference else s.reference end
      from held h, moment where s.partner_id = h.partner_id and s.transfer_id = h.transfer_id
        and s.name = any(h.completed)
    ), begun as (
      update transfer_step s set status = 'in_progress', started_at = moment.at, attempt = 1,
        expected_by = moment.at + make_interval(secs => h.expected_in)
      from held h, moment where s.partner_id = h.partner_id and s.transfer_id = h.transfer_id
        and s.name = h.next
    )
    update transfer t
    set status = h.status, event_status = h.event_status, version = t.version + 1,
      updated_at = moment.at, transaction_hash = coalesce(h.hash, t.transaction_hash),
      completed_at = case when h.status = 'COMPLETED' then moment.at end
    from held h, moment where t.partner_id = h.partner_id and t.id = h.transfer_id
    returning t.status, t.event_status, t.version, t.updated_at, t.transaction_hash,
      t.completed_at, t.refund, h.place`.execute(tx)
  return inPlace(closes, rows)
})
