import { sql } from 'kysely'
import { serviceNow } from '../../../db/moment.ts'
import type { Tx } from '../../../db/open.ts'
import { inPlace } from '../../../db/record-keys.ts'
import { batchedCall, batchedRead } from '../../../db/batch.ts'
import type { FundingRow, DepositRow, RouteRow } from '../../../db/schema/rows.ts'
import { countedDeposits, forwardedDeposits } from '../../../records/deposits/state-lists.ts'

/** A destination of one of the account's routes. */
export type DestinationRow = {
  route_id: string
  version: number
  external_account_id: string
  valid_from: Date
}
export type AccountFacts = Pick<
  FundingRow,
  'id' | 'entity_id' | 'jurisdiction_id' | 'status' | 'return_strategy' | 'return_target'
> & {
  /** Whether its owner is verified there now. */
  is_verified: boolean
  settings: unknown
  /** Worth of what the partner has had executed today, in millionths of a dollar. */
  used_today: bigint
  /** What arrived on the account before, on the day of this deposit, and went on. */
  arrived_today: bigint
}
export type RoutingRows = {
  routes: RouteRow[]
  /** The route that was active when the deposit was received, where another may be since then. */
  activeThen: string | undefined
  destinations: DestinationRow[]
  account: AccountFacts | undefined
}

/**
 * What decides about a deposit on a funding account. The routes are locked in share first: who
 * changes one locks it before and takes the time afterwards, so the destinations that are read then
 * are all that can be valid at a time before now.
 */
export async function readRouting(tx: Tx, deposit: DepositRow): Promise<RoutingRows> {
  const [routes, destinations, account] = await Promise.all([
    holdRoutes(tx, deposit),
    readDestinations(tx, deposit),
    readAccount(tx, deposit),
  ])
  const isOther =
    routes.length > 1 && routes.some(({ updated_at }) => updated_at >= deposit.received_at)
  const activeThen = isOther ? await findActiveThen(tx, deposit) : undefined
  return { routes, activeThen, destinations, account }
}

/**
 * The moment whose destination of a route counts: that of the payment, or of the message that brought it where
 * that was made later. Whoever replaced a destination before the bank reported money never sees it paid.
 */
export const routedAt = ({
  received_at,
  reported_at,
}: Pick<DepositRow, 'received_at' | 'reported_at'>): Date =>
  reported_at !== null && reported_at > received_at ? reported_at : received_at

type Received = Place & Pick<DepositRow, 'received_at'>

/**
 * Which of the account's routes was active when it was received, by its history: one that was made or
 * switched on afterwards takes nothing that came before. A change begins with the next millisecond.
 */
const findActiveThen = batchedCall<Received, string | undefined>(async (tx, deposits) => {
  const { rows } = await sql<{ place: number; route_id: string }>`
    select g.nth::int - 1 as place, past.route_id
    from unnest(${deposits.map((deposit) => deposit.partner_id)}::uuid[],
      ${deposits.map((deposit) => deposit.funding_account_id)}::uuid[],
      ${deposits.map((deposit) => deposit.received_at)}::timestamptz[])
      with ordinality as g (partner, funding, at, nth)
    cross join lateral (
      select distinct on (c.route_id) c.route_id, c.status
      from payin_route r join payin_change c on c.partner_id = r.partner_id and c.route_id = r.id
      where r.partner_id = g.partner and r.funding_account_id = g.funding and c.at < g.at
      order by c.route_id, c.at desc, c.id desc
    ) as past
    where past.status = 'active'`.execute(tx)
  return inPlace(deposits, rows).map((row) => row?.route_id)
})

type Place = Pick<DepositRow, 'partner_id' | 'funding_account_id'>

const keyOf = ({ partner_id, funding_account_id }: Place) => `${partner_id}/${funding_account_id}`
const placesTable = (places: readonly Place[]) => sql`unnest(
  ${places.map((place) => place.partner_id)}::uuid[],
  ${places.map((place) => place.funding_account_id)}::uuid[]) as g (partner, funding)`
const byPlace = <R extends Place>(places: readonly Place[], rows: readonly R[]): R[][] => {
  const found = Map.groupBy(rows, keyOf)
  return places.map((place) => found.get(keyOf(place)) ?? [])
}

/** An active route first, then the one that was changed last. */
async function holdRoutes(tx: Tx, deposit: DepositRow): Promise<RouteRow[]> {
  const rows = await lockRoutes(tx, deposit)
  return rows.toSorted(
    (a, b) =>
      Number(b.status === 'active') - Number(a.status === 'active') ||
      b.updated_at.getTime() - a.updated_at.getTime(),
  )
}

const lockRoutes = batchedRead<Place, RouteRow[]>(keyOf, async (tx, places) => {
  const { rows } = await sql<RouteRow>`
    select r.* from ${placesTable(places)}
    join payin_route r on r.partner_id = g.partner and r.funding_account_id = g.funding
    order by r.id for share of r`.execute(tx)
  return byPlace(places, rows)
})

