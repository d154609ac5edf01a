import { type Selectable, sql } from 'kysely'
import { serviceNow } from '../../../db/moment.ts'
import type { Tx } from '../../../db/open.ts'
import type { DB } from '../../../db/schema/types.generated.ts'
import type { EndpointKey } from './store.ts'
import { open } from './state-lists.ts'

export type DayFacts = {
  attempts: number
  succeeded: number
  medianMs: number
  p95Ms: number
  delivered: number
  deliveredFirst: number
  open: number
  exhausted: number
}
export type FailedAttempt = Pick<
  Selectable<DB['webhook_attempt']>,
  'at' | 'http_status' | 'error' | 'delivery_id'
>

/** The attempts of the last 24 hours, what came of that day's deliveries, and all that are open. */
export async function readDay(tx: Tx, { partner_id, id }: EndpointKey): Promise<DayFacts> {
  // A sub-select is asked once, so that the indexes by time serve.
  const since = sql`(${serviceNow} - interval '24 hours')`
  const { rows } = await sql<DayFacts>`
    select a.*, d.*, (
        select count(*)::int from webhook_delivery o where o.partner_id = ${partner_id}
          and o.endpoint_id = ${id} and o.status in ${open}
      ) as open
    from (
      select count(*)::int as attempts,
        (count(*) filter (where error = ''))::int as succeeded,
        coalesce(percentile_disc(0.5) within group (order by duration_ms), 0) as "medianMs",
        coalesce(percentile_disc(0.95) within group (order by duration_ms), 0) as "p95Ms"
      from webhook_attempt
      where partner_id = ${partner_id} and endpoint_id = ${id} and at > ${since}
    ) as a, (
      select (count(*) filter (where status = 'DELIVERED'))::int as delivered,
        (count(*) filter (where status = 'DELIVERED' and attempts = 1))::int as "deliveredFirst",
        (count(*) filter (where status = 'EXHAUSTED'))::int as exhausted
      from webhook_delivery
      where partner_id = ${partner_id} and endpoint_id = ${id} and created_at > ${since}
    ) as d`.execute(tx)
  const [day] = rows
  if (!day) throw new Error('a sum gave no row')
  return day
}

export const findLastFailure = (tx: Tx, { partner_id, id }: EndpointKey) =>
  tx
    .selectFrom('webhook_attempt')
    .select(['at', 'http_status', 'error', 'delivery_id'])
    .where((eb) => eb.and({ partner_id, endpoint_id: id }))
    .where('error', '<>', '')
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst()

export async function findLastSequence(tx: Tx, partnerId: string): Promise<number> {
  const row = await tx
    .selectFrom('event_sequence')
    .select('last')
    .where('partner_id', '=', partnerId)
    .executeTakeFirst()
  return row?.last ?? 0
}
