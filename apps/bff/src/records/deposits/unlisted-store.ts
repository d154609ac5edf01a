import { type UnlistedStatus, unlistedPerDay } from '@corridor/domain'
import { type Selectable, sql } from 'kysely'
import type { Page } from '../../api/request/paging.ts'
import { keyset, type SortKey } from '../../db/keyset.ts'
import { serviceNow } from '../../db/moment.ts'
import type { Tx } from '../../db/open.ts'
import type { DB } from '../../db/schema/types.generated.ts'

export type UnlistedRow = Selectable<DB['unlisted_deposit']>
export type UnlistedDay = Selectable<DB['unlisted_day']>

/** One arrival of something that is no listed asset; `amount` is in units that nobody vouches for. */
export type NewUnlisted = Pick<
  UnlistedRow,
  | 'partner_id'
  | 'id'
  | 'chain_id'
  | 'hash'
  | 'log_index'
  | 'kind'
  | 'contract'
  | 'amount'
  | 'sender'
  | 'address'
  | 'funding_account_id'
  | 'transfer_id'
> & { block_number: number; seconds: number }

/** So many more of a kind came to an address on the day of that time, beyond what is looked at. */
export type Beyond = Pick<UnlistedDay, 'partner_id' | 'address' | 'kind'> & {
  seconds: number
  count: number
}

/** How many of the last movements at an address a look-alike is sought among. */
const lookedAt = 200

/**
 * Records what fits into the day of its address, and counts the rest; what is recorded already stays
 * as it is. Left out is a sender that resembles the address itself or one that it had to do with: it
 * wants to be copied from a list. Returns those that were the first of their day.
 */
export async function recordUnlisted(
  tx: Tx,
  chainId: string,
  arrivals: readonly NewUnlisted[],
  beyond: readonly Beyond[],
): Promise<UnlistedRow[]> {
  const rows = arrivals.map((arrival) => ({ ...arrival, amount: String(arrival.amount) }))
  const result = await sql<UnlistedRow & { is_first: boolean }>`
    with given as (
      select g.*, (to_timestamp(g.seconds) at time zone 'UTC')::date as day
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g (partner_id uuid, id uuid,
        chain_id text, hash text, log_index int, kind text, contract text, amount numeric,
        sender text, address text, funding_account_id uuid, transfer_id uuid, block_number bigint,
        seconds float8)
    ), fresh as (
      select g.*, row_number() over (partition by g.partner_id, g.address, g.kind, g.day
        order by g.block_number, g.log_index, g.hash) as place
      from given g
      where not exists (select from unlisted_deposit u
          where u.chain_id = g.chain_id and u.hash = g.hash and u.log_index = g.log_index)
        and not exists (select from (select g.address as known
            union all (select t.from_address from token_transfer t
              where t.chain_id = g.chain_id and t.to_address = g.address
              order by t.block_number desc, t.log_index desc limit ${lookedAt})
            union all (select t.to_address from token_transfer t
              where t.chain_id = g.chain_id and t.from_address = g.address
              order by t.block_number desc, t.log_index desc limit ${lookedAt})) as k
          where k.known <> g.sender and left(k.known, 6) = left(g.sender, 6)
            and right(k.known, 4) = right(g.sender, 4))
    ), placed as (
      select f.*, f.place + coalesce(d.recorded, 0) as nth
      from fresh f left join unlisted_day d on d.partner_id = f.partner_id
        and d.chain_id = f.chain_id and d.address = f.address and d.kind = f.kind and d.day = f.day
    ), more as (
      select m.partner_id, m.address, m.kind,
        (to_timestamp(m.seconds) at time zone 'UTC')::date as day, m.count
      from jsonb_to_recordset(${JSON.stringify(beyond)}::jsonb) as m (partner_id uuid, address text,
        kind text, seconds float8, count int)
    ), counted as (
      insert into unlisted_day as d (partner_id, chain_id, address, kind, day, recorded, beyond)
      select c.partner_id, ${chainId}, c.address, c.kind, c.day, sum(c.recorded), sum(c.beyond)
      from (
        select p.partner_id, p.address, p.kind, p.day,
          (p.nth <= ${unlistedPerDay})::int as recorded, (p.nth > ${unlistedPerDay})::int as beyond
        from placed p
        union all
        select m.partner_id, m.address, m.kind, m.day, 0, m.count from more m) as c
      group by c.partner_id, c.address, c.kind, c.day
      on conflict (partner_id, chain_id, address, kind, day) do update
        set recorded = d.recorded + excluded.recorded, beyond = d.beyond + excluded.beyond
    ), inserted as (
      insert into unlisted_deposit (partner_id, id, chain_id, hash, log_index, kind, contract,
        amount, sender, address, funding_account_id, transfer_id, status, block_number, received_at)
      select p.partner_id, p.id, p.chain_id, p.hash, p.log_index, p.kind, p.contract, p.amount,
        p.sender, p.address, p.funding_account_id, p.transfer_id, 'HELD', p.block_number,
        least(${serviceNow}, to_timestamp(p.seconds))
      from placed p where p.nth <= ${unlistedPerDay}
      returning *
    )
    select i.*, p.nth = 1 as is_first from inserted i join placed p on p.id = i.id`.execute(tx)
  return result.rows.filter(({ is_first }) => is_first)
}

