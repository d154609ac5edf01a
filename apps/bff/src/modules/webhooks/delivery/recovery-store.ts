import { type Insertable, type Selectable, sql } from 'kysely'
import { serviceNow } from '../../../db/moment.ts'
import type { Tx } from '../../../db/open.ts'
import type { DB } from '../../../db/schema/types.generated.ts'
import { open, undelivered, waiting } from '../endpoint/state-lists.ts'

type RecoveryRow = Selectable<DB['webhook_recovery']>
/** With the counts of what belongs to it. */
export type RecoveryRecord = RecoveryRow & { sent: number; ended: number; waiting: number }

export const insertRecovery = async (
  tx: Tx,
  row: Omit<Insertable<DB['webhook_recovery']>, 'created_at'>,
): Promise<void> => {
  await tx
    .insertInto('webhook_recovery')
    .values({ ...row, created_at: serviceNow })
    .execute()
}

export async function findRecovery(tx: Tx, partnerId: string, id: string) {
  const { rows } = await sql<RecoveryRecord>`
    select r.*, d.sent, d.ended, d.waiting
    from webhook_recovery r, lateral (
      select (count(*) filter (where status = 'DELIVERED'))::int as sent,
        (count(*) filter (where status in ${undelivered}))::int as ended,
        (count(*) filter (where status in ${open}))::int as waiting
      from webhook_delivery
      where partner_id = r.partner_id and recovery_id = r.id
    ) as d
    where r.partner_id = ${partnerId} and r.id = ${id}`.execute(tx)
  return rows[0]
}

/** Stops a recovery: what it has not sent yet is as it was before. The endpoint is locked. */
export async function cancelRecovery(tx: Tx, partnerId: string, id: string): Promise<void> {
  await sql`
    with returned as (
      update webhook_delivery
      set status = coalesce(status_before, 'CANCELLED'), trigger = 'SCHEDULE', recovery_id = null,
        status_before = null, next_attempt_at = case
          when status_before in ${waiting} then ${serviceNow} end
      where partner_id = ${partnerId} and recovery_id = ${id} and status = 'PENDING'
        and trigger = 'RECOVERY'
      returning 1
    )
    update webhook_recovery
    set cancelled = cancelled + (select count(*) from returned), cancelled_at = ${serviceNow}
    where partner_id = ${partnerId} and id = ${id}`.execute(tx)
}
