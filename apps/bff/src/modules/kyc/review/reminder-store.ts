import { sql } from 'kysely'
import { serviceNow } from '../../../db/moment.ts'
import { noId } from '../../../db/no-id.ts'
import type { Tx } from '../../../db/open.ts'

const batchMax = 100

/** Locks documents that run out within 30 days, where no reminder was sent yet. */
export const lockExpiring = (tx: Tx) =>
  tx
    .selectFrom('kyc_document as d')
    .innerJoin('entity as e', (join) =>
      join.onRef('e.partner_id', '=', 'd.partner_id').onRef('e.id', '=', 'd.entity_id'),
    )
    .select(['d.partner_id', 'd.id', 'd.entity_id', 'd.type', 'd.expiry_date'])
    .select(['e.kyc_status', 'e.version'])
    .where('d.status', '=', 'VERIFIED')
    .where('d.reminded_at', 'is', null)
    .where(
      sql<boolean>`d.expiry_date between (${serviceNow} at time zone 'UTC')::date
        and (${serviceNow} at time zone 'UTC')::date + 30`,
    )
    .orderBy('d.expiry_date')
    .limit(batchMax)
    .forUpdate('d')
    .skipLocked()
    .execute()

export const markReminded = (tx: Tx, { partner_id, id }: { partner_id: string; id: string }) =>
  tx
    .updateTable('kyc_document')
    .set({ reminded_at: serviceNow })
    .where((eb) => eb.and({ partner_id, id }))
    .execute()

type Key = { partnerId: string; entityId: string }

/** The next customers of all partners who are approved somewhere, by partner and id. */
export async function approvedAfter(
  tx: Tx,
  after: { partnerId: string; id: string } | null,
  limit: number,
): Promise<Key[]> {
  const { rows } = await sql<Key>`
    select e.partner_id as "partnerId", e.id as "entityId" from entity e
    where (e.partner_id, e.id) > (${after?.partnerId ?? noId}::uuid, ${after?.id ?? noId}::uuid)
      and exists (select from kyc_capability k
        where k.partner_id = e.partner_id and k.entity_id = e.id and k.status = 'APPROVED')
    order by e.partner_id, e.id limit ${limit}`.execute(tx)
  return rows
}
