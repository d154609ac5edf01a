import { formatId } from '@corridor/domain'
import { sql } from 'kysely'
import type { Tx } from '../../../db/open.ts'
import { recordEvent } from '../../../records/events/outbox.ts'

const batchMax = 100

/** Says once of each document that proves something that it runs out within 30 days. Gives their number. */
export async function remindOfExpiry(tx: Tx): Promise<number> {
  const due = await tx
    .selectFrom('kyc_document as d')
    .innerJoin('entity as e', (join) =>
      join.onRef('e.partner_id', '=', 'd.partner_id').onRef('e.id', '=', 'd.entity_id'),
    )
    .select(['d.partner_id', 'd.id', 'd.entity_id', 'd.type', 'd.expiry_date'])
    .select(['e.kyc_status', 'e.version'])
    .where('d.status', '=', 'VERIFIED')
    .where('d.reminded_at', 'is', null)
    .where(
      sql<boolean>`d.expiry_date between (service_now() at time zone 'UTC')::date
        and (service_now() at time zone 'UTC')::date + 30`,
    )
    .orderBy('d.expiry_date')
    .limit(batchMax)
    .forUpdate('d')
    .skipLocked()
    .execute()
  for (const row of due) {
    const entityId = formatId('ent', row.entity_id)
    await tx
      .updateTable('kyc_document')
      .set({ reminded_at: sql<Date>`service_now()` })
      .where('partner_id', '=', row.partner_id)
      .where('id', '=', row.id)
      .execute()
    await recordEvent(tx, {
      partnerId: row.partner_id,
      category: 'kyc',
      type: 'action_required',
      status: row.kyc_status.toLowerCase(),
      object: {
        entityId,
        jurisdictionId: '',
        status: row.kyc_status,
        previousStatus: row.kyc_status,
        documentId: formatId('doc', row.id),
        reasons: [
          {
            code: 'DOCUMENT_EXPIRING',
            message: `A document expires on ${row.expiry_date ?? ''}. Send a new one before.`,
            fixBy: 'customer',
            fixField: row.type,
            retryable: true,
          },
        ],
      },
      subject: { kind: 'kyc', id: entityId, version: row.version },
    })
  }
  return due.length
}
