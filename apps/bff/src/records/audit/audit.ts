import { sql } from 'kysely'
import { v7 as uuidV7 } from 'uuid'
import type { Caller } from '../../api/request/caller.ts'
import { serviceNow } from '../../db/moment.ts'
import type { Tx } from '../../db/open.ts'
import { postponedWrite } from '../../db/batch.ts'

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
export const recordAudit = (tx: Tx, by: AuditedBy, entry: AuditEntry): Promise<void> =>
  writeAudit(tx, rowOf(by, entry))

const rowOf = (by: AuditedBy, entry: AuditEntry) => ({
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
})
type Row = ReturnType<typeof rowOf>

const writeAudit = postponedWrite(
  (tx, row: Row) =>
    tx
      .insertInto('audit')
      .values({ ...row, created_at: serviceNow })
      .execute(),
  (tx, rows) => {
    const column = <K extends keyof Row>(name: K) => rows.map((row) => row[name])
    return sql`
      insert into audit (partner_id, id, actor_type, actor_id, action, object_kind, object_id,
        before, after, reason, request_id, created_at)
      select a.partner_id, a.id, a.actor_type, a.actor_id, a.action, a.object_kind, a.object_id,
        a.before, a.after, a.reason, a.request_id, ${serviceNow}
      from unnest(${column('partner_id')}::uuid[], ${column('id')}::uuid[],
        ${column('actor_type')}::text[], ${column('actor_id')}::text[], ${column('action')}::text[],
        ${column('object_kind')}::text[], ${column('object_id')}::text[],
        ${column('before')}::jsonb[], ${column('after')}::jsonb[], ${column('reason')}::text[],
        ${column('request_id')}::text[]) with ordinality as a (partner_id, id, actor_type, actor_id,
        action, object_kind, object_id, before, after, reason, request_id,
        place)
      order by a.place`.execute(tx)
  },
)
