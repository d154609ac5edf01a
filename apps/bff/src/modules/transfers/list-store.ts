import { sql } from 'kysely'
import { endOf, keyset, type Page, type SortKey } from '../../api/paging.ts'
import type { Tx } from '../../db/open.ts'
import { records } from './store.ts'

export type TransferFilter = {
  statuses?: string[] | undefined
  eventStatus?: string | undefined
  direction?: string | undefined
  currency?: string | undefined
  jurisdiction?: string | undefined
  amountMin?: string | undefined
  amountMax?: string | undefined
  createdFrom?: string | undefined
  createdTo?: string | undefined
  completedFrom?: string | undefined
  completedTo?: string | undefined
  entityId?: string | undefined
  role?: 'from' | 'to' | 'any' | undefined
  accountId?: string | undefined
  fundingAccountId?: string | undefined
  routeId?: string | undefined
  hash?: string | undefined
  q?: string | undefined
  includeQuotes: boolean
}

const sorts: Record<string, SortKey> = {
  createdAt: { expression: sql`created_at`, type: 'timestamptz' },
  amountIn: { expression: sql`value_in`, type: 'numeric' },
  status: { expression: sql`status`, type: 'text' },
  completedAt: { expression: sql`coalesce(completed_at, '-infinity')`, type: 'timestamptz' },
}

export function listTransfers(tx: Tx, partnerId: string, filter: TransferFilter, page: Page) {
  const { sortKey, after, order, limit } = keyset(page, sorts)
  return records(tx, partnerId)
    .select(sortKey)
    .where(matches(filter))
    .where(after)
    .orderBy(order)
    .limit(limit)
    .execute()
}

export async function countTransfers(
  tx: Tx,
  partnerId: string,
  filter: TransferFilter,
): Promise<number> {
  const row = await tx
    .selectFrom('transfer')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('partner_id', '=', partnerId)
    .where(matches(filter))
    .executeTakeFirstOrThrow()
  return row.count
}

export type SummaryRow = {
  status: string
  currency_in: string
  scale_in: number
  currency_out: string
  scale_out: number
  count: number
  amount_in: bigint
  amount_out: bigint
  fees: bigint
}

export const summarise = (
  tx: Tx,
  partnerId: string,
  filter: TransferFilter,
): Promise<SummaryRow[]> =>
  tx
    .selectFrom('transfer')
    .select(['currency_in', 'scale_in', 'currency_out', 'scale_out'])
    .select([
      visibleStatus.as('status'),
      sql<number>`count(*)::int`.as('count'),
      sql<bigint>`sum(amount_in)`.as('amount_in'),
      sql<bigint>`sum(amount_out)`.as('amount_out'),
      sql<bigint>`sum(partner_fees + svc_fees + tx_fees)`.as('fees'),
    ])
    .where('partner_id', '=', partnerId)
    .where(matches(filter))
    .groupBy(['currency_in', 'scale_in', 'currency_out', 'scale_out', visibleStatus])
    .execute()

/** An open quote past its end reads as expired even before the sweeper has seen it. */
const visibleStatus = sql<string>`case when status = 'QUOTED' and valid_until <= service_now() then 'EXPIRED' else status end`

function matches(filter: TransferFilter) {
  const { entityId, role = 'any', accountId, q, hash, jurisdiction, currency } = filter
  const conditions = [
    filter.includeQuotes ? sql`true` : sql`started_at is not null`,
    filter.statuses ? sql`${visibleStatus} = any(${filter.statuses})` : undefined,
    filter.eventStatus ? sql`event_status = ${filter.eventStatus}` : undefined,
    filter.direction ? sql`direction = ${filter.direction}` : undefined,
    currency ? sql`(currency_in = ${currency} or currency_out = ${currency})` : undefined,
    jurisdiction
      ? sql`${jurisdiction} in (jurisdiction_in, jurisdiction_out, from_party->>'jurisdiction', to_party->>'jurisdiction')`
      : undefined,
    filter.amountMin ? sql`value_in >= ${filter.amountMin}::numeric * 1e18` : undefined,
    filter.amountMax ? sql`value_in <= ${filter.amountMax}::numeric * 1e18` : undefined,
    filter.createdFrom ? sql`created_at >= ${new Date(filter.createdFrom)}` : undefined,
    filter.createdTo ? sql`created_at < ${endOf(filter.createdTo)}` : undefined,
    filter.completedFrom ? sql`completed_at >= ${new Date(filter.completedFrom)}` : undefined,
    filter.completedTo ? sql`completed_at < ${endOf(filter.completedTo)}` : undefined,
    entityId && role !== 'to'
      ? role === 'any'
        ? sql`(from_entity_id = ${entityId} or to_entity_id = ${entityId})`
        : sql`from_entity_id = ${entityId}`
      : undefined,
    entityId && role === 'to' ? sql`to_entity_id = ${entityId}` : undefined,
    accountId ? sql`(from_account_id = ${accountId} or to_account_id = ${accountId})` : undefined,
    hash ? sql`transaction_hash = ${hash.toLowerCase()}` : undefined,
    q
      ? sql`(search_text like ${`%${q.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`} or transaction_hash = ${q.toLowerCase()})`
      : undefined,
  ].filter((condition) => condition !== undefined)
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`
}
