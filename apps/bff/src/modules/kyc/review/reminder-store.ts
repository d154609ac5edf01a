import { sql } from 'kysely'
import { serviceNow } from '../../../db/moment.ts'
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
