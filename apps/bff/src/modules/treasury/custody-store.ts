import type { DB } from '../../db/schema/types.generated.ts'
import { type Insertable, sql } from 'kysely'
import { serviceNow } from '../../db/moment.ts'
import type { Tx } from '../../db/open.ts'

/** What one address should hold of one token, in base units. */
export type Expected = {
  address: string
  token: string
  /** Opening, postings and strangers' gifts, less what was paid out and is not posted yet. */
  amount: bigint
}

/**
 * What the addresses of the service should hold after the block that was read last: the treasury, all
 * with a balance in the ledger, and all at which something arrived lately or is waited for. Takes a
 * transaction that sees one moment.
 */
export async function findExpected(
  tx: Tx,
  chainId: string,
  treasury: string,
  tokens: readonly { address: string; asset: string }[],
): Promise<Expected[]> {
  const { rows } = await sql<Expected>`
    with tokens as (
      select * from unnest(${tokens.map(({ address }) => address.toLowerCase())}::text[],
        ${tokens.map(({ asset }) => asset)}::text[]) as t (token, asset)
    ), booked as (
      select a.owner as address, t.token,
        sum(case when p.debit_account = a.id then p.amount else -p.amount end) as amount
      from tokens t
      join ledger_account a on a.kind = 'custody' and a.asset = t.asset
      join posting p on p.partner_id = a.partner_id and p.kind in ('single', 'post')
        and (p.debit_account = a.id or p.credit_account = a.id)
      group by a.owner, t.token
    ), under_way as (
      -- Final on the chain; the payout is posted as soon as its worker goes on.
      select c.sender as address, o.call ->> 'token' as token, sum(p.amount) as amount
      from chain_transaction c
      join chain_order o on o.chain_id = c.chain_id and o.sender = c.sender and o.nonce = c.nonce
      join payout p on p.partner_id = o.partner_id and p.id::text = o.subject
      where c.chain_id = ${chainId} and c.purpose = 'payout' and c.status = 'CONFIRMED'
        and p.status in ('CREATED', 'SUBMITTED')
      group by 1, 2
    ), unannounced as (
      -- The treasury's address belongs to no customer: what arrives there is not booked.
      select m.to_address as address, m.token, sum(m.amount) as amount
      from token_transfer m
      where m.chain_id = ${chainId} and m.to_address = ${treasury}
        and not exists (select from chain_transaction c
          where c.chain_id = m.chain_id and c.hash = m.hash and c.purpose = 'sweep')
      group by 1, 2
    ), looked_at as (
      select ${treasury}::text as address, token from tokens
      union select address, token from booked where amount <> 0
      union select m.to_address, m.token from token_transfer m
        join chain_cursor c on c.chain_id = m.chain_id
        where m.chain_id = ${chainId} and m.block_number > c.block_number - 256
          and m.token in (select token from tokens)
          and (exists (select from deposit_target d
              where d.key = 'chain:' || m.chain_id || ':' || m.to_address)
            or exists (select from funding_deposit_claim f where f.deposit_key = m.to_address))
      union select split_part(d.key, ':', 3), tokens.token from deposit_target d
        join transfer t on t.partner_id = d.partner_id and t.id = d.transfer_id
        cross join tokens
        where d.key like 'chain:' || ${chainId} || ':%' and t.status = 'PENDING'
    )
    select l.address, l.token, coalesce(o.amount, 0) + coalesce(b.amount, 0) + coalesce(n.amount, 0)
      - coalesce(u.amount, 0) as amount
    from looked_at l
    left join custody_opening o on o.chain_id = ${chainId} and o.address = l.address
      and o.token = l.token
    left join booked b on b.address = l.address and b.token = l.token
    left join under_way u on u.address = l.address and lower(u.token) = l.token
    left join unannounced n on n.address = l.address and n.token = l.token
    order by l.address, l.token`.execute(tx)
  return rows
}

export const keepCheck = (tx: Tx, chainId: string, block: bigint, problems: readonly string[]) =>
  sql`insert into custody_check (chain_id, block_number, checked_at, problems)
    values (${chainId}, ${Number(block)}, ${serviceNow}, ${[...problems]}::text[])
    on conflict (chain_id) do update set block_number = excluded.block_number,
      checked_at = excluded.checked_at, problems = excluded.problems`.execute(tx)

export const readChecks = (tx: Tx) =>
  tx.selectFrom('custody_check').selectAll().orderBy('chain_id').execute()

/** What an address held when its chain was read for the first time. */
export const insertOpenings = (tx: Tx, openings: Insertable<DB['custody_opening']>[]) =>
  tx
    .insertInto('custody_opening')
    .values(openings)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
