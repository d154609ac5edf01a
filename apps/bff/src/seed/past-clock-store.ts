import { sql } from 'kysely'
import type { Tx } from '../db/open.ts'

/** False where the sandbox is in use already. */
export async function beginInPast(tx: Tx, days: number): Promise<boolean> {
  const { rows } = await sql<{ begun: boolean }>`
    select begin_service_clock(make_interval(days => ${days})) as begun`.execute(tx)
  return rows[0]?.begun ?? false
}

export const finishPast = (tx: Tx) => sql`select finish_past_clock()`.execute(tx)

/** How many of these transfers are still under way. */
export async function countMoving(tx: Tx, ids: readonly string[]): Promise<number> {
  const { count } = await tx
    .selectFrom('transfer')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('id', 'in', [...ids])
    .where('status', 'in', ['PENDING', 'PROCESSING', 'REFUNDING'])
    .executeTakeFirstOrThrow()
  return count
}
