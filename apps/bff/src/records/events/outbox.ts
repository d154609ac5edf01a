import type { EventKind } from '@corridor/domain'
import { sql } from 'kysely'
import { v7 as uuidV7 } from 'uuid'
import { serviceNow } from '../../db/moment.ts'
import type { Tx } from '../../db/open.ts'
import { postponedWrite } from '../../db/batch.ts'

/** Records that live readers refetch when they receive a change. */
export type SubjectKind =
  | 'transfer'
  | 'deposit'
  | 'export'
  | 'entity'
  | 'kyc'
  | 'external_account'
  | 'funding_account'
  | 'payin'
  | 'reserve'
  | 'liquidity_transaction'
  | 'replenishment'
  | 'fulfilment'
  | 'liquidity_payment'
  | 'wallet'
  | 'partner'
  | 'payments_account'
  | 'webhook'
  | 'api_key'
  | 'member'
  | 'approval'

/**
 * What happened to one record; category and type are those of operations.md 12, and the
 * compiler refuses any other.
 */
export type NewEvent = EventKind & {
  partnerId: string
  /** Where the writer must know it beforehand. */
  id?: string
  /** The event's own status, a value of `eventStatuses`. */
  status: string
  /**
   * Joined with the four standard members, which are `''` where the event has none. An event
   * that names an execution carries its status and previous status, so that they form a chain
   * over all events of the execution; any other carries those of its own record.
   */
  object: Record<string, unknown>
  changes?: Record<string, unknown>
  /** What a live reader refetches; `id` is the written one. */
  subject: { kind: SubjectKind; id: string; version: number }
}

const emptyMembers = { executionId: '', transactionId: '', status: '', previousStatus: '' }

/**
 * Writes an event in the transaction of its change. It has no number yet: the publisher gives it
 * one after the commit. Whoever commits says `wake.notify('events')` afterwards.
 *
 * Events are numbered in the order in which they were written. So the events of a record are in the
 * order of its changes, as long as each is written under the record's lock.
 */
export async function recordEvent(tx: Tx, event: NewEvent): Promise<void> {
  if (event.status === '') throw new TypeError('an event has a status')
  await writeEvent(tx, rowOf(event))
}

const rowOf = ({ subject, ...event }: NewEvent) => ({
  partner_id: event.partnerId,
  id: event.id ?? uuidV7(),
  category: event.category,
  type: event.type,
  status: event.status,
  object: JSON.stringify({ ...emptyMembers, ...event.object }),
  changes: event.changes ? JSON.stringify(event.changes) : null,
  subject_kind: subject.kind,
  subject_id: subject.id,
  subject_version: subject.version,
})
type Row = ReturnType<typeof rowOf>

const writeEvent = postponedWrite(
  (tx, row: Row) =>
    tx
      .insertInto('event')
      .values({ ...row, created_at: serviceNow })
      .execute(),
  (tx, rows) => {
    const column = <K extends keyof Row>(name: K) => rows.map((row) => row[name])
    return sql`
      insert into event (partner_id, id, category, type, status, object, changes, subject_kind,
        subject_id, subject_version, created_at)
      select e.partner_id, e.id, e.category, e.type, e.status, e.object, e.changes, e.subject_kind,
        e.subject_id, e.subject_version, ${serviceNow}
      from unnest(${column('partner_id')}::uuid[], ${column('id')}::uuid[],
        ${column('category')}::text[], ${column('type')}::text[], ${column('status')}::text[],
        ${column('object')}::jsonb[], ${column('changes')}::jsonb[],
        ${column('subject_kind')}::text[], ${column('subject_id')}::text[],
        ${column('subject_version')}::int[]) with ordinality as e (partner_id, id, category, type,
        status, object, changes, subject_kind, subject_id, subject_version, place)
      order by e.place`.execute(tx)
  },
)

/** A new partner's events are numbered from 1. */
export const startSequence = (tx: Tx, partnerId: string) =>
  tx.insertInto('event_sequence').values({ partner_id: partnerId, last: 0 }).execute()
