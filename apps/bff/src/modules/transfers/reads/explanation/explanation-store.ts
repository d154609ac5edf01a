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
