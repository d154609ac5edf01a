import { sql } from 'kysely'
import type { Tx } from '../../db/open.ts'

/** A deposit address with tokens, and whose it is. */
export type Sweepable = {
  address: string
  token: string
  asset: string
  amount: bigint
  partner_id: string
  transfer_id: string | null
  entity_id: string | null
  jurisdiction_id: string | null
  /** Of a partner's own deposit wallet; nothing of an address that was never announced. */
  is_liquidity: boolean | null
}

/** Addresses with enough of a token by the ledger, and no order of theirs under way. */
export async function findSweepable(
  tx: Tx,
  chainId: string,
  own: readonly string[],
  tokens: readonly { address: string; asset: string; least: bigint }[],
  limit: number,
): Promise<Sweepable[]> {
  const { rows } = await sql<Sweepable>`
    with tokens as (
      select * from unnest(${tokens.map(({ address }) => address.toLowerCase())}::text[],
        ${tokens.map(({ asset }) => asset)}::text[],
        ${tokens.map(({ least }) => least.toString())}::numeric[]) as t (token, asset, least)
    ), booked as (
      select a.partner_id, a.owner as address, t.token, t.asset, t.least,
        sum(case when p.debit_account = a.id then p.amount else -p.amount end) as amount
      from tokens t
      join ledger_account a on a.kind = 'custody' and a.asset = t.asset and a.owner <> all(${[...own]}::text[])
      join posting p on p.partner_id = a.partner_id and p.kind in ('single', 'post')
        and (p.debit_account = a.id or p.credit_account = a.id)
      group by 1, 2, 3, 4, 5
    )
    select b.address, b.token, b.asset, b.amount, b.partner_id, d.transfer_id, f.entity_id,
      f.jurisdiction_id, d.is_liquidity
    from booked b
    left join deposit_target d on d.key = 'chain:' || ${chainId} || ':' || b.address
    left join lateral (
      select a.entity_id, a.jurisdiction_id from funding_deposit_claim c
      join funding_account a on a.partner_id = c.partner_id and a.id = c.funding_account_id
      where c.deposit_key = b.address limit 1) f on true
    where b.amount >= b.least
      and not exists (select from chain_order o where o.chain_id = ${chainId} and o.status = 'OPEN'
        and o.purpose in ('sweep', 'sweep_gas')
        and (o.sender = b.address or o.subject like b.address || '/%'))
    order by b.amount / b.least desc limit ${limit}`.execute(tx)
  return rows
}
