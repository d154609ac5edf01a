import { type Insertable, sql } from 'kysely'
import type { Page } from '../../api/request/paging.ts'
import { rowsOfPage } from '../../db/keyset.ts'
import { serviceNow } from '../../db/moment.ts'
import { rowsOf } from '../../db/owned-table.ts'
import type { Tx } from '../../db/open.ts'
import type { DB } from '../../db/schema/types.generated.ts'

/**
 * Keeps a faucet payment's signed bytes: the dev chain writes its state once a second, and a node
 * that lost its last second gets them again, in the order in which they were made.
 */
export const keepFaucetTransaction = (tx: Tx, partnerId: string, paid: Paid) =>
  tx
    .insertInto('chain_transaction')
    .values({
      chain_id: paid.chainId,
      partner_id: partnerId,
      hash: paid.transactionHash,
      purpose: 'faucet',
      sender: 'faucet',
      // The faucet counts its own nonces; the block gives the order.
      nonce: Number(paid.blockNumber),
      raw: paid.rawTransaction,
      status: 'CONFIRMED',
      block_number: Number(paid.blockNumber),
      created_at: serviceNow,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

/** Payments of blocks that a chain dropped are not given back to it. */
export const dropFaucetTransactions = (
  tx: Tx,
  chainId: string,
  { from, to }: { from: number; to: number },
) =>
  tx
    .updateTable('chain_transaction')
    .set({ status: 'DROPPED', block_number: null, block_hash: null })
    .where((eb) => eb.and({ chain_id: chainId, purpose: 'faucet' }))
    .where('block_number', '>=', from)
    .where('block_number', '<=', to)
    .execute()

/** What an entry of a bank or a transaction of a chain became on the partner's credit line. */
export function findLiquidityPayment(
  tx: Tx,
  partnerId: string,
  key: { bankEntry: string } | { hash: string },
) {
  const query = tx
    .selectFrom('liquidity_payment')
    .select('id')
    .where('partner_id', '=', partnerId)
    .limit(1)
  return 'bankEntry' in key
    ? query.where('bank_entry', '=', key.bankEntry).executeTakeFirst()
    : query.where('hash', '=', key.hash).executeTakeFirst()
}

/** The deposit that an entry of a bank or a transaction of a chain became; of any partner for a worker. */
export function findDeposit(
  tx: Tx,
  partnerId: string | undefined,
  key: { bankEntry: string } | { chainId: string; hash: string },
) {
  let query = tx.selectFrom('deposit').selectAll()
  if (partnerId !== undefined) query = query.where('partner_id', '=', partnerId)
  query =
    'bankEntry' in key
      ? query.where('bank_entry', '=', key.bankEntry)
      : query.where('chain_id', '=', key.chainId).where('hash', '=', key.hash)
  return query.limit(1).executeTakeFirst()
}

export type Paid = {
  transactionHash: string
  blockNumber: bigint
  rawTransaction: string
  chainId: string
  amount: number
  currency: string
}

/** Moves the database's clock, with the partitions that the new time needs. */
export async function moveClock(tx: Tx, seconds: number): Promise<Date> {
  const step = sql`make_interval(secs => ${seconds})`
  await sql`select ensure_month_partitions(${serviceNow} + ${step} + interval '1 month')`.execute(
    tx,
  )
  const { rows } = await sql<{ now: Date }>`select advance_service_clock(${step}) as now`.execute(
    tx,
  )
  const [row] = rows
  if (!row) throw new Error('the clock gave no time')
  return row.now
}

type NewMessage = Omit<Insertable<DB['sandbox_message']>, 'created_at'>

export const insertMessage = (tx: Tx, message: NewMessage) =>
  tx
    .insertInto('sandbox_message')
    .values({ ...message, created_at: serviceNow })
    .execute()

/** The partner's messages; addresses compare without case. */
export function listMessages(
  tx: Tx,
  partnerId: string,
  { channel, to }: { channel?: 'EMAIL' | 'SMS' | undefined; to?: string | undefined },
  page: Page,
) {
  let query = rowsOf(tx, 'sandbox_message', { partner_id: partnerId })
  if (channel) query = query.where('channel', '=', channel)
  if (to) query = query.where(sql<boolean>`lower(recipient) = lower(${to})`)
  return rowsOfPage(query, page)
}
