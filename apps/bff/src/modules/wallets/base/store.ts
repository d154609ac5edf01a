import { noId } from '../../../db/no-id.ts'
import { type Insertable, type Selectable, sql } from 'kysely'
import { likePattern } from '../../../db/like.ts'
import { rowsOfPage, type SortKey } from '../../../db/keyset.ts'
import type { Page } from '../../../api/request/paging.ts'
import type { DB } from '../../../db/schema/types.generated.ts'
import { serviceNow } from '../../../db/moment.ts'
import { rowsOf } from '../../../db/owned-table.ts'
import type { Tx } from '../../../db/open.ts'

export type WalletRow = Selectable<DB['wallet']>
export type WalletAccountRow = Selectable<DB['wallet_account']>
export type WalletActivity = Selectable<DB['wallet_activity']>

export const insertActivity = (
  tx: Tx,
  activity: Omit<Insertable<DB['wallet_activity']>, 'created_at'>,
) =>
  tx
    .insertInto('wallet_activity')
    .values({ ...activity, created_at: serviceNow })
    .execute()

export const findActivity = (tx: Tx, partnerId: string, id: string) =>
  rowsOf(tx, 'wallet_activity', { partner_id: partnerId, id }).executeTakeFirst()

/** Marks an activity as recorded and holds its row; false where it was recorded before. */
export const markRecorded = (tx: Tx, partnerId: string, id: string): Promise<boolean> =>
  mark(tx, partnerId, id, 'recorded_at')

/** Notes that an activity was signed for and waits; false where that was noted before. */
export const markWaiting = (tx: Tx, partnerId: string, id: string): Promise<boolean> =>
  mark(tx, partnerId, id, 'waiting_at')