/** Contracts of a chain that were not asked yet what they call themselves. */
export async function findUnnamed(tx: Tx, chainId: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ contract: string }>`
    select distinct u.contract from unlisted_deposit u
    where u.chain_id = ${chainId} and u.kind = 'TOKEN' and u.status = 'HELD'
      and not exists (select from unlisted_token t
        where t.chain_id = u.chain_id and t.contract = u.contract)
    limit ${limit}`.execute(tx)
  return rows.map(({ contract }) => contract)
}

type Named = { contract: string; symbol: string; decimals: number | null }

export const keepNames = (tx: Tx, chainId: string, named: readonly Named[]) =>
  tx
    .insertInto('unlisted_token')
    .values(named.map((item) => ({ ...item, chain_id: chainId, asked_at: serviceNow })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()

export type ShownUnlisted = UnlistedRow & { symbol: string | null; decimals: number | null }
export type UnlistedFilter = {
  status?: UnlistedStatus | undefined
  walletAddress?: string | undefined
}

const sorts: Record<string, SortKey> = {
  receivedAt: { expression: sql`u.received_at`, type: 'timestamptz' },
}

/** A page of a partner's, one more than asked for; and how many there are, at the first page. */
export async function listUnlisted(tx: Tx, partnerId: string, filter: UnlistedFilter, page: Page) {
  const { sortKey, after, order, limit } = keyset(page, sorts, sql`u.id`)
  const { status, walletAddress } = filter
  const matching = sql`u.partner_id = ${partnerId}
    ${status === undefined ? sql`` : sql`and u.status = ${status}`}
    ${walletAddress === undefined ? sql`` : sql`and u.address = ${walletAddress.toLowerCase()}`}`
  const { rows } = await sql<ShownUnlisted & { sort_key: string }>`
    select u.*, t.symbol, t.decimals, ${sortKey} from unlisted_deposit u
    left join unlisted_token t on t.chain_id = u.chain_id and t.contract = u.contract
    where ${matching} and ${after} order by ${order} limit ${limit}`.execute(tx)
  if (page.after) return { rows, total: undefined }
  const counted = await sql<{ count: number }>`
    select count(*)::int as count from unlisted_deposit u where ${matching}`.execute(tx)
  return { rows, total: counted.rows[0]?.count ?? 0 }
}

/** Addresses of a partner to which more came on a day than is recorded, of the last 30 days. */
export const listBeyond = (tx: Tx, partnerId: string): Promise<(UnlistedDay & { on: string })[]> =>
  tx
    .selectFrom('unlisted_day')
    .selectAll()
    .select(sql<string>`to_char(day, 'YYYY-MM-DD')`.as('on'))
    .where('partner_id', '=', partnerId)
    .where('beyond', '>', 0)
    .where('day', '>', sql<string>`(${serviceNow} at time zone 'UTC')::date - 30`)
    .orderBy('day', 'desc')
    .orderBy('address')
    .limit(100)
    .execute()

/** What nobody has decided about, of all partners and the service itself, the oldest first. */
export async function listHeldUnlisted(tx: Tx, limit: number): Promise<ShownUnlisted[]> {
  const { rows } = await sql<ShownUnlisted>`
    select u.*, t.symbol, t.decimals from unlisted_deposit u
    left join unlisted_token t on t.chain_id = u.chain_id and t.contract = u.contract
    where u.status = 'HELD' order by u.received_at, u.id limit ${limit}`.execute(tx)
  return rows
}

/** Locks one that nobody has decided about. */
export const lockUnlisted = (tx: Tx, id: string): Promise<UnlistedRow | undefined> =>
  tx
    .selectFrom('unlisted_deposit')
    .selectAll()
    .where((eb) => eb.and({ id, status: 'HELD' }))
    .forUpdate()
    .executeTakeFirst()

type Decision = {
  status: Exclude<UnlistedStatus, 'HELD'>
  hash: string
  reason: string
  by: string
}

export const decideUnlisted = (
  tx: Tx,
  { partner_id, id }: Pick<UnlistedRow, 'partner_id' | 'id'>,
  { status, hash, reason, by }: Decision,
): Promise<UnlistedRow> =>
  tx
    .updateTable('unlisted_deposit')
    .set({
      status,
      return_hash: hash,
      decision_reason: reason,
      decided_by: by,
      decided_at: serviceNow,
      version: sql<number>`version + 1`,
    })
    .where((eb) => eb.and({ partner_id, id, status: 'HELD' }))
    .returningAll()
    .executeTakeFirstOrThrow()
