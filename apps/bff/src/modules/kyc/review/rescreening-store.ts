import { sql } from 'kysely'
import type { Tx } from '../../../db/open.ts'

type Key = { partnerId: string; entityId: string }

/** The next customers of all partners who are approved somewhere, by partner and id. */
export async function approvedAfter(
  tx: Tx,
  after: { partnerId: string; id: string } | null,
  limit: number,
): Promise<Key[]> {
  const { rows } = await sql<Key>`
    select e.partner_id as "partnerId", e.id as "entityId" from entity e
    where (e.partner_id, e.id) > (${after?.partnerId ?? nil}::uuid, ${after?.id ?? nil}::uuid)
      and exists (select from kyc_capability k
        where k.partner_id = e.partner_id and k.entity_id = e.id and k.status = 'APPROVED')
    order by e.partner_id, e.id limit ${limit}`.execute(tx)
  return rows
}

/** Before all ids. */
const nil = '00000000-0000-0000-0000-000000000000'
