import { statesWhere, transferStates } from '@corridor/domain'
import { asHex } from '@corridor/chains'
import type { Cursor, FinalBatch, ReadBlock, TokenTransfer } from '@corridor/chains'
import { type Insertable, sql } from 'kysely'
import { type OrderKey, type OrderPurpose, orderPurposeList, type OrderRow } from './order-store.ts'
import { serviceNow } from '../../db/moment.ts'
import type { Tx } from '../../db/open.ts'
import type { DB } from '../../db/schema/types.generated.ts'
import type { TransferKey } from '../../ports/jobs.ts'

/** The last block whose effects are in the database. */
export async function readCursor(tx: Tx, chainId: string): Promise<Cursor | undefined> {
  const row = await tx
    .selectFrom('chain_cursor')
    .select(['block_number', 'block_hash'])
    .where('chain_id', '=', chainId)
    .executeTakeFirst()
  if (!row) return undefined
  return { blockNumber: BigInt(row.block_number), blockHash: asHex(row.block_hash) }
}

/** Moves the cursor by compare-and-set; false when another process has moved it. */
export async function moveCursor(tx: Tx, chainId: string, { previous, next }: FinalBatch) {
  const at = {
    block_number: Number(next.blockNumber),
    block_hash: next.blockHash,
    updated_at: serviceNow,
  }
  if (!previous) {
    const inserted = await tx
      .insertInto('chain_cursor')
      .values({ chain_id: chainId, ...at })
      .onConflict((conflict) => conflict.doNothing())
      .returning('chain_id')
      .executeTakeFirst()
    return inserted !== undefined
  }
  const moved = await tx
    .updateTable('chain_cursor')
    .set(at)
    .where('chain_id', '=', chainId)
    .where('block_number', '=', Number(previous.blockNumber))
    .where('block_hash', '=', previous.blockHash)
    .returning('chain_id')
    .executeTakeFirst()
  return moved !== undefined
}

/** Keeps the token transfers of watched addresses; one that comes again after a rewind is placed anew. */
export async function insertTokenTransfers(tx: Tx, chainId: string, blocks: readonly ReadBlock[]) {
  const all = blocks.flatMap(({ transfers }) => transfers)
  if (all.length === 0) return
  await sql`
    insert into token_transfer (${transferColumns})
    select r.* from ${transferRows(chainId, all)}
    where exists (select from watched_address w
      where w.chain_id = ${chainId} and w.address in (r.payer, r.payee))
    on conflict (chain_id, hash, log_index) do update set block_number = excluded.block_number,
      block_hash = excluded.block_hash, block_time = excluded.block_time`.execute(tx)
}

/** Keeps transfers that were found later; returns how many were not known. */
export async function insertFound(tx: Tx, chainId: string, transfers: readonly TokenTransfer[]) {
  if (transfers.length === 0) return 0
  const { rows } = await sql<{ hash: string }>`
    insert into token_transfer (${transferColumns})
    select r.* from ${transferRows(chainId, transfers)}
    on conflict do nothing returning hash`.execute(tx)
  return rows.length
}

const transferColumns = sql`chain_id, hash, log_index, block_number, block_hash, block_time, token,
  from_address, to_address, amount`

const transferRows = (chainId: string, all: readonly TokenTransfer[]) => sql`(
  select ${chainId}::text as chain_id, u.hash, u.log_index, u.block_number, u.block_hash,
    to_timestamp(u.seconds) as block_time, u.token, u.payer, u.payee, u.amount
  from unnest(
    ${all.map((item) => item.hash.toLowerCase())}::text[], ${all.map((item) => item.logIndex)}::int[],
    ${all.map((item) => Number(item.blockNumber))}::bigint[], ${all.map((item) => item.blockHash)}::text[],
    ${all.map((item) => item.blockTimestamp)}::float8[], ${all.map((item) => item.token.toLowerCase())}::text[],
    ${all.map((item) => item.from.toLowerCase())}::text[], ${all.map((item) => item.to.toLowerCase())}::text[],
    ${all.map((item) => item.amount.toString())}::numeric[]
  ) as u (hash, log_index, block_number, block_hash, seconds, token, payer, payee, amount)) as r`