async function mark(tx: Tx, partnerId: string, id: string, time: 'recorded_at' | 'waiting_at') {
  const row = await tx
    .updateTable('wallet_activity')
    .set({ [time]: serviceNow })
    .where((eb) => eb.and({ partner_id: partnerId, id }))
    .where(time, 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Whether the event of a new method was written: a crash can come between the signer and it. */
export async function isMethodNotified(
  tx: Tx,
  partnerId: string,
  entityId: string,
  authId: string,
) {
  const row = await tx
    .selectFrom('event')
    .select('id')
    .where((eb) => eb.and({ partner_id: partnerId, subject_id: entityId, status: 'auth_added' }))
    .where(sql<boolean>`object->>'authId' = ${authId}`)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

const walletOf = (tx: Tx, partnerId: string, entityId: string, id: string) =>
  rowsOf(tx, 'wallet', { partner_id: partnerId, entity_id: entityId, id })

export const findWallet = (...wallet: Parameters<typeof walletOf>) =>
  walletOf(...wallet).executeTakeFirst()

/** Locks a wallet, so that its accounts are recorded one after another. */
export const lockWallet = (...wallet: Parameters<typeof walletOf>) =>
  walletOf(...wallet)
    .forUpdate()
    .executeTakeFirst()

/** Inserts a wallet; false where it is recorded already. */
export async function insertWallet(
  tx: Tx,
  wallet: { partnerId: string; id: string; entityId: string; name: string },
) {
  const row = await tx
    .insertInto('wallet')
    .values({
      partner_id: wallet.partnerId,
      id: wallet.id,
      entity_id: wallet.entityId,
      name: wallet.name,
      created_at: serviceNow,
    })
    .onConflict((conflict) => conflict.columns(['partner_id', 'id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export const findWalletAccount = (tx: Tx, partnerId: string, id: string) =>
  rowsOf(tx, 'wallet_account', { partner_id: partnerId, id }).executeTakeFirst()

/** A wallet has one account of a jurisdiction at each path. */
export const findAccountAt = (
  tx: Tx,
  partnerId: string,
  place: { walletId: string; jurisdictionId: string; path: string },
) =>
  rowsOf(tx, 'wallet_account', {
    partner_id: partnerId,
    wallet_id: place.walletId,
    jurisdiction_id: place.jurisdictionId,
    path: place.path,
  }).executeTakeFirst()

export type NewWalletAccount = Omit<WalletAccountRow, 'created_at'>

export const insertWalletAccount = (tx: Tx, account: NewWalletAccount) =>
  tx
    .insertInto('wallet_account')
    .values({ ...account, created_at: serviceNow })
    .returningAll()
    .executeTakeFirstOrThrow()
export const walletsOf = (tx: Tx, partnerId: string, entityId: string): Promise<WalletRow[]> =>
  rowsOf(tx, 'wallet', { partner_id: partnerId, entity_id: entityId })
    .orderBy('created_at')
    .orderBy('id')
    .execute()

export function accountsOf(
  tx: Tx,
  partnerId: string,
  entityId: string,
  only: {
    walletId?: string | undefined
    jurisdictionId?: string | undefined
    address?: string | undefined
  } = {},
): Promise<WalletAccountRow[]> {
  let query = rowsOf(tx, 'wallet_account', { partner_id: partnerId, entity_id: entityId })
  if (only.walletId) query = query.where('wallet_id', '=', only.walletId)
  if (only.jurisdictionId) query = query.where('jurisdiction_id', '=', only.jurisdictionId)
  if (only.address) query = query.where(sql<boolean>`lower(address) = lower(${only.address})`)
  return query.orderBy('created_at').orderBy('id').execute()
}

export type TokenTransferRow = Selectable<DB['token_transfer']> & {
  id: string
  sort_key: string
  execution: string | null
  gas_used: bigint | null
  gas_price: bigint | null
}

// A chain record has no UUID; block and log index order it, and this takes its place where a page
// needs an id.
const noUuid = sql`${sql.lit(noId)}::uuid`
const sorts: Record<string, SortKey> = {
  createdAt: { expression: sql`t.block_number * 100000 + t.log_index`, type: 'bigint' },
}

/** Token transfers of one address on one chain, newest first, with the execution that caused them. */
export function tokenTransfers(
  tx: Tx,
  partnerId: string,
  chainId: string,
  address: string,
  page: Page,
) {
  const query = tx
    .selectFrom('token_transfer as t')
    .leftJoin('chain_transaction as c', (join) =>
      join
        .onRef('c.chain_id', '=', 't.chain_id')
        .onRef('c.hash', '=', 't.hash')
        .on('c.partner_id', '=', partnerId),
    )
    .selectAll('t')
    .select([
      sql<string>`${noUuid}`.as('id'),
      'c.transfer_id as execution',
      'c.gas_used',
      'c.gas_price',
    ])
    .where('t.chain_id', '=', chainId)
    .where((where) =>
      where.or([
        where('t.from_address', '=', address.toLowerCase()),
        where('t.to_address', '=', address.toLowerCase()),
      ]),
    )
  return rowsOfPage(query, page, sorts, noUuid)
}

const listSorts: Record<string, SortKey> = {
  createdAt: { expression: sql`wallet.created_at`, type: 'timestamptz' },
}

/** A page of the partner's wallets; `search` matches wallet, owner or address. */
export function listWallets(tx: Tx, partnerId: string, page: Page, search: string | undefined) {
  let query = tx.selectFrom('wallet').selectAll('wallet').where('wallet.partner_id', '=', partnerId)
  if (search !== undefined) {
    const like = likePattern(search)
    query = query.where(
      sql<boolean>`(wallet.name ilike ${like}
        or exists (select from entity e where e.partner_id = wallet.partner_id
          and e.id = wallet.entity_id and (e.email ilike ${like}
            or concat_ws(' ', e.first_name, e.last_name, e.business_name, e.latin_name) ilike ${like}))
        or exists (select from wallet_account a where a.partner_id = wallet.partner_id
          and a.wallet_id = wallet.id and a.address ilike ${like}))`,
    )
  }
  return rowsOfPage(query, page, listSorts, sql`wallet.id`)
}

export const accountsOfWallets = (tx: Tx, partnerId: string, walletIds: string[]) =>
  rowsOf(tx, 'wallet_account', { partner_id: partnerId })
    .where('wallet_id', 'in', walletIds)
    .orderBy('created_at')
    .orderBy('id')
    .execute()

export const ownersOf = (tx: Tx, partnerId: string, entityIds: string[]) =>
  rowsOf(tx, 'entity', { partner_id: partnerId }).where('id', 'in', entityIds).execute()

/**
 * Whose addresses these are, lower case, among the partner's wallets and accounts: the name of the
 * holder.
 */
export async function holdersOf(
  tx: Tx,
  partnerId: string,
  addresses: readonly string[],
): Promise<Map<string, string>> {
  if (addresses.length === 0) return new Map()
  const { rows } = await sql<{ address: string; name: string }>`
    select lower(wallet->>'walletAddress') as address, min(holder->>'name') as name
      from external_account
      where partner_id = ${partnerId} and status <> 'DELETED' and wallet is not null
        and lower(wallet->>'walletAddress') = any(${[...addresses]}::text[])
      group by 1`.execute(tx)
  return new Map(rows.map(({ address, name }) => [address, name]))
}

/** Which of these addresses, lower case, the service watches and no wallet has: its own. */
export async function serviceAddresses(tx: Tx, chainId: string, addresses: readonly string[]) {
  if (addresses.length === 0) return []
  const rows = await tx
    .selectFrom('watched_address as w')
    .select('w.address')
    .where('w.chain_id', '=', chainId)
    .where('w.address', 'in', addresses)
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('wallet_account as a')
            .select('a.id')
            .where('a.chain_id', '=', chainId)
            .where(sql<boolean>`lower(a.address) = w.address`),
        ),
      ),
    )
    .execute()
  return rows.map(({ address }) => address)
}
