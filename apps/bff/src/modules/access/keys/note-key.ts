import type { Tx } from '../../../db/open.ts'
import { type AuditedBy, recordAudit } from '../../../records/audit/audit.ts'
import { recordEvent } from '../../../records/events/outbox.ts'

/** The event and the audit entry of a partner's own key. */
export async function noteKey(
  tx: Tx,
  by: AuditedBy,
  keyId: string,
  status: 'issued' | 'revoked',
): Promise<void> {
  const type = status === 'issued' ? 'created' : 'deleted'
  await recordEvent(tx, {
    partnerId: by.partnerId,
    category: 'api_key',
    type,
    status,
    object: {
      status: status === 'issued' ? 'ACTIVE' : 'REVOKED',
      previousStatus: status === 'issued' ? '' : 'ACTIVE',
      keyId,
      actor: by.actor.id,
    },
    subject: { kind: 'api_key', id: keyId, version: status === 'issued' ? 1 : 2 },
  })
  const object = { kind: 'api_key', id: keyId }
  await recordAudit(tx, by, { action: `api_key.${status}`, object })
}
