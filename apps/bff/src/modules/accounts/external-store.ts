import { type Selectable, sql } from 'kysely'
import { keyset, type Page, type SortKey } from '../../api/paging.ts'
import type { DB } from '../../db/types.generated.ts'
import type { Tx } from '../../db/open.ts'

export type ExternalAccountRow = Selectable<DB['external_account']>
export type AccountFilter = {
  entityId?: string | undefined
  status?: string | undefined
  jurisdictionId?: string | undefined
  kind?: ExternalAccountRow['kind'] | undefined
}
export type NewWalletAccount = {
  id: string
  entityId: string
  jurisdictionId: string
  holder: { name: string; type: string; address: Record<string, string> }
  wallet: { walletAddress: string; networkName: string; chainId: string; tokenAddress: string }
  nickname: string
  fingerprint: string
}

const sorts: Record<string, SortKey> = {
  createdAt: { expression: sql`created_at`, type: 'timestamptz' },
}

/** Finds an external account of this partner; another partner's is not found. */
export const findAccount = (
  tx: Tx,
  partnerId: string,
  id: string,
): Promise<ExternalAccountRow | undefined> =>
  tx
    .selectFrom('external_account')
    .selectAll()
    .where('partner_id', '=', partnerId)
    .where('id', '=', id)
    .where('status', '<>', 'DELETED')
    .executeTakeFirst()

/** The account that appears by itself when a wallet gets one; enabled, and once per fingerprint. */
export async function insertWalletAccount(tx: Tx, partnerId: string, account: NewWalletAccount) {
  return tx
    .insertInto('external_account')
    .values({
      partner_id: partnerId,
      id: account.id,
      entity_id: account.entityId,
      kind: 'NON_CUSTODIAL_WALLET',
      ownership: 'SELF',
      status: 'ENABLED',
      status_reason: '',
      jurisdiction_id: account.jurisdictionId,
      rails: ['BLOCKCHAIN'],
      holder: JSON.stringify(account.holder),
      account: '{}',
      wallet: JSON.stringify(account.wallet),
      nickname: account.nickname,
      source: 'API',
      fingerprint: account.fingerprint,
      created_at: sql<Date>`service_now()`,
      updated_at: sql<Date>`service_now()`,
      version: 1,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
}

export function listAccounts(tx: Tx, partnerId: string, filter: AccountFilter, page: Page) {
  const { sortKey, after, order, limit } = keyset(page, sorts)
  return filtered(tx, partnerId, filter)
    .selectAll()
    .select(sortKey)
    .where(after)
    .orderBy(order)
    .limit(limit)
    .execute()
}

export async function countAccounts(
  tx: Tx,
  partnerId: string,
  filter: AccountFilter,
): Promise<number> {
  const row = await filtered(tx, partnerId, filter)
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  return row.count
}

function filtered(
  tx: Tx,
  partnerId: string,
  { entityId, status, jurisdictionId, kind }: AccountFilter,
) {
  let query = tx.selectFrom('external_account').where('partner_id', '=', partnerId)
  query = status ? query.where('status', '=', status) : query.where('status', '<>', 'DELETED')
  if (entityId) query = query.where('entity_id', '=', entityId)
  if (jurisdictionId) query = query.where('jurisdiction_id', '=', jurisdictionId)
  if (kind) query = query.where('kind', '=', kind)
  return query
}

/** The newest transfers that name this account. */
export const recentTransfers = (tx: Tx, partnerId: string, accountId: string) =>
  tx
    .selectFrom('transfer')
    .select(['id', 'kind', 'status', 'created_at'])
    .where('partner_id', '=', partnerId)
    .where((where) =>
      where.or([where('from_account_id', '=', accountId), where('to_account_id', '=', accountId)]),
    )
    .where('status', 'not in', ['QUOTED', 'EXPIRED'])
    .orderBy('created_at', 'desc')
    .limit(10)
    .execute()
