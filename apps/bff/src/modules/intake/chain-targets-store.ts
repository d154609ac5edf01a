import { asHex, type TokenTransfer } from '@corridor/chains'
import { sql } from 'kysely'
import type { Tx } from '../../db/open.ts'
import type { Deps } from '../../ports/deps.ts'

/** Whose money arrives at an address. */
export type Target = {
  address: string
  partner_id: string
  transfer_id: string | null
  funding_account_id: string | null
  /** The token that is asked for there. */
  jurisdiction_id: string | null
  /** The deposit wallet of a partner's credit line. */
  is_liquidity: boolean
}

/** Announced addresses among these: those of transfers, and those of customers' own accounts. */
export async function findTargets(
  tx: Tx,
  { jurisdictions }: Pick<Deps, 'jurisdictions'>,
  chainId: string,
  addresses: readonly string[],
): Promise<Map<string, Target>> {
  const asked = [...new Set(addresses.map((address) => address.toLowerCase()))]
  if (asked.length === 0) return new Map()
  const tokens = jurisdictions.onChain(chainId).map(({ id }) => id)
  const { rows } = await sql<Target>`
    select a.address, d.partner_id, d.transfer_id, d.funding_account_id,
      coalesce(t.jurisdiction_in, f.jurisdiction_id) as jurisdiction_id, d.is_liquidity
    from unnest(${asked}::text[]) as a (address)
    join deposit_target d on d.key = 'chain:' || ${chainId} || ':' || a.address
    left join transfer t on t.partner_id = d.partner_id and t.id = d.transfer_id
    left join funding_account f on f.partner_id = d.partner_id and f.id = d.funding_account_id
    union all
    select c.deposit_key, c.partner_id, null, c.funding_account_id, c.jurisdiction_id, false
    from funding_deposit_claim c
    where c.jurisdiction_id = any(${tokens}::text[]) and c.deposit_key = any(${asked}::text[])`.execute(
    tx,
  )
  return new Map(rows.map((row) => [row.address, row]))
}

export type Arrived = Pick<TokenTransfer, 'token' | 'from' | 'to' | 'amount' | 'hash' | 'logIndex'>

type MissingRow = {
  token: string
  from_address: string
  to_address: string
  amount: bigint
  hash: string
  log_index: number
}

/** Kept transfers to announced addresses that have no deposit. */
export async function findMissing(tx: Tx, chainId: string): Promise<Arrived[]> {
  const { rows } = await sql<MissingRow>`
    select t.token, t.from_address, t.to_address, t.amount, t.hash, t.log_index
    from token_transfer t
    where t.chain_id = ${chainId} and t.amount > 0 and t.block_number >= (
        select block_number - 2048 from chain_cursor where chain_id = ${chainId})
      and (exists (select from deposit_target d
          where d.key = 'chain:' || t.chain_id || ':' || t.to_address and not d.is_liquidity)
        or exists (select from funding_deposit_claim c where c.deposit_key = t.to_address))
      and not exists (select from deposit p where p.chain_id = t.chain_id and p.hash = t.hash
        and p.log_index = t.log_index)
    order by t.block_number, t.log_index limit 200`.execute(tx)
  return rows.map((row) => ({
    token: asHex(row.token),
    from: asHex(row.from_address),
    to: asHex(row.to_address),
    amount: row.amount,
    hash: asHex(row.hash),
    logIndex: row.log_index,
  }))
}
