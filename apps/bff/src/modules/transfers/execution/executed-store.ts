import { sql } from 'kysely'
import type { Tx } from '../../../db/open.ts'

type Executed = { partnerId: string; activityId: string }

/**
 * Those of some activities whose transfer is no open quote any more: it was started, or it ended, and
 * neither is undone.
 */
export async function findSettled(tx: Tx, executed: readonly Executed[]): Promise<Set<string>> {
  if (executed.length === 0) return new Set()
  const { rows } = await sql<{ activity_id: string }>`
    select t.activity_id from unnest(${executed.map(({ partnerId }) => partnerId)}::uuid[],
      ${executed.map(({ activityId }) => activityId)}::text[]) as g (partner, activity)
    join transfer t on t.partner_id = g.partner and t.activity_id = g.activity
      and t.status <> 'QUOTED'`.execute(tx)
  return new Set(rows.map(({ activity_id }) => activity_id))
}
