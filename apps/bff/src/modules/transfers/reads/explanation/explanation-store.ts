import type { UsualWait } from '@corridor/domain'
import { sql } from 'kysely'
import { serviceNow } from '../../../../db/moment.ts'
import type { Tx } from '../../../../db/open.ts'
import type { TransferRow } from '../../../../db/schema/rows.ts'

export type Hold = {
  reason: string
  decider: string
  decision: string
  opened_at: Date
  decided_at: Date | null
}

/** When the transfer, or the deposit that pays it, was held for a decision; oldest first. */
export const findHolds = (
  tx: Tx,
  { partner_id, id, deposit_id }: Pick<TransferRow, 'partner_id' | 'id' | 'deposit_id'>,
): Promise<Hold[]> =>
  tx
    .selectFrom('review')
    .select(['reason', 'decider', 'decision', 'opened_at', 'decided_at'])
    .where('partner_id', '=', partner_id)
    .where('subject_kind', 'in', ['transfer', 'deposit'])
    .where('subject_id', 'in', deposit_id === null ? [id] : [id, deposit_id])
    .orderBy('opened_at')
    .orderBy('id')
    .execute()

/** What this partner's completed transfers of the same corridor took in the last 30 days. */
export async function readUsualWait(
  tx: Tx,
  row: Pick<TransferRow, 'partner_id' | 'jurisdiction_in' | 'jurisdiction_out'>,
): Promise<UsualWait> {
  const { rows } = await sql<UsualWait>`
    select count(*)::int as completed, percentile_cont(0.95) within group
      (order by extract(epoch from completed_at - started_at)::float8) as "p95Seconds"
    from transfer where partner_id = ${row.partner_id} and started_at is not null
      and created_at >= ${serviceNow} - interval '30 days' and status = 'COMPLETED'
      and jurisdiction_in = ${row.jurisdiction_in} and jurisdiction_out = ${row.jurisdiction_out}`.execute(
    tx,
  )
  return rows[0] ?? { completed: 0, p95Seconds: null }
}
