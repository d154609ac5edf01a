import type { payinRoutes } from '@corridor/contract'
import { likePattern } from '../../../db/like.ts'
import { sql } from 'kysely'
import { parseId } from '@corridor/domain'
import { keyset, type SortKey } from '../../../db/keyset.ts'
import { type FilterOf, endOf, type Page } from '../../../api/request/paging.ts'
import { serviceNow } from '../../../db/moment.ts'
import type { Tx } from '../../../db/open.ts'
import type { DepositRow } from '../../../db/schema/rows.ts'
import { depositsInFlight } from '../../../records/deposits/state-lists.ts'

export type DepositFilter = FilterOf<typeof payinRoutes.listDeposits> & {
  routeId?: string | undefined
}

/** The execution that carries a deposit, as far as its record shows it. */
export type CarrierFacts = {
  carrier_id: string
  transfer_kind: 'wallet' | 'ordinary'
  transfer_status: string
  transfer_event: string
  transfer_deposit: string | null
  transaction_id: string
  /** A return has no quote: nothing was or will be paid to the destination. */
  is_quoted: boolean
  held_until: Date | null
  failure: unknown
  to_account_id: string
  amount_out: bigint
  currency_out: string
  scale_out: number
  rate: string
  partner_fees: bigint
  svc_fees: bigint
  tx_fees: bigint
}
type NoCarrier = { [K in keyof CarrierFacts]: null }
type Owner = {
  owner_id: string | null
  first_name: string | null
  last_name: string | null
  business_name: string | null
}
export type DepositRecord = DepositRow &
  Owner &
  (CarrierFacts | NoCarrier) & {
    /** Who pays the transfer that it names, where it came in on none of the customer's accounts. */
    transfer_from_account: string | null
    /** What its route's version leads to, and in which jurisdiction. */
    destination_id: string | null
    destination_jurisdiction: string | null
    payout_kind: 'BANK' | 'CHAIN' | null
    payout_reference: string | null
    /** Of one that is held for compliance without an execution: whether the cause lasts. */
    compliance_lasts: boolean
  }

const sorts: Record<string, SortKey> = {
  receivedAt: { expression: sql`d.received_at`, type: 'timestamptz' },
}

const approved = (entity: string, jurisdiction: string) => sql`exists (
  select from approved_at(clock.at) c where c.partner_id = d.partner_id and c.entity_id = ${sql.raw(entity)}
    and c.jurisdiction_id = ${sql.raw(jurisdiction)})`

/** A side is not verified now, or the sender is looked at; that its route is still off says nothing. */
const complianceLasts = sql<boolean>`case when d.held_reason = 'COMPLIANCE' then (
    select d.held_behind <> '' or not ${approved('o.id', 'd.jurisdiction_id')}
      or (a.id is not null and not ${approved('a.entity_id', 'a.jurisdiction_id')})
    from (select ${serviceNow} as at) as clock)
  else false end`

/** Its transfer carries it unless it is held for being none of that transfer's business. */
const source = sql`
  from deposit d
  left join funding_account f on f.partner_id = d.partner_id and f.id = d.funding_account_id
  left join transfer n on n.partner_id = d.partner_id and n.id = d.transfer_id
  left join transfer t on t.partner_id = n.partner_id and t.id = n.id
    and (d.status <> 'HELD' or n.deposit_id = d.id)
  left join entity o on o.partner_id = d.partner_id
    and o.id = coalesce(f.entity_id, n.from_entity_id)
  left join payin_destination v on v.partner_id = d.partner_id and v.route_id = d.route_id
    and v.version = d.destination_version
  left join external_account a on a.partner_id = v.partner_id and a.id = v.external_account_id
  left join lateral (
    select p.kind, p.reference from payout p
    where p.partner_id = t.partner_id and p.transfer_id = t.id and p.reference <> ''
    order by p.created_at desc, p.attempt desc limit 1) p on true`

const columns = sql`d.*, o.id as owner_id, o.first_name, o.last_name, o.business_name,
  n.from_account_id as transfer_from_account, v.external_account_id as destination_id, a.jurisdiction_id as destination_jurisdiction,
  t.id as carrier_id, t.kind as transfer_kind, t.status as transfer_status,
  t.event_status as transfer_event, t.deposit_id as transfer_deposit, t.transaction_id,
  t.quote is not null as is_quoted, t.held_until, t.failure, t.to_account_id, t.amount_out,
  t.currency_out, t.scale_out, t.rate, t.partner_fees, t.svc_fees, t.tx_fees,
  p.kind as payout_kind, p.reference as payout_reference, ${complianceLasts} as compliance_lasts`

