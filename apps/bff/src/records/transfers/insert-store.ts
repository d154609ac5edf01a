import { bankInSteps, chainInSteps, refundSteps } from '@corridor/domain'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../db/open.ts'
import type { DepositRow, NewTransfer, TransferRow } from '../../db/schema/rows.ts'
import { batchedCall, postponedWrite } from '../../db/batch.ts'
import { jsonRows } from '../../db/json-rows.ts'
import { moment } from '../../db/moment.ts'
import { jsonColumns } from './change-store.ts'
import { type Key, ofTransfer, open } from './steps/steps.ts'

/** Inserts transfers; those of one transaction that have the same columns in one statement. */
export const insertTransfer = batchedCall<NewTransfer, TransferRow>(async (tx, rows) => {
  const groups = Map.groupBy(rows, (row) => Object.keys(row).join())
  const written = await Promise.all([...groups.values()].map((group) => insertAlike(tx, group)))
  const byId = new Map(written.flat().map((row) => [row.id, row]))
  return rows.map(({ id }) => {
    const row = byId.get(id)
    if (!row) throw new Error(`the transfer ${id} was not written`)
    return row
  })
})

/** The same where nobody needs what the database adds. */
export const writeTransfer = postponedWrite<NewTransfer>(
  (tx, row) => insertAlike(tx, [row], nothing),
  async (tx, rows) => {
    const groups = Map.groupBy(rows, (row) => Object.keys(row).join())
    await Promise.all([...groups.values()].map((group) => insertAlike(tx, group, nothing)))
  },
  'first',
)

const everything = sql`returning *`
const nothing = sql``

async function insertAlike(
  tx: Tx,
  rows: readonly NewTransfer[],
  returning: RawBuilder<unknown> = everything,
): Promise<TransferRow[]> {
  const columns = sql.join(Object.keys(rows[0] ?? {}).map((name) => sql.ref(name)))
  const { rows: written } = await sql<TransferRow>`
    insert into transfer (${columns}) select ${columns}
    from jsonb_populate_recordset(null::transfer, ${jsonRows(rows, jsonColumns)}::jsonb)
    ${returning}`.execute(tx)
  return written
}

type NewSteps = { deposit: DepositRow; transferId: string }

/** Quoted, funded and approved at once: the check is the first step that a worker comes to. */
export const insertExecutionSteps = batchedCall<NewSteps, undefined>(async (tx, all) => {
  const given = all.map(({ deposit, transferId }) => {
    const names = stepsOf(deposit)
    return {
      partner: deposit.partner_id,
      transfer: transferId,
      names,
      check_at: names.findIndex((name) => name === 'compliance_check'),
      reference: referenceOf(deposit),
    }
  })
  await sql`
    with ${moment}
    insert into transfer_step (partner_id, transfer_id, ordinal, name, status, started_at,
      completed_at, attempt, reference)
    select g.partner, g.transfer, n.place - 1, n.name,
      case when n.name = 'approval' then 'skipped' when n.place - 1 < g.check_at then 'completed'
        when n.place - 1 = g.check_at then 'in_progress' else 'pending' end,
      case when n.place - 1 <= g.check_at then moment.at end,
      case when n.place - 1 < g.check_at then moment.at end,
      case when n.place - 1 <= g.check_at then 1 else 0 end,
      case when n.name like 'deposit%' then g.reference else '' end
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as g (partner uuid, transfer uuid,
      names text[], check_at int, reference text),
      unnest(g.names) with ordinality as n (name, place), moment`.execute(tx)
  return all.map(() => undefined)
})

/** The money is here; what comes next is the way back. */
export const insertReturnSteps = (tx: Tx, deposit: DepositRow, transferId: string) =>
  sql`
    with ${moment}
    insert into transfer_step (partner_id, transfer_id, ordinal, name, status, started_at,
      completed_at, attempt, reference)
    select ${deposit.partner_id}, ${transferId}, n.place - 1, n.name, 'completed', moment.at,
      moment.at, 1, ${referenceOf(deposit)}
    from unnest(${stepsOf(deposit).filter((name) => name.startsWith('deposit_'))}::text[])
      with ordinality as n (name, place), moment`.execute(tx)

const stepsOf = ({ source }: DepositRow) => (source === 'CHAIN' ? chainInSteps : bankInSteps)
const referenceOf = ({ hash, bank_entry }: DepositRow) => hash ?? bank_entry ?? ''

/** The steps of sending money back: added the first time, the failed one repeated later. */
export async function beginRefundSteps(tx: Tx, row: Key, attempt: number): Promise<void> {
  await sql`with ${moment}
    update transfer_step s set status = 'cancelled', completed_at = moment.at,
      expected_by = null
    from moment where ${ofTransfer(row)} and s.status in ${open}
      and s.name <> all(${[...refundSteps]})`.execute(tx)
  await sql`
    with ${moment}
    insert into transfer_step as s (partner_id, transfer_id, ordinal, name, status, started_at,
      attempt, expected_by)
    select ${row.partner_id}, ${row.id}, n.ordinal, n.name,
      case n.ordinal when 20 then 'in_progress' else 'pending' end,
      case n.ordinal when 20 then moment.at end,
      case n.ordinal when 20 then 1 else 0 end,
      case n.ordinal when 20 then moment.at + interval '10 minutes' end
    from moment, unnest(${[...refundSteps]}::text[], array[20, 21]) as n (name, ordinal)
    on conflict (partner_id, transfer_id, name) do update set
      status = 'in_progress', attempt = greatest(s.attempt + 1, ${attempt}), error = '',
      completed_at = null, expected_by = (select at from moment) + interval '1 hour', overdue_at = null
      where s.status = 'failed'`.execute(tx)
}
