import { formatId } from '@corridor/domain'
import { lockExpiring, markReminded } from './note-store.ts'
import type { Tx } from '../../../db/open.ts'
import { recordEvent } from '../../../records/events/outbox.ts'

/**
 * Publishes once for each proving document that it expires within 30 days. Returns their number.
 */
export async function remindOfExpiry(tx: Tx): Promise<number> {
  const due = await lockExpiring(tx)
  for (const row of due) {
    const entityId = formatId('ent', row.entity_id)
    await markReminded(tx, row)
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
