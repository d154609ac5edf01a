import { formatId, parseId } from '@corridor/domain'
import { sql } from 'kysely'
import type { Tx } from '../../db/open.ts'
import { recordEvent } from '../../records/events/outbox.ts'
import { walletEvent } from './event.ts'

/** So many end in one transaction. */
export const endedMax = 100

type Ended = { partner_id: string; id: string; entity_id: string }

/** Keeps a session until its end has been told. */
export async function keepSession(
  tx: Tx,
  session: { partnerId: string; entityId: string; sessionId: string; expiresAt: string },
): Promise<void> {
  await tx
    .insertInto('wallet_session')
    .values({
      partner_id: session.partnerId,
      id: session.sessionId,
      entity_id: parseId('ent', session.entityId) ?? '',
      expires_at: new Date(session.expiresAt),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Tells that sessions have ended before their time: a newer one took their place. */
export async function endSessions(tx: Tx, partnerId: string, ids: readonly string[]) {
  if (ids.length === 0) return
  const ended = await tx
    .deleteFrom('wallet_session')
    .where('partner_id', '=', partnerId)
    .where('id', 'in', [...ids])
    .returningAll()
    .execute()
  for (const row of ended) await tell(tx, row, 'REVOKED')
}

/** Tells of sessions whose time is up, oldest first; gives their number. */
export async function expireSessions(tx: Tx): Promise<number> {
  const { rows } = await sql<Ended>`
    delete from wallet_session where (partner_id, id) in (
      select partner_id, id from wallet_session where expires_at <= service_now()
      order by expires_at limit ${endedMax} for update skip locked)
    returning partner_id, id, entity_id`.execute(tx)
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
