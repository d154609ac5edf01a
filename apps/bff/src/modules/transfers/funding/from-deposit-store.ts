import { bankInSteps, chainInSteps } from '@corridor/domain'
import { sql } from 'kysely'
import { batchedCall } from '../../../db/batch.ts'
import type { NewTransfer, TransferRow, DepositRow } from '../../../db/schema/rows.ts'

/** An execution for a deposit as it is written; all have the same columns. */
export type NewExecution = NewTransfer &
  Record<
    'amount_in' | 'amount_out' | 'received' | 'partner_fees' | 'svc_fees' | 'tx_fees',
    bigint
  > & { id: string; from_party: string; to_party: string; quote: string; review: string | null }

export const insertExecution = batchedCall<NewExecution, TransferRow>(async (tx, rows) => {
  const columns = sql.join(Object.keys(rows[0] ?? {}).map((name) => sql.ref(name)))
  const { rows: written } = await sql<TransferRow>`
    insert into transfer (${columns}) select ${columns}
    from jsonb_populate_recordset(null::transfer, ${JSON.stringify(rows.map(asJson))}::jsonb)
    returning *`.execute(tx)
  const byId = new Map(written.map((row) => [row.id, row]))
  return rows.map(({ id }) => {
    const row = byId.get(id)
    if (!row) throw new Error(`the transfer ${id} was not written`)
    return row
  })
})

/** JSON has no whole numbers of this size; and what is JSON already must not become a text. */
const asJson = (row: NewExecution) => ({
  ...row,
  amount_in: String(row.amount_in),
  amount_out: String(row.amount_out),
  received: String(row.received),
  partner_fees: String(row.partner_fees),
  svc_fees: String(row.svc_fees),
  tx_fees: String(row.tx_fees),
  // Nobody asked for it by a request.
  request_hash: '',
  from_party: parsed(row.from_party),
  to_party: parsed(row.to_party),
  quote: parsed(row.quote),
  review: row.review === null ? null : parsed(row.review),
})

const parsed = (text: string): unknown => JSON.parse(text)

type NewSteps = { deposit: DepositRow; transferId: string }

/** Quoted, funded and approved at once: the check is the first step that a worker comes to. */
export const insertSteps = batchedCall<NewSteps, undefined>(async (tx, all) => {
  const given = all.map(({ deposit, transferId }) => {
    const names = deposit.source === 'CHAIN' ? chainInSteps : bankInSteps
    return {
      partner: deposit.partner_id,
      transfer: transferId,
      names,
      check_at: names.findIndex((name) => name === 'compliance_check'),
      reference: deposit.hash ?? deposit.bank_entry ?? '',
    }
  })
  await sql`
    insert into transfer_step (partner_id, transfer_id, ordinal, name, status, started_at,
      completed_at, attempt, reference)
    select g.partner, g.transfer, n.place - 1, n.name,
      case when n.name = 'approval' then 'skipped' when n.place - 1 < g.check_at then 'completed'
        when n.place - 1 = g.check_at then 'in_progress' else 'pending' end,
      case when n.place - 1 <= g.check_at then (select service_now()) end,
      case when n.place - 1 < g.check_at then (select service_now()) end,
      case when n.place - 1 <= g.check_at then 1 else 0 end,
      case when n.name like 'deposit%' then g.reference else '' end
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as g (partner uuid, transfer uuid,
      names text[], check_at int, reference text),
      unnest(g.names) with ordinality as n (name, place)`.execute(tx)
  return all.map(() => undefined)
})
