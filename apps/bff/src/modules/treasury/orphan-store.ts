import type { ReadBlock } from '@corridor/chains'
import { sql } from 'kysely'
import { serviceNow } from '../../db/moment.ts'
import type { Tx } from '../../db/open.ts'
import { insertOrder, type NewOrder, orderPurposes } from './order-store.ts'

/**
 * Keeps the final transactions of an account of the service that this database did not make;
 * returns how many. A contract's creation is not one: it was before anything was paid.
 */
export async function insertOrphans(
  tx: Tx,
  chainId: string,
  sender: string,
  blocks: readonly ReadBlock[],
): Promise<number> {
  const own = blocks
    .flatMap(({ receipts }) => receipts)
    .filter((receipt) => receipt.to !== undefined && receipt.from.toLowerCase() === sender)
  if (own.length === 0) return 0
  const { rows } = await sql<{ hash: string }>`
    insert into chain_orphan (chain_id, hash, sender, status, block_number, block_hash, gas_used,
      gas_price, found_at)
    select ${chainId}, r.hash, ${sender}, r.status, r.block_number, r.block_hash, r.gas_used,
      r.gas_price, ${serviceNow}
    from unnest(
      ${own.map((item) => item.hash.toLowerCase())}::text[],
      ${own.map((item) => (item.status === 'success' ? 'CONFIRMED' : 'REVERTED'))}::text[],
      ${own.map((item) => Number(item.blockNumber))}::bigint[], ${own.map((item) => item.blockHash)}::text[],
      ${own.map((item) => item.gasUsed.toString())}::numeric[],
      ${own.map((item) => item.effectiveGasPrice.toString())}::numeric[]
    ) as r (hash, status, block_number, block_hash, gas_used, gas_price)
    where not exists (select from chain_transaction c where c.chain_id = ${chainId} and c.hash = r.hash)
    on conflict do nothing returning hash`.execute(tx)
  return rows.length
}

/** Those whose bytes have not been asked for. */
export const findUnreadOrphans = (tx: Tx, chainId: string) =>
  tx
    .selectFrom('chain_orphan')
    .select(['hash'])
    .where('chain_id', '=', chainId)
    .where('nonce', 'is', null)
    .orderBy('block_number')
    .limit(200)
    .execute()

export type ReadOrphan = { hash: string; raw: string; nonce: number; reference: string | null }

/**
 * Writes what an orphan's bytes say. One with the nonce and the reference of an open order is of its
 * family: a replacement that was forgotten. With another reference it paid something else. Returns
 * the order that was closed by it.
 */
export async function keepOrphan(tx: Tx, chainId: string, orphan: ReadOrphan) {
  const { hash, raw, nonce, reference } = orphan
  await tx
    .updateTable('chain_orphan')
    .set({ raw, nonce, reference })
    .where((eb) => eb.and({ chain_id: chainId, hash }))
    .execute()
  const order = await tx
    .selectFrom('chain_order as o')
    .innerJoin('chain_orphan as r', (join) =>
      join.onRef('r.chain_id', '=', 'o.chain_id').onRef('r.sender', '=', 'o.sender'),
    )
    .select(['o.purpose', 'o.subject', 'o.partner_id', 'o.transfer_id', 'o.sender', 'r.status'])
    .select(
      sql<string | null>`(select c.step from chain_transaction c where c.chain_id = o.chain_id
        and c.sender = o.sender and c.nonce = o.nonce limit 1)`.as('step'),
    )
    .where((eb) => eb.and({ 'o.chain_id': chainId, 'r.hash': hash, 'o.nonce': nonce }))
    .where(sql<boolean>`lower(o.call ->> 'reference') = r.reference`)
    .where('o.status', '=', 'OPEN')
    .executeTakeFirst()
  if (!order) return undefined
  await tx
    .updateTable('chain_transaction')
    .set({ status: 'DROPPED' })
    .where((eb) => eb.and({ chain_id: chainId, sender: order.sender, nonce }))
    .where('purpose', 'in', orderPurposes)
    .execute()
  await insertMined(tx, chainId, hash, order)
  await tx
    .updateTable('chain_order')
    .set({ status: order.status })
    .where((eb) => eb.and({ chain_id: chainId, sender: order.sender, nonce }))
    .execute()
  const { purpose, subject } = order
  await takeIn(tx, chainId, hash, purpose, subject)
  return { chainId, purpose, subject }
}

