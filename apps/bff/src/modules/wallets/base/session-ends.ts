import { formatId } from '@corridor/domain'
import { deleteOverdue, deleteSessions, type Ended } from './session-store.ts'
import type { Tx } from '../../../db/open.ts'
import { recordEvent } from '../../../records/events/outbox.ts'
import { walletEvent } from './event.ts'

/** Publishes that sessions were replaced by a newer one. */
export async function endSessions(tx: Tx, partnerId: string, ids: readonly string[]) {
  if (ids.length === 0) return
  for (const row of await deleteSessions(tx, partnerId, ids)) await publishEnd(tx, row, 'REVOKED')
}

/** Publishes expired sessions, oldest first; returns their number. */
export async function expireSessions(tx: Tx): Promise<number> {
  const rows = await deleteOverdue(tx)
  for (const row of rows) await publishEnd(tx, row, 'EXPIRED')
  return rows.length
}

const publishEnd = (tx: Tx, row: Ended, status: 'EXPIRED' | 'REVOKED'): Promise<void> =>
  recordEvent(
    tx,
    walletEvent(row.partner_id, formatId('ent', row.entity_id), {
      eventStatus: 'session_expired',
      status,
      previousStatus: 'ACTIVE',
      sessionId: row.id,
    }),
  )
