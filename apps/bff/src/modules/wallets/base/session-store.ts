import { parseId } from '@corridor/domain'
import { sql } from 'kysely'
import { serviceNow } from '../../../db/moment.ts'
import type { Tx } from '../../../db/open.ts'

/** So many end in one transaction. */
export const endedMax = 100

export type Ended = { partner_id: string; id: string; entity_id: string }

/** Keeps a session until its end has been published. */
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

export const deleteSessions = (tx: Tx, partnerId: string, ids: readonly string[]) =>
  tx
    .deleteFrom('wallet_session')
    .where('partner_id', '=', partnerId)
    .where('id', 'in', [...ids])
    .returningAll()
    .execute()

/** Sessions whose time is up, oldest first. */
export async function deleteOverdue(tx: Tx): Promise<Ended[]> {
  const { rows } = await sql<Ended>`
    delete from wallet_session where (partner_id, id) in (
      select partner_id, id from wallet_session where expires_at <= ${serviceNow}
      order by expires_at limit ${endedMax} for update skip locked)
    returning partner_id, id, entity_id`.execute(tx)
  return rows
}