/**
 * Takes an orphan with the order's reference as the order: the payment was made, and forgotten when
 * the database was put back. False where there is none.
 */
export async function adoptOrphan(tx: Tx, order: NewOrder): Promise<boolean> {
  const orphan = await tx
    .selectFrom('chain_orphan')
    .select(['hash', 'nonce', 'status'])
    .where('chain_id', '=', order.chainId)
    .where('sender', '=', order.sender)
    .where('reference', '=', order.call.reference.toLowerCase())
    .where('order_subject', 'is', null)
    .orderBy('nonce')
    .limit(1)
    .forUpdate()
    .executeTakeFirst()
  if (!orphan || orphan.nonce === null) return false
  const { hash, nonce, status } = orphan
  await insertOrder(tx, order, nonce, status === 'CONFIRMED' ? 'CONFIRMED' : 'REVERTED')
  await insertMined(tx, order.chainId, hash, {
    purpose: order.purpose,
    partner_id: order.partnerId,
    transfer_id: order.transferId,
    step: order.step,
  })
  await takeIn(tx, order.chainId, hash, order.purpose, order.subject)
  return true
}

type Owner = {
  purpose: string
  partner_id: string | null
  transfer_id: string | null
  step: string | null
}

const insertMined = (tx: Tx, chainId: string, hash: string, of: Owner) =>
  sql`insert into chain_transaction (chain_id, hash, purpose, sender, nonce, raw, status, partner_id,
      transfer_id, step, block_number, block_hash, gas_used, gas_price, maybe_sent, created_at)
    select chain_id, hash, ${of.purpose}, sender, nonce, raw, status, ${of.partner_id}::uuid,
      ${of.transfer_id}::uuid, ${of.step}, block_number, block_hash, gas_used, gas_price, true,
      ${serviceNow}
    from chain_orphan where chain_id = ${chainId} and hash = ${hash}`.execute(tx)

const takeIn = (tx: Tx, chainId: string, hash: string, purpose: string, subject: string) =>
  tx
    .updateTable('chain_orphan')
    .set({ order_purpose: purpose, order_subject: subject })
    .where((eb) => eb.and({ chain_id: chainId, hash }))
    .execute()

/** The nonces from the next one on that read orphans have, in order. */
export async function orphanNonces(tx: Tx, chainId: string, sender: string, from: number) {
  const rows = await tx
    .selectFrom('chain_orphan')
    .select('nonce')
    .where((eb) => eb.and({ chain_id: chainId, sender }))
    .where('nonce', '>=', from)
    .where('reference', 'is not', null)
    .orderBy('nonce')
    .execute()
  return rows.flatMap(({ nonce }) => (nonce === null ? [] : [nonce]))
}

/**
 * Payments without a reference, and those that took the nonce of another payment's order, were made
 * elsewhere with the treasury's key.
 */
export async function hasStrange(tx: Tx, chainId: string): Promise<boolean> {
  const { rows } = await sql<{ hash: string }>`
    select r.hash from chain_orphan r
    where r.chain_id = ${chainId} and (r.reference is null or (r.order_subject is null
      and exists (select from chain_order o where o.chain_id = r.chain_id and o.sender = r.sender
        and o.nonce = r.nonce and o.status = 'OPEN')))
    limit 1`.execute(tx)
  return rows.length > 0
}

/** Whether the chain has a payment under this reference that the database does not know. */
export async function isOrphan(tx: Tx, chainId: string, reference: string): Promise<boolean> {
  const row = await tx
    .selectFrom('chain_orphan')
    .select('hash')
    .where((eb) => eb.and({ chain_id: chainId, reference: reference.toLowerCase() }))
    .executeTakeFirst()
  return row !== undefined
}