/** Writes what became of our own transactions; returns the hashes of those that changed. */
export async function recordReceipts(tx: Tx, chainId: string, blocks: readonly ReadBlock[]) {
  const all = blocks.flatMap(({ receipts }) => receipts)
  if (all.length === 0) return []
  const { rows } = await sql<{ hash: string }>`
    with held as (
      select r.* from unnest(
        ${all.map((item) => item.hash.toLowerCase())}::text[],
        ${all.map((item) => (item.status === 'success' ? 'CONFIRMED' : 'REVERTED'))}::text[],
        ${all.map((item) => Number(item.blockNumber))}::bigint[], ${all.map((item) => item.blockHash)}::text[],
        ${all.map((item) => item.gasUsed.toString())}::numeric[],
        ${all.map((item) => item.effectiveGasPrice.toString())}::numeric[]
      ) as r (hash, status, block_number, block_hash, gas_used, gas_price)
      join chain_transaction c on c.chain_id = ${chainId} and c.hash = r.hash
        and c.block_hash is distinct from r.block_hash
      order by c.hash for update of c
    )
    update chain_transaction c
    set status = r.status, block_number = r.block_number, block_hash = r.block_hash,
      gas_used = r.gas_used, gas_price = r.gas_price
    from held r where c.chain_id = ${chainId} and c.hash = r.hash
    returning c.hash`.execute(tx)
  return rows.map(({ hash }) => hash)
}

/**
 * Closes the families of our orders: once a member is final, the others can never be mined. Before
 * `recordReceipts`, because one of a family has a place among the mined.
 */
export async function dropSiblings(tx: Tx, chainId: string, blocks: readonly ReadBlock[]) {
  const hashes = hashesOf(blocks)
  if (hashes.length === 0) return
  await sql`
    update chain_transaction s
    set status = 'DROPPED', block_number = null, block_hash = null, gas_used = null, gas_price = null
    from chain_transaction m
    where m.chain_id = ${chainId} and m.hash = any(${hashes})
      and m.purpose in ${orderPurposeList}
      and s.chain_id = m.chain_id and s.sender = m.sender and s.nonce = m.nonce
      and s.purpose in ${orderPurposeList}
      and s.hash <> m.hash and s.status <> 'DROPPED'`.execute(tx)
}

const hashesOf = (blocks: readonly ReadBlock[]): string[] =>
  blocks.flatMap(({ receipts }) => receipts.map(({ hash }) => hash.toLowerCase()))

export type ClosedOrder = {
  chain_id: string
  purpose: OrderPurpose
  subject: string
  sender: string
  status: 'CONFIRMED' | 'REVERTED'
  partner_id: string | null
  call: OrderRow['call']
  /** Of its family the transaction that was mined. */
  hash: string
  block_number: number
  /** Gas times price. */
  cost: bigint
}

const closedColumns = sql`o.chain_id, o.purpose, o.subject, o.sender, o.status, o.partner_id, o.call,
  c.hash, c.block_number, c.gas_used * c.gas_price as cost`

/** What became of our orders whose transactions are final now. Behind `recordReceipts`. */
export async function closeOrders(tx: Tx, chainId: string, blocks: readonly ReadBlock[]) {
  const hashes = hashesOf(blocks)
  if (hashes.length === 0) return []
  const { rows } = await sql<ClosedOrder>`
    update chain_order o set status = c.status
    from chain_transaction c
    where c.chain_id = ${chainId} and c.hash = any(${hashes})
      and c.purpose in ${orderPurposeList}
      and o.chain_id = c.chain_id and o.sender = c.sender and o.nonce = c.nonce
      and o.status = 'OPEN'
    returning ${closedColumns}`.execute(tx)
  return rows
}

/** What became of one order, whoever closed it; nothing while it is open. */
export async function findClosed(tx: Tx, key: OrderKey): Promise<ClosedOrder | undefined> {
  const { rows } = await sql<ClosedOrder>`
    select ${closedColumns}
    from chain_order o
    join chain_transaction c on c.chain_id = o.chain_id and c.sender = o.sender and c.nonce = o.nonce
      and c.purpose in ${orderPurposeList} and c.status in ('CONFIRMED', 'REVERTED')
    where o.chain_id = ${key.chainId} and o.purpose = ${key.purpose}
      and o.subject = ${key.subject} and o.status <> 'OPEN'`.execute(tx)
  return rows[0]
}

/** Transfers that wait for one of these transactions and that no run of a worker looks after. */
export async function findWaiting(tx: Tx, chainId: string, hashes: readonly string[]) {
  const { rows } = await sql<TransferKey>`
    select distinct s.partner_id as "partnerId", s.transfer_id as "transferId"
    from chain_transaction c
    join transfer_step s on s.partner_id = c.partner_id and s.transfer_id = c.transfer_id
    where c.chain_id = ${chainId} and c.hash = any(${hashes}) and s.status = 'waiting'`.execute(tx)
  return rows
}

