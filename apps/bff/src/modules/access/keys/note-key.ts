import type { Tx } from '../../../db/open.ts'
import { type AuditedBy, type AuditEntry, recordAudit } from '../../../records/audit/audit.ts'
import { recordEvent } from '../../../records/events/outbox.ts'

const events = {
  issued: { type: 'created', status: 'ACTIVE', previous: '', version: 1 },
  changed: { type: 'updated', status: 'ACTIVE', previous: 'ACTIVE', version: 2 },
  rotated: { type: 'updated', status: 'ROTATED', previous: 'ACTIVE', version: 2 },
  revoked: { type: 'deleted', status: 'REVOKED', previous: 'ACTIVE', version: 2 },
} as const

/** The event and the audit entry of a partner's own key; `facts` are no secrets. */
export async function noteKey(
  tx: Tx,
  by: AuditedBy,
  keyId: string,
  status: keyof typeof events,
  facts?: Record<string, unknown>,
  { before, version }: { before?: AuditEntry['before']; version?: number } = {},
): Promise<void> {
  const event = events[status]
  await recordEvent(tx, {
    partnerId: by.partnerId,
    category: 'api_key',
    type: event.type,
    status,
    object: {
      status: event.status,
      previousStatus: event.previous,
      keyId,
      actor: by.actor.id,
    },
    subject: { kind: 'api_key', id: keyId, version: version ?? event.version },
  })
  await recordAudit(tx, by, {
    action: `api_key.${status}`,
    object: { kind: 'api_key', id: keyId },
    ...(before ? { before } : {}),
    ...(facts ? { after: facts } : {}),
  })
}
