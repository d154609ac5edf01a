import { sql } from 'kysely'
import { v7 as uuidV7 } from 'uuid'
import type { Caller } from '../../api/caller.ts'
import type { Tx } from '../../db/open.ts'

/** Who acted for whom. A caller fits; workers name themselves as `service` or `scheduler`. */
export type AuditedBy = Pick<Caller, 'partnerId' | 'actor' | 'requestId'>

export type AuditEntry = {
  /** What was done, `<record>.<verb>`, e.g. `entity.create`. */
  action: string
  /** The written id of the record. */
  object: { kind: string; id: string }
  /** What changed. Personal data and secrets stay out: entries are kept for ever. */
  before?: Record<string, unknown>
  after?: Record<string, unknown>
  reason?: string
}

/** Writes an audit entry in the transaction of its action; the publisher seals it after the commit. */
export async function recordAudit(tx: Tx, by: AuditedBy, entry: AuditEntry): Promise<void> {
  await tx
    .insertInto('audit')
    .values({
      partner_id: by.partnerId,
      id: uuidV7(),
      actor_type: by.actor.type,
      actor_id: by.actor.id,
      action: entry.action,
      object_kind: entry.object.kind,
      object_id: entry.object.id,
      before: entry.before ? JSON.stringify(entry.before) : null,
      after: entry.after ? JSON.stringify(entry.after) : null,
      reason: entry.reason ?? '',
      request_id: by.requestId,
      created_at: sql<Date>`service_now()`,
    })
    .execute()
}
