import { statesWhere, transferStates } from '@corridor/domain'
import { sql } from 'kysely'
import { serviceNow } from '../../db/moment.ts'
import type { Tx } from '../../db/open.ts'
import { listOf } from '../../db/lists.ts'

/** What many transfers come to; amounts in millionths of a US dollar. */
export type Totals = {
  transfers: number
  completed: number
  failed: number
  volume: bigint
  fees: bigint
  /** Median and 95th percentile of the completed ones, in seconds. */
  seconds: [number, number] | null
}

/** Of one partner's transfers in a period. Every column is in the index `transfer_listed`. */
type Period = { from: Date; to: Date }

const countedAs = (what: 'completed' | 'failed') =>
  sql`status in ${listOf(statesWhere(transferStates, ({ countsAs }) => countsAs === what))}`
const isCompleted = countedAs('completed')
const totals = sql`
  count(*)::int as transfers,
  count(*) filter (where ${isCompleted})::int as completed,
  count(*) filter (where ${countedAs('failed')})::int as failed,
  coalesce(sum(worth) filter (where ${isCompleted}), 0) as volume,
  coalesce(sum(fee_worth) filter (where ${isCompleted}), 0) as fees,
  percentile_cont(array[0.5, 0.95]) within group
    (order by extract(epoch from completed_at - started_at)::float8)
    filter (where ${isCompleted}) as seconds`

const within = (partnerId: string, { from, to }: Period) => sql`
  partner_id = ${partnerId} and started_at is not null
    and created_at >= ${from} and created_at < ${to}`

/** `date` is the day of the zone that it begins in. */
export type Bucket = { from: Date; to: Date; date: string }

/** Buckets of an hour, or of a day of the zone; the last one is under way. */
export async function readBuckets(
  tx: Tx,
  zone: string,
  { unit, count }: { unit: 'hour' | 'day'; count: number },
): Promise<Bucket[]> {
  const step = sql`${`1 ${unit}`}::interval`
  // Hours are counted in UTC: where the clock is put back, an hour comes twice.
  const inZone = unit === 'hour' ? 'UTC' : zone
  const { rows } = await sql<Bucket>`
    select ((last - back * ${step}) at time zone ${inZone}) as "from",
      ((last - (back - 1) * ${step}) at time zone ${inZone}) as "to",
      to_char(((last - back * ${step}) at time zone ${inZone}) at time zone ${zone},
        'YYYY-MM-DD') as date
    from (select date_trunc(${unit}, ${serviceNow} at time zone ${inZone}) as last) n,
      generate_series(${count - 1}::int, 0, -1) back
    order by 1`.execute(tx)
  return rows
}

/** A row of each half of the buckets; and one of each bucket, counted from 1, that has a transfer. */
export async function totalsByBucket(
  tx: Tx,
  partnerId: string,
  buckets: readonly Bucket[],
  { from, to }: Period,
): Promise<(Totals & { isCurrent: boolean; bucket: number | null })[]> {
  const starts = buckets.map((bucket) => bucket.from)
  const { rows } = await sql<Totals & { isCurrent: boolean; bucket: number | null }>`
    select "isCurrent", bucket, ${totals}
    from (select *, bucket > ${buckets.length / 2} as "isCurrent"
      from (select status, worth, fee_worth, started_at, completed_at,
          width_bucket(created_at, ${starts}::timestamptz[]) as bucket
        from transfer where ${within(partnerId, { from, to })}) t) listed
    group by grouping sets (("isCurrent"), ("isCurrent", bucket))`.execute(tx)
  return rows
}

export type Share = { bucket: number; key: string; transfers: number; volume: bigint }

/** What is in each bucket, counted from 1, of each currency or status. */
export async function sharesOf(
  tx: Tx,
  partnerId: string,
  buckets: readonly Bucket[],
  by: 'currency' | 'status',
): Promise<Share[]> {
  const [first, last] = [buckets[0], buckets.at(-1)]
  if (!first || !last) return []
  const starts = buckets.map(({ from }) => from)
  const [key, ofInterest] =
    by === 'status' ? [sql.ref('status'), sql`true`] : [sql.ref('currency_in'), isCompleted]
  const { rows } = await sql<Share>`
    select width_bucket(created_at, ${starts}::timestamptz[]) as bucket, ${key} as key,
      count(*)::int as transfers, sum(worth) as volume
    from transfer where ${within(partnerId, { from: first.from, to: last.to })} and ${ofInterest}
    group by 1, 2`.execute(tx)
  return rows
}

export type CorridorRow = Totals & { source: string; destination: string }

export async function totalsByCorridor(tx: Tx, partnerId: string, period: Period) {
  const { rows } = await sql<CorridorRow>`
    select jurisdiction_in as source, jurisdiction_out as destination, ${totals}
    from transfer where ${within(partnerId, period)}
    group by 1, 2 order by volume desc, transfers desc, 1, 2`.execute(tx)
  return rows
}
