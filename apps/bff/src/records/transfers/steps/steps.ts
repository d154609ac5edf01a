import { type ExecutionFailureCode, stepLifecycle, statesWhere, stepStates } from '@corridor/domain'
import { sql } from 'kysely'
import { batchedCall } from '../../../db/batch.ts'
import { moment, serviceNow } from '../../../db/moment.ts'
import type { Tx } from '../../../db/open.ts'
import { factsOf } from './failure-facts.ts'
import type { LockedTransfer, TransferRow } from '../../../db/schema/rows.ts'
import { listOf } from '../../../db/lists.ts'

export type Key = Pick<TransferRow, 'partner_id' | 'id'>

export const open = listOf(statesWhere(stepStates, ({ isOpen }) => isOpen))
const underWay = listOf(statesWhere(stepStates, ({ isUnderWay }) => isUnderWay))
const retriable = listOf(stepLifecycle.statesFor('retry'))
export const ofTransfer = ({ partner_id, id }: Key) =>
  sql`s.partner_id = ${partner_id} and s.transfer_id = ${id}`
/** The name of a transfer's current step. */
const current = ({ partner_id, id }: Key) =>
  sql`(select o.name from transfer_step o where o.partner_id = ${partner_id}
    and o.transfer_id = ${id} and o.status in ${open} order by o.ordinal limit 1)`
const checkSeconds = 300

/** Approved: from now on the deposit is waited for. */
export const approveSteps = (tx: Tx, row: Key, until: Date) =>
  sql`with ${moment}
    update transfer_step s set
      status = case s.name when 'approval' then 'completed' else 'waiting' end,
      started_at = coalesce(s.started_at, moment.at), attempt = 1,
      completed_at = case s.name when 'approval' then moment.at end,
      expected_by = case s.name when 'approval' then null else ${until}::timestamptz end
    from moment where ${ofTransfer(row)} and s.status in ${open}
      and s.name in ('approval', 'deposit_received', 'deposit_detected')`.execute(tx)

/** A payment was seen that is not final: the first step of a deposit on a chain is done. */
export const noticeSteps = (tx: Tx, row: Key, reference: string) =>
  sql`with ${moment}
    update transfer_step s set
      status = case s.name when 'deposit_detected' then 'completed' else 'waiting' end,
      started_at = coalesce(s.started_at, moment.at), attempt = 1,
      completed_at = case s.name when 'deposit_detected' then moment.at end,
      expected_by = case s.name when 'deposit_detected' then null
        else moment.at + interval '1 hour' end,
      reference = case s.name when 'deposit_detected' then ${reference} else s.reference end
    from moment where ${ofTransfer(row)} and s.status in ${open}
      and s.name in ('deposit_detected', 'deposit_confirmed')`.execute(tx)

type DepositDone = { row: Key; reference: string; isStopped: boolean }

/** The money is there; the check begins, or waits where the transfer does. */
export const closeDepositSteps = (
  tx: Tx,
  row: Key,
  { reference = '', isStopped = false }: { reference?: string; isStopped?: boolean } = {},
) => closeDeposits(tx, { row, reference, isStopped })

const closeDeposits = batchedCall<DepositDone, undefined>(async (tx, done) => {
  const given = done.map(({ row, reference, isStopped }) => ({
    partner: row.partner_id,
    transfer: row.id,
    reference,
    is_stopped: isStopped,
  }))
  await sql`with ${moment}
    update transfer_step s set
      status = case when s.name <> 'compliance_check' then 'completed'
        when g.is_stopped then 'waiting' else 'in_progress' end,
      started_at = coalesce(s.started_at, moment.at), attempt = 1, error = '',
      completed_at = case when s.name <> 'compliance_check' then moment.at end,
      expected_by = case when s.name = 'compliance_check' and not g.is_stopped
        then moment.at + make_interval(secs => ${checkSeconds}) end,
      reference = case when s.name <> 'compliance_check' and s.reference = '' then g.reference
        else s.reference end
    from moment, jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as g (partner uuid,
      transfer uuid, reference text, is_stopped boolean)
    where s.partner_id = g.partner and s.transfer_id = g.transfer and s.status in ${open}
      and s.name in ('deposit_received', 'deposit_detected', 'deposit_confirmed',
        'compliance_check')`.execute(tx)
  return done.map(() => undefined)
})

