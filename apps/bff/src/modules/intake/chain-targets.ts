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
      coalesce(t.jurisdiction_in, f.jurisdiction_id) as jurisdiction_id
    from unnest(${asked}::text[]) as a (address)
    join deposit_target d on d.key = 'chain:' || ${chainId} || ':' || a.address
    left join transfer t on t.partner_id = d.partner_id and t.id = d.transfer_id
    left join funding_account f on f.partner_id = d.partner_id and f.id = d.funding_account_id
    union all
    select c.deposit_key, c.partner_id, null, c.funding_account_id, c.jurisdiction_id
    from funding_deposit_claim c
    where c.jurisdiction_id = any(${tokens}::text[]) and c.deposit_key = any(${asked}::text[])`.execute(
    tx,
  )
  return new Map(rows.map((row) => [row.address, row]))
}
