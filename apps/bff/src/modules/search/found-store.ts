import { sql } from 'kysely'
import { likePattern } from '../../db/like.ts'
import type { Tx } from '../../db/open.ts'
import { type FoundKey, recordsFound, transfersFound } from '../../records/search/store.ts'

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

export async function findTransfers(tx: Tx, partnerId: string, text: string, each: number) {
  return (await transfersFound(partnerId, text, each).execute(tx)).rows
}

/** Of more accounts with one end, the oldest are not looked at. */
const endingMax = 2_000

/** Accounts whose number is shown with this end, with the sealed number; the newest first. */
export async function accountsEnding(tx: Tx, partnerId: string, end: string) {
  const { rows } = await sql<{ partner_id: string; id: string; sealed_account: Buffer }>`
    select a.partner_id, a.id, a.sealed_account from search_key k
      join external_account a on a.partner_id = k.partner_id and a.id = k.id
    where k.partner_id = ${partnerId} and k.key = end_key(${end}) and k.kind = 'account'
      and a.sealed_account is not null and a.status <> 'DELETED'
    order by k.id desc limit ${endingMax}`.execute(tx)
  return rows
}

/** More matches than this are found sooner by going through the customers, the newest first. */
const matchesMax = 2_000

/** The newest customers by name, e-mail address or the partner's own reference, as their list has them. */
export async function findCustomers(tx: Tx, partnerId: string, text: string, each: number) {
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
export async function walletOfAccount(tx: Tx, partnerId: string, id: string) {
  const row = await tx
    .selectFrom('wallet_account')
    .select('wallet_id')
    .where((eb) => eb.and({ partner_id: partnerId, id }))
    .executeTakeFirst()
  return row?.wallet_id
}