/** All open transfers of a chain. */
export async function findOpen(tx: Tx, chainId?: string): Promise<TransferKey[]> {
  let query = tx
    .selectFrom('transfer')
    .select(['partner_id as partnerId', 'id as transferId'])
    .where(
      'status',
      'in',
      statesWhere(transferStates, ({ isWorked }) => isWorked),
    )
  if (chainId !== undefined) query = query.where('chain_id', '=', chainId)
  return query.orderBy('updated_at').execute()
}

/** More than a dev chain can lose. */
const rewindBlocks = 2_048

/**
 * Transactions that the chain has mined according to the database, in the order of their blocks: a
 * dev chain that lost its last second gets them again.
 */
export async function readMined(tx: Tx, chainId: string): Promise<string[]> {
  const { rows } = await sql<{ raw: string }>`
    select raw from chain_transaction
    where chain_id = ${chainId} and raw <> '' and block_number >= (
      select coalesce(max(block_number), 0) - ${rewindBlocks}::bigint from chain_transaction
      where chain_id = ${chainId})
    order by block_number, created_at, nonce`.execute(tx)
  return rows.map(({ raw }) => raw)
}

/** Top-ups that were stored a while ago and are in no block, in the order of their nonces. */
export const readUnminedTopUps = (tx: Tx, chainId: string) =>
  tx
    .selectFrom('chain_transaction')
    .select(['hash', 'raw'])
    .where((eb) => eb.and({ chain_id: chainId, purpose: 'gas' }))
    .where('status', 'in', ['SIGNED', 'SENT'])
    .where('created_at', '<', sql<Date>`${serviceNow} - interval '10 seconds'`)
    .orderBy('nonce')
    .limit(100)
    .execute()

export type MinedRow = {
  hash: string
  chain_id: string
  status: 'CONFIRMED' | 'REVERTED'
  block_number: number
  block_hash: string
  cost: bigint
}

/** Those of these transactions that are in a block for good. */
export async function findMined(tx: Tx, asked: readonly { chainId: string; hash: string }[]) {
  const { rows } = await sql<MinedRow>`
    select c.chain_id, c.hash, c.status, c.block_number, c.block_hash,
      c.gas_used * c.gas_price as cost
    from unnest(${asked.map(({ chainId }) => chainId)}::text[],
      ${asked.map(({ hash }) => hash)}::text[]) as asked (chain_id, hash)
    join chain_transaction c on c.chain_id = asked.chain_id and c.hash = asked.hash
    where c.status in ('CONFIRMED', 'REVERTED')`.execute(tx)
  return rows
}

export async function isAnyMined(tx: Tx, chainId: string, hashes: readonly string[]) {
  const mined = await findMined(
    tx,
    hashes.map((hash) => ({ chainId, hash })),
  )
  return mined.length > 0
}

/** What the chain of this database is known by. */
export const findMarker = (tx: Tx, chainId: string) =>
  tx.selectFrom('chain').select('marker').where('chain_id', '=', chainId).executeTakeFirst()

export const insertMarker = (tx: Tx, chainId: string, marker: string) =>
  tx
    .insertInto('chain')
    .values({ chain_id: chainId, marker, created_at: serviceNow })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

type Unkept = { hash: string; partner_id: string; block_number: number; block_hash: string }

/** Transactions of deposits, and of payments to credit lines, whose signed bytes are not kept. */
export async function findUnkept(tx: Tx, chainId: string, hashes: readonly string[]) {
  const { rows } = await sql<Unkept>`
    select distinct on (t.hash) t.hash, credited.partner_id, t.block_number, t.block_hash
    from token_transfer t
    cross join lateral (
      select d.partner_id from deposit d
      where d.chain_id = t.chain_id and d.hash = t.hash and d.log_index = t.log_index
      union all
      select p.partner_id from liquidity_payment p where p.source = 'CHAIN'
        and p.chain_id = t.chain_id and p.hash = t.hash and p.token = t.token
    ) as credited
    where t.chain_id = ${chainId} and t.hash = any(${hashes})
      and not exists (select from chain_transaction c
        where c.chain_id = t.chain_id and c.hash = t.hash)`.execute(tx)
  return rows
}

type Kept = Omit<Insertable<DB['chain_transaction']>, 'created_at'>

export const insertKept = (tx: Tx, transaction: Kept) =>
  tx
    .insertInto('chain_transaction')
    .values({ ...transaction, created_at: serviceNow })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
