import type { Hex } from '@corridor/chains'
import { type Selectable, sql } from 'kysely'
import { serviceNow } from '../../db/moment.ts'
import type { Tx } from '../../db/open.ts'
import type { DB } from '../../db/schema/types.generated.ts'

export const orderPurposes = [
  'payout',
  'mint',
  'sweep',
  'sweep_gas',
  'disbursement',
  'reserve_refund',
  'replenish',
  'operational_withdrawal',
] as const
export type OrderPurpose = (typeof orderPurposes)[number]

/** As text, not as parameters: indexes of the orders' transactions are found by the very list. */
export const orderPurposeList = sql`(${sql.join(orderPurposes.map((purpose) => sql.lit(purpose)))})`

/** What an order's transactions do; all of a family do the same. */
export type OrderCall = {
  token: Hex
  to: Hex
  amount: bigint
  gas: bigint
  reference: Hex
  /** The signer's name of the key, of a deposit address. */
  key?: { partnerId: string; reference: string }
  /** Signed bytes by which the receiver of a withdrawal paid in before. */
  funding?: Hex
}

export type OrderKey = { chainId: string; purpose: OrderPurpose; subject: string }

export type NewOrder = OrderKey & {
  sender: string
  /** Whose money it is, and the transfer with the step that it belongs to, where there is one. */
  partnerId: string | null
  transferId: string | null
  step: string | null
  call: OrderCall
  /** The newest block when it was signed. */
  signedAtBlock: bigint
}

export type Fees = { maxFeePerGas: bigint; maxPriorityFeePerGas: bigint }
export type Signed = Fees & { raw: string; hash: string }
export type OrderRow = Selectable<DB['chain_order']>
export type FamilyRow = Fees & { hash: Hex; raw: Hex; isMined: boolean }

/** An order with its family, newest member last. */
export type Order = { row: OrderRow; call: OrderCall; family: FamilyRow[] }

const storedCall = (call: OrderCall) =>
  JSON.stringify({ ...call, amount: call.amount.toString(), gas: call.gas.toString() })

export function readCall(stored: OrderRow['call']): OrderCall {
  const call = stored as Omit<OrderCall, 'amount' | 'gas'> & {
    amount: string
    gas: string
  }
  return { ...call, amount: BigInt(call.amount), gas: BigInt(call.gas) }
}

/** Locks a sender's next nonce until the transaction ends. */
export async function lockNonce(tx: Tx, chainId: string, sender: string): Promise<number> {
  const row = await tx
    .selectFrom('chain_sender')
    .select('next_nonce')
    .where((eb) => eb.and({ chain_id: chainId, address: sender }))
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new Error(`the account ${sender} has no nonce on chain ${chainId}`)
  return row.next_nonce
}

export const setNonce = (tx: Tx, chainId: string, sender: string, nextNonce: number) =>
  tx
    .updateTable('chain_sender')
    .set({ next_nonce: nextNonce })
    .where((eb) => eb.and({ chain_id: chainId, address: sender }))
    .execute()

/** Accounts whose first nonce is known: one that never sent anything begins at 0. */
export const addSender = (tx: Tx, chainId: string, address: string, nextNonce: number) =>
  tx
    .insertInto('chain_sender')
    .values({ chain_id: chainId, address, next_nonce: nextNonce })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

export async function insertOrder(
  tx: Tx,
  order: NewOrder,
  nonce: number,
  status: 'OPEN' | 'CONFIRMED' | 'REVERTED' = 'OPEN',
): Promise<void> {
  await tx
    .insertInto('chain_order')
    .values({
      chain_id: order.chainId,
      sender: order.sender,
      nonce,
      purpose: order.purpose,
      subject: order.subject,
      status,
      partner_id: order.partnerId,
      transfer_id: order.transferId,
      call: storedCall(order.call),
      signed_at_block: Number(order.signedAtBlock),
      created_at: serviceNow,
    })
    .execute()
}

export type NewMember = Pick<
  NewOrder,
  'chainId' | 'purpose' | 'sender' | 'partnerId' | 'transferId' | 'step'
> & { nonce: number }

