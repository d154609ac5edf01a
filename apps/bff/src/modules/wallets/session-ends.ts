import { formatId } from '@corridor/domain'
import { deleteOverdue, deleteSessions, type Ended } from './session-store.ts'
import type { Tx } from '../../db/open.ts'
import { recordEvent } from '../../records/events/outbox.ts'
import { walletEvent } from './event.ts'

/** Tells that sessions have ended before their time: a newer one took their place. */
export async function endSessions(tx: Tx, partnerId: string, ids: readonly string[]) {
  if (ids.length === 0) return
  for (const row of await deleteSessions(tx, partnerId, ids)) await tell(tx, row, 'REVOKED')
}

/** Tells of sessions whose time is up, oldest first; gives their number. */
export async function expireSessions(tx: Tx): Promise<number> {
  const rows = await deleteOverdue(tx)
  for (const row of rows) await tell(tx, row, 'EXPIRED')
  return rows.length
}

const tell = (tx: Tx, row: Ended, status: 'EXPIRED' | 'REVOKED'): Promise<void> =>
  recordEvent(
    tx,
    walletEvent(row.partner_id, formatId('ent', row.entity_id), {
      word: 'session_expired',
      status,
      previousStatus: 'ACTIVE',
      sessionId: row.id,
    }),
  )
