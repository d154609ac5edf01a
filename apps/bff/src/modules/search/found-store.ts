import { sql } from 'kysely'
import { likePattern } from '../../db/like.ts'
import type { Tx } from '../../db/open.ts'
import {
  type FoundKey,
  type FoundTransfer,
  recordsFound,
  transfersFound,
} from '../../records/search/store.ts'

/** Records of some kinds by their keys. */
export async function findKeys(
  tx: Tx,
  partnerId: string,
  starts: readonly string[],
  kinds: readonly string[],
  each: number,
): Promise<FoundKey[]> {
  if (starts.length === 0 || kinds.length === 0) return []
  return (await recordsFound(partnerId, starts, kinds, each).execute(tx)).rows
}

export async function findTransfers(
  tx: Tx,
  partnerId: string,
  text: string,
  each: number,
): Promise<FoundTransfer[]> {
  return (await transfersFound(partnerId, text, each).execute(tx)).rows
}

/** More matches than this are found sooner by going through the customers, the newest first. */
const matchesMax = 2_000

/** The newest customers by name, e-mail address or the partner's own reference, as their list has them. */
export async function findCustomers(
  tx: Tx,
  partnerId: string,
  text: string,
  each: number,
): Promise<string[]> {
  const pattern = likePattern(text.toLowerCase())
  const { rows } = await sql<{ id: string }>`
    with matching as materialized (
      select matching_entities(${pattern}, null, ${matchesMax}) as ids)
    (select e.id from matching, entity e where e.partner_id = ${partnerId}
      and e.id = any(matching.ids) order by e.created_at desc, e.id desc limit ${each})
    union all
    (select e.id from entity e where e.partner_id = ${partnerId}
      and (select ids is null from matching) and e.search_text like ${pattern}
      order by e.created_at desc, e.id desc limit ${each})`.execute(tx)
  return rows.map(({ id }) => id)
}

/** The newest transfers of some customers, each by the index of its side. */
export async function transfersOfCustomers(
  tx: Tx,
  partnerId: string,
  customers: readonly string[],
  each: number,
): Promise<string[]> {
  if (customers.length === 0) return []
  const side = (column: 'from_entity_id' | 'to_entity_id') => sql`(
    select t.id, t.created_at from transfer t where t.partner_id = ${partnerId}
      and t.${sql.ref(column)} = customer order by t.created_at desc, t.id desc limit ${each})`
  const { rows } = await sql<{ id: string }>`
    select id from (select newest.* from unnest(${[...customers]}::uuid[]) as customer,
      lateral (${side('from_entity_id')} union ${side('to_entity_id')}) as newest) as found
    order by created_at desc, id desc limit ${each}`.execute(tx)
  return rows.map(({ id }) => id)
}

/** The customer's wallet that an address account of the vault belongs to. */
export async function walletOfAccount(
  tx: Tx,
  partnerId: string,
  id: string,
): Promise<string | undefined> {
  const row = await tx
    .selectFrom('wallet_account')
    .select('wallet_id')
    .where('partner_id', '=', partnerId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.wallet_id
}
