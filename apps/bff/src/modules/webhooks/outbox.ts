import { sql } from 'kysely'
import { v7 as uuidV7 } from 'uuid'
import type { Tx } from '../../db/open.ts'

/** What happened to one record; operations.md, part 12. */
export type NewEvent = {
  partnerId: string
  category: string
  type: string
  /** The event's own status, never empty. */
  status: string
  /** Joined with the four given members, which are `''` where the event has none of them. */
  object: Record<string, unknown>
  changes?: Record<string, unknown>
  /** What a live reader refetches; `id` is the written one. */
  subject: { kind: string; id: string; version: number }
}

const givenMembers = { executionId: '', transactionId: '', status: '', previousStatus: '' }

/**
 * Writes an event in the transaction of its change. It has no number yet: the publisher gives it
 * one after the commit. Whoever commits says `wake.notify('events')` afterwards.
 *
 * Events are numbered in the order in which they were written. So the events of a record are in the
 * order of its changes, as long as each is written under the record's lock.
 */
export async function recordEvent(tx: Tx, event: NewEvent): Promise<void> {
  if (event.status === '') throw new TypeError('an event has a status')
  const { subject } = event
  await tx
    .insertInto('event')
    .values({
      partner_id: event.partnerId,
      id: uuidV7(),
      category: event.category,
      type: event.type,
      status: event.status,
      object: JSON.stringify({ ...givenMembers, ...event.object }),
      changes: event.changes ? JSON.stringify(event.changes) : null,
      subject_kind: subject.kind,
      subject_id: subject.id,
      subject_version: subject.version,
      created_at: sql<Date>`service_now()`,
    })
    .execute()
}
