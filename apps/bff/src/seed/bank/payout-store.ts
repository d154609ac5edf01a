import type { Tx } from '../../db/open.ts'

/** The first payment of a transfer. */
export const findFirstPayout = (tx: Tx, transferId: string) =>
  tx
    .selectFrom('payout')
    .select(['id', 'created_at', 'amount', 'scale'])
    .where('transfer_id', '=', transferId)
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst()