/** One deposit of this partner; another partner's is not found. */
export async function findDeposit(tx: Tx, partnerId: string, id: string) {
  const { rows } = await sql<DepositRecord>`
    select ${columns} ${source} where d.partner_id = ${partnerId} and d.id = ${id}`.execute(tx)
  return rows[0]
}

/** A deposit of any partner, for the operator. */
export async function findDepositOfAny(tx: Tx, id: string): Promise<DepositRecord | undefined> {
  const { rows } = await sql<DepositRecord>`
    select ${columns} ${source} where d.id = ${id}`.execute(tx)
  return rows[0]
}

/** Several of them, oldest first; those of another partner are left out. */
export async function findDeposits(tx: Tx, partnerId: string, ids: readonly string[]) {
  const { rows } = await sql<DepositRecord>`
    select ${columns} ${source} where d.partner_id = ${partnerId}
      and d.id = any(${[...ids]}::uuid[]) order by d.received_at, d.id`.execute(tx)
  return rows
}

/** A page of deposits, one more than asked for. */
export async function listDeposits(tx: Tx, partnerId: string, filter: DepositFilter, page: Page) {
  const { sortKey, after, order, limit } = keyset(page, sorts, sql`d.id`)
  const { rows } = await sql<DepositRecord & { sort_key: string }>`
    select ${columns}, ${sortKey} ${source}
    where ${matching(partnerId, filter)} and ${after} order by ${order} limit ${limit}`.execute(tx)
  return rows
}

/** How many deposits there are. */
export async function countDeposits(tx: Tx, partnerId: string, filter: DepositFilter) {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count ${filter.entityId === undefined ? sql`from deposit d` : source}
    where ${matching(partnerId, filter)}`.execute(tx)
  return rows[0]?.count ?? 0
}

export type DepositSums = {
  currency: string
  scale: number
  /** Null where nothing was forwarded. */
  currency_out: string | null
  scale_out: number | null
  count: number
  in_flight: number
  held: number
  received: bigint
  forwarded: bigint
}

/** Sums of deposits by the currency that came in and the one that was paid out. */
export async function sumDeposits(
  tx: Tx,
  partnerId: string,
  filter: Omit<DepositFilter, 'entityId'>,
): Promise<DepositSums[]> {
  const { rows } = await sql<DepositSums>`
    select d.currency, d.scale, t.currency_out, t.scale_out, count(*)::int as count,
      count(*) filter (where d.status in ${depositsInFlight})::int as in_flight,
      count(*) filter (where d.status = 'HELD')::int as held,
      sum(d.amount) as received, coalesce(sum(t.amount_out), 0) as forwarded
    from deposit d
    left join transfer t on t.partner_id = d.partner_id and t.id = d.transfer_id
      and d.status = 'FORWARDED'
    where ${matching(partnerId, filter)}
    group by 1, 2, 3, 4`.execute(tx)
  return rows
}

function matching(partnerId: string, filter: DepositFilter) {
  const { q } = filter
  const like = q === undefined ? '' : likePattern(q)
  const conditions = [
    sql`d.partner_id = ${partnerId}`,
    filter.routeId !== undefined && sql`d.route_id = ${filter.routeId}`,
    filter.status !== undefined && sql`d.status = ${filter.status}`,
    filter.heldReason !== undefined && sql`d.held_reason = ${filter.heldReason}`,
    filter.fundingAccountId !== undefined && sql`d.funding_account_id = ${filter.fundingAccountId}`,
    filter.entityId !== undefined && sql`o.id = ${filter.entityId}`,
    filter.receivedFrom !== undefined &&
      sql`d.received_at >= ${new Date(filter.receivedFrom)}::timestamptz`,
    filter.receivedTo !== undefined &&
      sql`d.received_at < ${endOf(filter.receivedTo)}::timestamptz`,
    q !== undefined &&
      sql`(d.sender->>'name' ilike ${like} or d.sender->>'ultimateName' ilike ${like} or d.sender->>'reference' ilike ${like}
        or d.sender->>'walletAddress' ilike ${like} or d.bank_entry ilike ${like}
        or d.hash ilike ${like} or d.id = ${parseId('dep', q) ?? null}::uuid)`,
  ]
  return sql.join(
    conditions.filter((condition) => condition !== false),
    sql` and `,
  )
}
