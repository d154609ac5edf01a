import { type RawBuilder, sql } from 'kysely'
import { parseId } from '@corridor/domain'
import { readSearch } from './text.ts'

/** No text that is searched for has a character behind it. */
const last = '\u{10ffff}'
/** So many different texts that begin alike are looked at. */
const keysMax = 12
/** So many of each, where they lead on to others. */
const stepsMax = 20

export type FoundKey = { key: string; kind: string; id: string }

/**
 * The newest records of each kind whose keys begin so: `key`, `kind` and `id`. It goes from one key
 * to the next and takes the newest of each, so that a key of half a million records costs no more
 * than another.
 */
export const recordsFound = (
  partnerId: string,
  starts: readonly string[],
  kinds: readonly string[],
  each: number,
): RawBuilder<FoundKey> => sql<FoundKey>`
  with recursive next as (
    select beginning, (select k.key from search_key k where k.partner_id = ${partnerId}
        and k.key >= beginning and k.key < beginning || ${last}
      order by k.key limit 1) as key, 1 as place
    from unnest(${[...starts]}::text[]) as beginning
    union all
    select next.beginning, (select k.key from search_key k where k.partner_id = ${partnerId}
        and k.key > next.key and k.key < next.beginning || ${last}
      order by k.key limit 1), next.place + 1
    from next where next.key is not null and next.place < ${keysMax}
  )
  select next.key, newest.kind, newest.id
  from next cross join unnest(${[...kinds]}::text[]) as wanted
  cross join lateral (select k.kind, k.id from search_key k
    where k.partner_id = ${partnerId} and k.key = next.key and k.kind = wanted
    order by k.id desc limit ${each}) as newest
  where next.key is not null`

/** A transfer, and by what it was found. */
export type FoundTransfer = { id: string; match: string }

/**
 * The newest transfers that a text is about, by whatever it may be: their own reference, that of
 * their payment, a hash, an amount, who pays, who is paid, the end of an account.
 */
export function transfersFound(partnerId: string, typed: string, each: number) {
  const { text, starts } = readSearch(typed)
  const references = [...new Set([text, text.toLowerCase(), text.toUpperCase()])]
  const own = parseId('exec', text) ?? parseId('cexec', text) ?? null
  return sql<FoundTransfer>`
    with hit as materialized (
      ${recordsFound(partnerId, starts, ['transfer', 'deposit', 'account'], Math.max(each, stepsMax))}
    ), paid as materialized (
      select '@' || id as key from (select distinct id from hit
        where kind = 'account' order by id desc limit ${stepsMax}) account
    )
    select id, 'id' as match from transfer where partner_id = ${partnerId} and id = ${own}::uuid
    union all
    select claim.transfer_id, 'reference' from unnest(${references}::text[]) as reference,
      lateral (select c.transfer_id from transaction_claim c where c.partner_id = ${partnerId}
        and c.transaction_id >= reference and c.transaction_id < reference || ${last}
        order by c.transaction_id limit ${each}) as claim
    union all
    select id, case left(key, 1) when '=' then 'amount' when '$' then 'reference' else 'hash' end
      from hit where kind = 'transfer'
    union all
    select d.transfer_id, case left(hit.key, 1) when '=' then 'amount' when '#' then 'hash'
        else 'payer' end
      from hit join deposit d on d.partner_id = ${partnerId} and d.id = hit.id
      where hit.kind = 'deposit' and d.transfer_id is not null
    union all
    select newest.id, 'payee' from paid, lateral (select k.id from search_key k
      where k.partner_id = ${partnerId} and k.key = paid.key and k.kind = 'transfer'
      order by k.id desc limit ${each}) as newest`
}
