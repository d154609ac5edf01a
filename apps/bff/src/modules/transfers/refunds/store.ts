import { sql } from 'kysely'
import type { Tx } from '../../../db/open.ts'
import type { TransferRow } from '../../../db/schema/rows.ts'

/** The account that is named, or else the newest of its customer where the money came from. */
export async function findPayee(
  tx: Tx,
  row: TransferRow,
  { accountId, entityId }: { accountId: string; entityId: string },
) {
  const { rows } = await sql<{ id: string; address: string }>`
    select id, coalesce(wallet->>'walletAddress', '') as address from external_account
    where partner_id = ${row.partner_id} and (id = ${accountId}
      or (entity_id = ${entityId} and jurisdiction_id = ${row.jurisdiction_in}
        and status = 'ENABLED' and ownership = 'SELF'))
    order by id = ${accountId} desc, created_at desc limit 1`.execute(tx)
  return rows[0]
}

/** What of a completed transfer has not been sent back by executions of their own, minor units. */
export async function refundable(tx: Tx, original: TransferRow): Promise<bigint> {
  const { rows } = await sql<{ refunded: bigint }>`
    select coalesce(sum(amount_in), 0) as refunded from transfer
    where partner_id = ${original.partner_id} and refund_of = ${original.id}
      and status <> 'FAILED'`.execute(tx)
  return original.amount_in - (rows[0]?.refunded ?? 0n)
}