const readDestinations = batchedRead<Place, DestinationRow[]>(keyOf, async (tx, places) => {
  const { rows } = await sql<DestinationRow & Place>`
    select r.partner_id, r.funding_account_id, d.route_id, d.version, d.external_account_id,
      d.valid_from
    from ${placesTable(places)}
    join payin_route r on r.partner_id = g.partner and r.funding_account_id = g.funding
    join payin_destination d on d.partner_id = r.partner_id and d.route_id = r.id`.execute(tx)
  return byPlace(places, rows)
})

/** What decides about a deposit is known of one that has not come, too. */
export type Arriving = Place & Pick<DepositRow, 'id' | 'currency' | 'received_at'>

export async function readAccount(tx: Tx, deposit: Arriving): Promise<AccountFacts | undefined> {
  const [account, arrived] = await Promise.all([readFacts(tx, deposit), readArrived(tx, deposit)])
  return account && { ...account, arrived_today: arrived }
}

type Facts = Omit<AccountFacts, 'arrived_today'>

const readFacts = batchedRead<Place, Facts | undefined>(keyOf, async (tx, places) => {
  const { rows } = await sql<Facts & Place>`
    with clock as materialized (select service_now() as at)
    select f.partner_id, f.id as funding_account_id, f.id, f.entity_id, f.jurisdiction_id, f.status,
      f.return_strategy, f.return_target,
      exists (
        select from approved_at(clock.at) c where c.partner_id = f.partner_id
          and c.entity_id = f.entity_id and c.jurisdiction_id = f.jurisdiction_id) as is_verified,
      p.settings,
      coalesce((select sum(u.used) from daily_usage u where u.partner_id = f.partner_id
        and u.day = (clock.at at time zone 'UTC')::date), 0) as used_today
    from clock cross join ${placesTable(places)}
    join funding_account f on f.partner_id = g.partner and f.id = g.funding
    join partner p on p.id = f.partner_id`.execute(tx)
  return byPlace(places, rows).map(([row]) => row)
})

/**
 * What arrived on the accounts before each of these, on its day, and went on: that before the first
 * of them is summed once, so that many on one account cost no more than one.
 */
const readArrived = batchedCall<Arriving, bigint>(async (tx, deposits) => {
  const of = (name: 'partner_id' | 'id' | 'funding_account_id' | 'currency' | 'received_at') =>
    deposits.map((deposit) => deposit[name])
  const { rows } = await sql<{ id: string; arrived: bigint }>`
    with first as materialized (
      select distinct on (g.partner, g.funding, g.currency, g.day) g.*
      from (
        select u.*, date_trunc('day', u.received_at, 'UTC') as day
        from unnest(${of('partner_id')}::uuid[], ${of('id')}::uuid[],
          ${of('funding_account_id')}::uuid[], ${of('currency')}::text[],
          ${of('received_at')}::timestamptz[]) as u (partner, id, funding, currency, received_at)
      ) as g
      order by g.partner, g.funding, g.currency, g.day, g.received_at, g.id
    ), counted as materialized (
      select f.*, (select coalesce(sum(d.amount), 0)
        from deposit d where d.partner_id = f.partner and d.funding_account_id = f.funding
          and d.currency = f.currency and d.received_at >= f.day and d.received_at <= f.received_at
          and (d.received_at < f.received_at or d.id < f.id)
          and d.status in ${countedDeposits})
        -- What came on an earlier day and goes on since this one counts for this one.
        + (select coalesce(sum(d.amount), 0)
        from deposit d where d.partner_id = f.partner and d.funding_account_id = f.funding
          and d.currency = f.currency and d.received_at < f.day and d.released_at >= f.day
          and d.released_at < f.day + interval '1 day'
          and d.status in ${forwardedDeposits}) as before
      from first f
    )
    select d.id, c.before + coalesce(sum(d.amount) over (partition by c.partner, c.funding,
      c.currency, c.day order by d.received_at, d.id
      rows between unbounded preceding and 1 preceding), 0) as arrived
    from counted c
    join deposit d on d.partner_id = c.partner and d.funding_account_id = c.funding
      and d.currency = c.currency and d.received_at >= c.received_at
      and d.received_at < c.day + interval '1 day'
      and (d.received_at > c.received_at or d.id >= c.id)
      and d.status in ${countedDeposits}`.execute(tx)
  const byId = new Map(rows.map(({ id, arrived }) => [id, arrived]))
  return deposits.map(({ id }) => byId.get(id) ?? 0n)
})

/** Worth of what a partner has had executed today, in millionths of a dollar. */
export async function readUsedToday(tx: Tx, partnerId: string): Promise<bigint> {
  const { rows } = await sql<{ used: bigint }>`
    select coalesce(sum(used), 0) as used from daily_usage
    where partner_id = ${partnerId}
      and day = (${serviceNow} at time zone 'UTC')::date`.execute(tx)
  return rows[0]?.used ?? 0n
}