export const insertMember = (tx: Tx, order: NewMember, signed: Signed) =>
  tx
    .insertInto('chain_transaction')
    .values({
      chain_id: order.chainId,
      hash: signed.hash.toLowerCase(),
      purpose: order.purpose,
      sender: order.sender,
      nonce: order.nonce,
      raw: signed.raw,
      status: 'SIGNED',
      partner_id: order.partnerId,
      transfer_id: order.transferId,
      step: order.step,
      max_fee: signed.maxFeePerGas,
      priority_fee: signed.maxPriorityFeePerGas,
      maybe_sent: true,
      created_at: serviceNow,
    })
    .execute()

export async function findOrder(tx: Tx, key: OrderKey): Promise<Order | undefined> {
  const [row] = await orders(tx)
    .where((eb) => eb.and({ chain_id: key.chainId, purpose: key.purpose, subject: key.subject }))
    .execute()
  return row && readOrder(row)
}

/** Orders of an account that no final block has, lowest nonce first. */
export async function findOpenOrders(tx: Tx, chainId: string, limit: number): Promise<Order[]> {
  const rows = await orders(tx)
    .where((eb) => eb.and({ chain_id: chainId, status: 'OPEN' }))
    .orderBy('sender')
    .orderBy('nonce')
    .limit(limit)
    .execute()
  return rows.map(readOrder)
}

type MemberFacts = {
  hash: Hex
  raw: Hex
  status: string
  max_fee: string | null
  priority_fee: string | null
}

const orders = (tx: Tx) =>
  tx
    .selectFrom('chain_order')
    .selectAll()
    .select(
      sql<MemberFacts[]>`(
        select coalesce(json_agg(json_build_object('hash', c.hash, 'raw', c.raw, 'status', c.status,
          'max_fee', c.max_fee::text, 'priority_fee', c.priority_fee::text)
          order by c.max_fee nulls first, c.created_at), '[]')
        from chain_transaction c where c.chain_id = chain_order.chain_id
          and c.sender = chain_order.sender and c.nonce = chain_order.nonce
          and c.purpose in ${orderPurposeList})`.as('family'),
    )

type OrderRecord = Awaited<ReturnType<ReturnType<typeof orders>['execute']>>[number]

const readOrder = ({ family, ...row }: OrderRecord): Order => ({
  row,
  call: readCall(row.call),
  family: family.map(({ hash, raw, status, max_fee, priority_fee }) => ({
    hash,
    raw,
    isMined: status === 'CONFIRMED' || status === 'REVERTED',
    maxFeePerGas: BigInt(max_fee ?? '0'),
    maxPriorityFeePerGas: BigInt(priority_fee ?? '0'),
  })),
})

/** Counts a replacement; false where another worker was first, or the family is closed. */
export async function addBump(tx: Tx, { row }: Order, atBlock: bigint): Promise<boolean> {
  const bumped = await tx
    .updateTable('chain_order')
    .set({ bumps: row.bumps + 1, signed_at_block: Number(atBlock) })
    .where('chain_id', '=', row.chain_id)
    .where('sender', '=', row.sender)
    .where('nonce', '=', row.nonce)
    .where('status', '=', 'OPEN')
    .where('bumps', '=', row.bumps)
    .returning('nonce')
    .executeTakeFirst()
  return bumped !== undefined
}

/** Records since when an order needs attention; true at the first time. */
export async function setAlarm(tx: Tx, { row }: Order): Promise<boolean> {
  const set = await tx
    .updateTable('chain_order')
    .set({ alarmed_at: serviceNow })
    .where((eb) => eb.and({ chain_id: row.chain_id, sender: row.sender, nonce: row.nonce }))
    .where('alarmed_at', 'is', null)
    .returning('nonce')
    .executeTakeFirst()
  return set !== undefined
}

export const markFamilySent = (tx: Tx, { row }: Order) =>
  tx
    .updateTable('chain_transaction')
    .set({ status: 'SENT' })
    .where((eb) => eb.and({ chain_id: row.chain_id, sender: row.sender, nonce: row.nonce }))
    .where('purpose', 'in', orderPurposes)
    .where('status', '=', 'SIGNED')
    .execute()

export async function stepOf(tx: Tx, hash: string): Promise<string | null> {
  const row = await tx
    .selectFrom('chain_transaction')
    .select('step')
    .where('hash', '=', hash)
    .executeTakeFirst()
  return row?.step ?? null
}

export async function findNonce(tx: Tx, chainId: string, address: string) {
  const row = await tx
    .selectFrom('chain_sender')
    .select('next_nonce')
    .where((eb) => eb.and({ chain_id: chainId, address }))
    .executeTakeFirst()
  return row?.next_nonce
}
