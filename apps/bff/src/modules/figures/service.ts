import { figureCurrency, type figures, type InputOf, type ResponseOf } from '@corridor/contract'
import { toWire } from '@corridor/domain'
import { detail, Refusal } from '../../api/request/refusal.ts'
import { now, type Tx } from '../../db/open.ts'
import type { Deps } from '../../ports/deps.ts'
import {
  type Bucket,
  type CorridorRow,
  readBuckets,
  type Share,
  sharesOf,
  type Totals,
  totalsByBucket,
  totalsByCorridor,
} from './store.ts'

const periodDays = 30
const dayMs = 86_400_000
const ranges = {
  '24h': { unit: 'hour', count: 24 },
  '7d': { unit: 'day', count: 7 },
  '30d': { unit: 'day', count: 30 },
  '90d': { unit: 'day', count: 90 },
} as const

/** Figures over a partner's transfers, each read when it is asked for. */
export const createFigures = (deps: Pick<Deps, 'jurisdictions'>) => ({
  async overview(tx: Tx, partnerId: string, query: InputOf<typeof figures.overview>['query']) {
    const { unit, count } = ranges[query.range ?? '30d']
    const buckets = await readBuckets(tx, zoneOf(query.zone), { unit, count: 2 * count })
    const [first, middle] = [buckets[0]?.from, buckets[count]?.from]
    if (!first || !middle) throw new Error('the database gave no days')
    const to = await now(tx)
    const rows = await totalsByBucket(tx, partnerId, buckets, { from: first, to })
    const body = (isCurrent: boolean, period: { from: Date; to: Date }) =>
      periodBody(
        period,
        buckets
          .map(({ date }, index) => ({ date, bucket: index + 1 }))
          .slice(...(isCurrent ? [count] : [0, count])),
        rows.filter((row) => row.isCurrent === isCurrent),
      )
    return {
      currency: figureCurrency,
      current: body(true, { from: middle, to }),
      before: body(false, { from: first, to: middle }),
    } as const
  },
  async volume(tx: Tx, partnerId: string, query: InputOf<typeof figures.volume>['query']) {
    const { range = '30d', by = 'currency' } = query
    const buckets = await readBuckets(tx, zoneOf(query.zone), ranges[range])
    return seriesBody(buckets, await sharesOf(tx, partnerId, buckets, by))
  },
  async corridors(tx: Tx, partnerId: string, query: InputOf<typeof figures.corridors>['query']) {
    const to = query.to === undefined ? await now(tx) : new Date(query.to)
    const from =
      query.from === undefined ? new Date(to.getTime() - periodDays * dayMs) : new Date(query.from)
    if (from >= to) throw invalid('to', 'Choose an end after the beginning.')
    const rows = await totalsByCorridor(tx, partnerId, { from, to })
    return {
      currency: figureCurrency,
      from: from.toISOString(),
      to: to.toISOString(),
      corridors: rows.map((row) => corridorBody(deps, row)),
    } as const
  },
})

const invalid = (path: string, message: string) =>
  new Refusal('FIELD_INVALID', 'Some fields are not valid.', {
    details: [detail(path, 'FIELD_INVALID', message)],
  })

/** An offset or a rule of its own means other things to the database. */
const zoneName = /^[A-Za-z_]+(\/[A-Za-z0-9_+-]+)*$/

function zoneOf(zone = 'UTC'): string {
  try {
    if (zoneName.test(zone))
      return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone
  } catch {
    // Not a zone.
  }
  throw invalid('zone', 'Give the IANA name of a time zone, such as Europe/Berlin.')
}

const none: Totals = { transfers: 0, completed: 0, failed: 0, volume: 0n, fees: 0n, seconds: null }
const microPerCent = 10_000n

/** Dollars in cents, rounded down: no sum of them has more digits than a JSON number carries. */
const dollars = (micro: bigint): number => toWire({ minor: micro / microPerCent, scale: 2 })
const toTenths = (seconds: number): number => Math.round(seconds * 10) / 10

function totalsBody({ transfers, completed, failed, volume, fees, seconds }: Totals) {
  return {
    transfers,
    completed,
    failed,
    volume: dollars(volume),
    fees: dollars(fees),
    medianSeconds: seconds && toTenths(seconds[0]),
    p95Seconds: seconds && toTenths(seconds[1]),
  }
}

function periodBody(
  { from, to }: { from: Date; to: Date },
  days: readonly { date: string; bucket: number }[],
  rows: readonly (Totals & { bucket: number | null })[],
) {
  const of = new Map(rows.map((row) => [row.bucket, row]))
  return {
    from: from.toISOString(),
    to: to.toISOString(),
    ...totalsBody(of.get(null) ?? none),
    days: days.map(({ date, bucket }) => ({ date, ...totalsBody(of.get(bucket) ?? none) })),
  }
}

function seriesBody(
  buckets: readonly Bucket[],
  shares: readonly Share[],
): ResponseOf<typeof figures.volume>['data'] {
  const sumOf = (all: readonly Share[]) => all.reduce((sum, { volume }) => sum + volume, 0n)
  const byKey = [...Map.groupBy(shares, ({ key }) => key)]
    .map(([key, all]) => ({ key, all, sum: sumOf(all) }))
    .toSorted((a, b) => (a.sum === b.sum ? (a.key < b.key ? -1 : 1) : a.sum < b.sum ? 1 : -1))
  return {
    currency: figureCurrency,
    buckets: buckets.map(({ from, to }) => ({ from: from.toISOString(), to: to.toISOString() })),
    series: byKey.map(({ key, all }) => {
      const of = new Map(all.map((share) => [share.bucket - 1, share]))
      return {
        key,
        volume: buckets.map((_, i) => dollars(of.get(i)?.volume ?? 0n)),
        transfers: buckets.map((_, i) => of.get(i)?.transfers ?? 0),
      }
    }),
  }
}

function corridorBody({ jurisdictions }: Pick<Deps, 'jurisdictions'>, row: CorridorRow) {
  const place = (jurisdictionId: string) => {
    const { name = '', currency = '' } = jurisdictions.byId(jurisdictionId) ?? {}
    return { jurisdictionId, name, currency }
  }
  return { source: place(row.source), destination: place(row.destination), ...totalsBody(row) }
}