/** The step of the deposit that the sandbox wants to fail: a worker comes to it. */
export const stopAtDeposit = (tx: Tx, row: Key, name: string) =>
  sql`with ${moment}
    update transfer_step s set
      status = case s.name when ${name} then 'in_progress' else 'completed' end,
      started_at = coalesce(s.started_at, moment.at), attempt = 1, expected_by = null,
      completed_at = case when s.name <> ${name} then moment.at end
    from moment where ${ofTransfer(row)} and s.status in ${open} and s.name like 'deposit%'
      and s.ordinal <= (select o.ordinal from transfer_step o where o.partner_id = ${row.partner_id}
        and o.transfer_id = ${row.id} and o.name = ${name})`.execute(tx)

/** Another amount arrived than was quoted: the step of the deposit says so and waits. */
export const holdDepositSteps = (tx: Tx, row: Key, message: string) =>
  sql`with ${moment}
    update transfer_step s set error = ${message}, expected_by = null, status = 'waiting',
      started_at = coalesce(s.started_at, moment.at)
    from moment where ${ofTransfer(row)} and s.name = ${current(row)}`.execute(tx)

/** The transfer's current step continues. */
export const beginSteps = (tx: Tx, row: Key) =>
  sql`with ${moment}
    update transfer_step s set status = 'in_progress', error = '',
      started_at = coalesce(s.started_at, moment.at), attempt = greatest(s.attempt, 1),
      expected_by = moment.at + make_interval(secs => ${checkSeconds}), overdue_at = null
    from moment where ${ofTransfer(row)} and s.name = ${current(row)}`.execute(tx)

/** The step that failed is tried again. */
export const retrySteps = (tx: Tx, row: Key) =>
  sql`with ${moment}
    update transfer_step s set status = 'in_progress', error = '', completed_at = null,
      attempt = s.attempt + 1, expected_by = moment.at + interval '1 hour', overdue_at = null
    from moment where ${ofTransfer(row)} and s.status in ${retriable}`.execute(tx)

/** What has not begun will not come: a transfer that was cancelled or that expired. */
export const cancelSteps = (tx: Tx, row: Key) =>
  sql`with ${moment}
    update transfer_step s set status = 'cancelled', completed_at = moment.at,
      expected_by = null
    from moment where ${ofTransfer(row)} and s.status in ${open}`.execute(tx)

/** The step at which the transfer stood has failed, and what came after it is cancelled. */
export const failSteps = (tx: Tx, row: Key, message: string) =>
  sql`with ${moment}
    update transfer_step s set completed_at = moment.at, expected_by = null,
      status = case s.status when 'pending' then 'cancelled' else 'failed' end,
      error = case s.status when 'pending' then '' else ${message} end
    from moment where ${ofTransfer(row)} and s.status in ${open}`.execute(tx)

/** The step that failed last. */
export async function failedStep(tx: Tx, row: Key): Promise<string> {
  const { rows } = await sql<{ name: string }>`select s.name from transfer_step s
    where ${ofTransfer(row)} and s.status = 'failed' order by s.ordinal desc limit 1`.execute(tx)
  return rows[0]?.name ?? ''
}

/** What is overdue and was not published yet. */
export const isOverdue = sql`s.status in ${underWay} and s.overdue_at is null
  and s.expected_by < ${serviceNow} - interval '60 seconds'`

/** Notes that a step takes longer than expected; false where that is over or was noted before. */
export async function markOverdue(tx: Tx, row: Key, name: string): Promise<boolean> {
  const { numAffectedRows } = await sql`update transfer_step s set overdue_at = ${serviceNow}
    where ${ofTransfer(row)} and s.name = ${name} and ${isOverdue}`.execute(tx)
  return numAffectedRows === 1n
}

/**
 * Shows how deep a transfer's deposit lies, while that is waited for. As a worker does it: the
 * transfer is locked before its step.
 */
export const setConfirmations = (tx: Tx, row: Key, reference: string) =>
  sql`with held as materialized (
      select partner_id, id from transfer where partner_id = ${row.partner_id} and id = ${row.id}
      for no key update
    )
    update transfer_step s set reference = ${reference}
    from held where s.partner_id = held.partner_id and s.transfer_id = held.id
      and s.name = 'deposit_confirmed' and s.status in ${open}`.execute(tx)

/** A transfer's current step. */
export async function currentStep(tx: Tx, row: Key): Promise<string> {
  const { rows } = await sql<{ name: string | null }>`select ${current(row)} as name`.execute(tx)
  return rows[0]?.name ?? ''
}

/** The failure of a locked transfer at its current step. */
export async function failureNow(tx: Tx, held: LockedTransfer, code: ExecutionFailureCode) {
  const step = await currentStep(tx, held)
  return { ...factsOf(code), step, at: held.read_at.toISOString() }
}
