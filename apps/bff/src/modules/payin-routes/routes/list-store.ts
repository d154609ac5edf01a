import type { payinRoutes } from '@corridor/contract'
import { likePattern } from '../../../db/like.ts'
import { sql } from 'kysely'
import { rowsOfPage, type SortKey } from '../../../db/keyset.ts'
import type { FilterOf, Page } from '../../../api/request/paging.ts'
import type { Tx } from '../../../db/open.ts'
import { countOf } from '../../../db/owned-table.ts'

export type RouteFilter = FilterOf<typeof payinRoutes.list>

const sorts: Record<string, SortKey> = {
  createdAt: { expression: sql`r.created_at`, type: 'timestamptz' },
}

/** Routes with their two accounts and the customers that these belong to. */
const withEnds = (tx: Tx, partnerId: string) =>
  tx
    .selectFrom('payin_route as r')
    .innerJoin('funding_account as f', (join) =>
      join.onRef('f.partner_id', '=', 'r.partner_id').onRef('f.id', '=', 'r.funding_account_id'),
    )
    .innerJoin('entity as o', (join) =>
      join.onRef('o.partner_id', '=', 'f.partner_id').onRef('o.id', '=', 'f.entity_id'),
    )
    .innerJoin('external_account as a', (join) =>
      join.onRef('a.partner_id', '=', 'r.partner_id').onRef('a.id', '=', 'r.external_account_id'),
    )
    .innerJoin('entity as d', (join) =>
      join.onRef('d.partner_id', '=', 'a.partner_id').onRef('d.id', '=', 'a.entity_id'),
    )
    .where('r.partner_id', '=', partnerId)

const records = (tx: Tx, partnerId: string) =>
  withEnds(tx, partnerId)
    .selectAll('r')
    .select([
      'f.entity_id as owner_id',
      'f.jurisdiction_id as source_id',
      'f.status as funding_status',
      'f.deposit_info',
      'f.return_strategy',
      'f.return_target',
      'o.first_name as owner_first_name',
      'o.last_name as owner_last_name',
      'o.business_name as owner_business_name',
      'a.entity_id as recipient_id',
      'a.jurisdiction_id as target_id',
      'a.kind as account_kind',
      'a.status as account_status',
      'a.nickname',
      'a.holder',
      'a.account',
      'a.wallet',
      'a.verification',
      'd.first_name as recipient_first_name',
      'd.last_name as recipient_last_name',
      'd.business_name as recipient_business_name',
    ])

export type RouteRecord = Awaited<ReturnType<typeof listRoutes>>[number]

export const findRecord = (tx: Tx, partnerId: string, id: string) =>
  records(tx, partnerId).where('r.id', '=', id).executeTakeFirst()

export function listRoutes(tx: Tx, partnerId: string, filter: RouteFilter, page: Page) {
  return rowsOfPage(records(tx, partnerId).where(matches(filter)), page, sorts, sql`r.id`)
}

export const countRoutes = (tx: Tx, partnerId: string, filter: RouteFilter) =>
  countOf(withEnds(tx, partnerId).where(matches(filter)))

function matches(filter: RouteFilter) {
  const conditions = [
    filter.status ? sql`r.status = ${filter.status}` : undefined,
    filter.entityId ? sql`f.entity_id = ${filter.entityId}` : undefined,
    filter.fundingAccountId ? sql`r.funding_account_id = ${filter.fundingAccountId}` : undefined,
    filter.externalAccountId ? sql`r.external_account_id = ${filter.externalAccountId}` : undefined,
    filter.jurisdictionId
      ? sql`${filter.jurisdictionId} in (f.jurisdiction_id, a.jurisdiction_id)`
      : undefined,
    filter.q === undefined || filter.q === '' ? undefined : matchesText(filter.q),
  ].filter((condition) => condition !== undefined)
  return conditions.length > 0
    ? sql<boolean>`(${sql.join(conditions, sql` and `)})`
    : sql<boolean>`true`
}

/** Names of both customers and of the payee, how the account is called, and where money comes in. */
function matchesText(q: string) {
  const pattern = likePattern(q.toLowerCase())
  return sql`lower(concat_ws(' ', o.first_name, o.last_name, o.business_name, o.latin_name,
    d.first_name, d.last_name, d.business_name, d.latin_name, a.nickname, a.holder->>'name',
    a.holder->>'latinName', a.wallet->>'walletAddress',
    f.deposit_info->>'bank_account_number', f.deposit_info->>'depositWalletAddress')) like ${pattern}`
}
