import { sql } from 'kysely'
import { serviceNow } from '../../db/moment.ts'
import type { Tx } from '../../db/open.ts'

/** What can be paid out of an asset (`USD`, `USDC@31337`), minor units; as it was counted last. */
export type CoverRow = {
  asset: string
  scale: number
  balance: bigint
  reserve: bigint
  available: bigint
  /** Of a chain's coin: what one order may cost. */
  order_cost: bigint
  read_at: Date
  counted_at: Date
  /** Counted so lately that the job which counts is at work. */
  is_fresh: boolean
}

/** Twice as long as the job that counts takes to come again. */
const isFresh = sql<boolean>`counted_at > ${serviceNow} - interval '10 seconds' as is_fresh`

/** What is known of these assets, or of all. */
export async function readCover(tx: Tx, assets?: readonly string[]): Promise<CoverRow[]> {
  const { rows } = await sql<CoverRow>`
    select asset, scale, balance, reserve, available, order_cost, read_at, counted_at,
      ${isFresh}
    from treasury_cover
    where ${assets === undefined}::boolean or asset = any(${[...(assets ?? [])]}::text[])
    order by asset`.execute(tx)
  return rows
}

/**
 * Counts anew what can be paid out of these assets, and locks that until the transaction ends. Two
 * statements: the second sees what those wrote who had the lock before.
 */
export async function recountCover(tx: Tx, assets: readonly string[]): Promise<CoverRow[]> {
  await sql`select asset from treasury_cover where asset = any(${[...assets]}::text[])
    order by asset for update`.execute(tx)
  const { rows } = await sql<CoverRow>`
    update treasury_cover c set counted_at = ${serviceNow}, available = c.balance - c.reserve
      + case when c.chain_id is null then ${bookedSince} - ${openAtBanks}
        when c.token = '' then -${openOnChain} * c.order_cost
        else -${orderedOnChain} - ${notOrderedOnChain} end
    where c.asset = any(${[...assets]}::text[])
    returning c.asset, c.scale, c.balance, c.reserve, c.available, c.order_cost, c.read_at,
      c.counted_at, true as is_fresh`.execute(tx)
  return rows
}

/** What came to the accounts at banks and left them since their balance was stated. */
const bookedSince = sql`(
  select coalesce(sum(case when d.kind = 'bank' then p.amount else 0 end
    - case when r.kind = 'bank' then p.amount else 0 end), 0)
  from posting p
  join ledger_account d on d.partner_id = p.partner_id and d.id = p.debit_account
  join ledger_account r on r.partner_id = p.partner_id and r.id = p.credit_account
  where p.created_at > c.read_at and p.asset = c.asset and p.kind in ('single', 'post'))`

/** A payout that is held leaves what it would take to others. */
const notHeld = sql`not exists (select from transfer t where t.partner_id = p.partner_id
  and t.id = p.transfer_id and t.status = 'IN_REVIEW')`

const openAtBanks = sql`(
  select coalesce(sum(p.amount), 0) from payout p
  where p.kind = 'BANK' and p.currency = c.asset and p.status in ('CREATED', 'SUBMITTED')
    and ${notHeld})`

/** Not mined, or mined after the block whose balance was read. */
const isUnread = sql`(o.status = 'OPEN' or exists (select from chain_transaction m
  where m.chain_id = o.chain_id and m.sender = o.sender and m.nonce = o.nonce
    and m.block_number > c.read_block))`

const openOnChain = sql`(
  select count(*) from chain_order o
  where o.chain_id = c.chain_id and o.sender = c.holder and o.status = 'OPEN')`

const orderedOnChain = sql`(
  select coalesce(sum((o.call->>'amount')::numeric), 0) from chain_order o
  where o.chain_id = c.chain_id and o.sender = c.holder and o.purpose <> 'mint'
    and lower(o.call->>'token') = c.token and ${isUnread})`

const notOrderedOnChain = sql`(
  select coalesce(sum(p.amount), 0) from payout p
  where p.kind = 'CHAIN' and p.jurisdiction_id = c.jurisdiction_id
    and p.status in ('CREATED', 'SUBMITTED') and ${notHeld}
    and not exists (select from chain_order o where o.chain_id = c.chain_id
      and o.purpose = 'payout' and o.subject = p.id::text))`

export type ChainBalance = {
  asset: string
  scale: number
  chainId: string
  holder: string
  /** '' of the chain's coin. */
  token: string
  jurisdictionId: string
  balance: bigint
  block: bigint
  orderCost: bigint
}

/** Keeps what an address of the service holds on its chain; an older block changes nothing. */
export const keepChainBalances = (tx: Tx, read: readonly ChainBalance[]) =>
  sql`
    insert into treasury_cover as c (asset, scale, chain_id, holder, token, jurisdiction_id, balance,
      read_at, read_block, order_cost, available, counted_at)
    select g.asset, g.scale, g.chain_id, g.holder, g.token, g.jurisdiction_id, g.balance, n.at,
      g.block, g.order_cost, g.balance, n.at
    from jsonb_to_recordset(${JSON.stringify(
      read.map((jurisdiction) => ({
        asset: jurisdiction.asset,
        scale: jurisdiction.scale,
        chain_id: jurisdiction.chainId,
        holder: jurisdiction.holder.toLowerCase(),
        token: jurisdiction.token.toLowerCase(),
        jurisdiction_id: jurisdiction.jurisdictionId,
        balance: String(jurisdiction.balance),
        block: String(jurisdiction.block),
        order_cost: String(jurisdiction.orderCost),
      })),
    )}::jsonb) as g (asset text, scale int, chain_id text, holder text, token text,
      jurisdiction_id text, balance numeric, block bigint, order_cost numeric),
      (select ${serviceNow} as at) as n
    order by g.asset
    on conflict (asset) do update set balance = excluded.balance, read_at = excluded.read_at,
      read_block = excluded.read_block, order_cost = excluded.order_cost, holder = excluded.holder,
      token = excluded.token, jurisdiction_id = excluded.jurisdiction_id
    where c.read_block is null or c.read_block <= excluded.read_block`.execute(tx)

export type StatedCover = {
  asset: string
  scale: number
  /** What the bank holds now, minor units; stays as it is where it is absent. */
  balance?: bigint | undefined
  reserve?: bigint | undefined
}

/** Keeps what an operator says of an asset; false where there is no balance to go with a reserve. */
export async function stateCover(tx: Tx, stated: StatedCover): Promise<boolean> {
  const { asset, scale } = stated
  const [balance, reserve] = [textOf(stated.balance), textOf(stated.reserve)]
  const { numAffectedRows } = await sql`
    insert into treasury_cover as c (asset, scale, balance, read_at, reserve, available, counted_at)
    select ${asset}, ${scale}, g.balance, n.at, coalesce(${reserve}::numeric, 0), g.balance, n.at
    from (select coalesce(${balance}::numeric, (select k.balance from treasury_cover k
      where k.asset = ${asset})) as balance) as g, (select ${serviceNow} as at) as n
    where g.balance is not null
    on conflict (asset) do update set
      balance = coalesce(${balance}::numeric, c.balance),
      read_at = case when ${balance}::numeric is null then c.read_at else excluded.read_at end,
      reserve = coalesce(${reserve}::numeric, c.reserve)`.execute(tx)
  if (numAffectedRows === 0n) return false
  await recountCover(tx, [asset])
  return true
}

const textOf = (amount: bigint | undefined) => (amount === undefined ? null : String(amount))
