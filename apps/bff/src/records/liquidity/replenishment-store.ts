import { blockingReplenishmentStates, openReplenishmentStates, owingStates } from '@corridor/domain'
import { type SqlBool, sql } from 'kysely'
import type { Page } from '../../api/request/paging.ts'
import { rowsOfPage } from '../../db/keyset.ts'
import { nowAfterWait, serviceNow } from '../../db/moment.ts'
import { type NewRow, type RowChange, versionedTable } from '../../db/owned-table.ts'
import type { Tx } from '../../db/open.ts'
import type { ReplenishmentRow } from '../../db/schema/rows.ts'
import { listOf } from '../../db/lists.ts'

export type NewReplenishment = Omit<NewRow<'replenishment'>, 'status'>
export type ReplenishmentChange = RowChange<'replenishment'>

const replenishments = versionedTable('replenishment')
export const {
  find: findReplenishment,
  lock: lockReplenishment,
  update: updateReplenishment,
} = replenishments

/** The one of a drawing that is under way: there is never a second. */
export const lockOpen = (tx: Tx, partnerId: string, transactionId: string) =>
  replenishments
    .of(tx, partnerId)
    .where('transaction_id', '=', transactionId)
    .where('status', 'in', blockingReplenishmentStates)
    .forUpdate()
    .executeTakeFirst()

/** Those that one order on the chain pays, locked, in the order of their ids. */
export const lockOfOrder = (tx: Tx, partnerId: string, orderId: string) =>
  replenishments
    .of(tx, partnerId)
    .where('order_id', '=', orderId)
    .orderBy('id')
    .forUpdate()
    .execute()

export const findOfOrder = (tx: Tx, partnerId: string, orderId: string) =>
  replenishments.of(tx, partnerId).where('order_id', '=', orderId).orderBy('id').execute()

export const findOfBatch = (tx: Tx, partnerId: string, batchId: string) =>
  replenishments.of(tx, partnerId).where('batch_id', '=', batchId).orderBy('id').execute()

/** Those that were asked for under a key. */
export const findByKey = (tx: Tx, partnerId: string, key: Buffer): Promise<ReplenishmentRow[]> =>
  replenishments.of(tx, partnerId).where('request_key', '=', key).orderBy('id').execute()

/** By any transaction that was signed for it, or the one that brought a monitored deposit. */
export const findByHash = (tx: Tx, partnerId: string, hash: string): Promise<ReplenishmentRow[]> =>
  replenishments
    .of(tx, partnerId)
    .where(
      sql<SqlBool>`(hash = ${hash} or order_id = (select o.subject::uuid from chain_transaction c
        join chain_order o on o.chain_id = c.chain_id and o.sender = c.sender and o.nonce = c.nonce
          and o.purpose = c.purpose
        where c.hash = ${hash} and c.purpose = 'replenish' and o.partner_id = ${partnerId}
        limit 1))`,
    )
    .orderBy('id')
    .execute()

export const findOfDrawings = (tx: Tx, partnerId: string, transactionIds: readonly string[]) =>
  transactionIds.length === 0
    ? Promise.resolve([])
    : replenishments
        .of(tx, partnerId)
        .where('transaction_id', 'in', [...transactionIds])
        .orderBy('created_at')
        .orderBy('id')
        .execute()

/** Monitored deposits that are still waited for, the oldest first. */
export const lockAwaited = (tx: Tx, partnerId: string): Promise<ReplenishmentRow[]> =>
  replenishments
    .of(tx, partnerId)
    .where('source', '=', 'MONITORED_DEPOSIT')
    .where('status', 'in', openReplenishmentStates)
    .where(sql<SqlBool>`(expires_at is null or expires_at > ${nowAfterWait})`)
    .where(
      sql<SqlBool>`exists (select from liquidity_transaction t
        where t.partner_id = replenishment.partner_id and t.id = replenishment.transaction_id
          and t.status = any(${[...owingStates]}::text[]))`,
    )
    .orderBy('created_at')
    .orderBy('id')
    .forUpdate()
    .execute()

export const insertReplenishment = (tx: Tx, row: NewReplenishment) =>
  replenishments.insert(tx, { ...row, status: 'PENDING' })

export function listReplenishments(
  tx: Tx,
  partnerId: string,
  filter: { status?: ReplenishmentRow['status'] | undefined; transactionId?: string | undefined },
  page: Page,
) {
  let query = replenishments.of(tx, partnerId)
  if (filter.status !== undefined) query = query.where('status', '=', filter.status)
  if (filter.transactionId !== undefined)
    query = query.where('transaction_id', '=', filter.transactionId)
  return rowsOfPage(query, page)
}

/** What open replenishments will take from the operational wallet. */
export async function sumUnderWay(tx: Tx, partnerId: string): Promise<bigint> {
  const { rows } = await sql<{ sum: bigint }>`
    select coalesce((select sum(amount) from replenishment where partner_id = ${partnerId}
        and source = 'OPERATIONAL_WALLET' and status in ${listOf(blockingReplenishmentStates)}), 0)
      + coalesce((select sum(amount) from operational_withdrawal where partner_id = ${partnerId}
        and status = 'PENDING'), 0) as sum`.execute(tx)
  return rows[0]?.sum ?? 0n
}

type Order = { partner_id: string; order_id: string }

/** Orders of open replenishments from operational wallets. */
export async function ordersUnderWay(tx: Tx, limit: number): Promise<Order[]> {
  const { rows } = await sql<Order>`
    select partner_id, order_id from replenishment
    where status in ${listOf(openReplenishmentStates)} and order_id is not null
    group by 1, 2 order by min(created_at) limit ${limit}`.execute(tx)
  return rows
}

/** Monitored deposits that did not come. */
export const expiredMonitors = (tx: Tx, limit: number) =>
  tx
    .selectFrom('replenishment')
    .select(['partner_id', 'id'])
    .where('status', '=', 'PENDING')
    .where(sql<SqlBool>`expires_at <= ${serviceNow}`)
    .limit(limit)
    .execute()
