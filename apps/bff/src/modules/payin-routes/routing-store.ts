import { sql } from 'kysely'
import type { Tx } from '../../db/open.ts'
import type { FundingRow } from '../accounts/funding-store.ts'
import type { DepositRow } from '../transfers/deposit-place.ts'
import type { RouteRow } from './route-store.ts'

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
  return { routes, destinations, account }
}

/** An active route first, then the one that was changed last. */
async function holdRoutes(tx: Tx, deposit: DepositRow): Promise<RouteRow[]> {
  const { rows } = await sql<RouteRow>`
    select * from payin_route
    where partner_id = ${deposit.partner_id} and funding_account_id = ${deposit.funding_account_id}
    order by id for share`.execute(tx)
  return rows.toSorted(
    (a, b) =>
      Number(b.status === 'active') - Number(a.status === 'active') ||
      b.updated_at.getTime() - a.updated_at.getTime(),
  )
}

async function readDestinations(tx: Tx, deposit: DepositRow): Promise<DestinationRow[]> {
  const { rows } = await sql<DestinationRow>`
    select d.route_id, d.version, d.external_account_id, d.valid_from
    from payin_route r join payin_destination d
      on d.partner_id = r.partner_id and d.route_id = r.id
    where r.partner_id = ${deposit.partner_id}
      and r.funding_account_id = ${deposit.funding_account_id}`.execute(tx)
  return rows
}

async function readAccount(tx: Tx, deposit: DepositRow): Promise<AccountFacts | undefined> {
  const { rows } = await sql<AccountFacts>`
    select f.id, f.entity_id, f.jurisdiction_id, f.status, f.return_strategy, f.return_target,
      exists (
        select from kyc_capability c
        left join kyc_file k on k.partner_id = c.partner_id and k.entity_id = c.entity_id
        where c.partner_id = f.partner_id and c.entity_id = f.entity_id
          and c.jurisdiction_id = f.jurisdiction_id and c.status = 'APPROVED'
          and (k.expires_at is null or k.expires_at > service_now())) as is_verified,
      p.settings,
      coalesce((select sum(u.used) from daily_usage u where u.partner_id = f.partner_id
        and u.day = (service_now() at time zone 'UTC')::date), 0) as used_today,
      coalesce((select sum(d.amount) from deposit d where d.partner_id = f.partner_id
        and d.funding_account_id = f.id and d.currency = ${deposit.currency}
        and d.received_at >= date_trunc('day', ${deposit.received_at}::timestamptz, 'UTC')
        and (d.received_at, d.id) < (${deposit.received_at}::timestamptz, ${deposit.id}::uuid)
        and d.status in ('RECEIVED', 'SCREENING', 'FORWARDING', 'FORWARDED')), 0) as arrived_today
    from funding_account f join partner p on p.id = f.partner_id
    where f.partner_id = ${deposit.partner_id} and f.id = ${deposit.funding_account_id}`.execute(tx)
  return rows[0]
}

/** Worth of what a partner has had executed today, in millionths of a dollar. */
export async function readUsedToday(tx: Tx, partnerId: string): Promise<bigint> {
  const { rows } = await sql<{ used: bigint }>`
    select coalesce(sum(used), 0) as used from daily_usage
    where partner_id = ${partnerId}
      and day = (service_now() at time zone 'UTC')::date`.execute(tx)
  return rows[0]?.used ?? 0n
}
