import { sql } from 'kysely'
import type { Tx } from '../../db/open.ts'

/** Takes a block of a bucket's tokens, or as many as there are; buckets fill by the real clock. */
export async function takeTokens(tx: Tx, name: string, perSecond: number, block: number) {
  const { rows } = await sql<{ granted: number; left: number }>`
    insert into rate_bucket as b (name, tokens, granted, refilled_at)
    values (${name}, ${perSecond}::float8 - ${block}::float8, ${block}::float8, clock_timestamp())
    on conflict (name) do update set (tokens, granted, refilled_at) = (
      select filled - least(${block}::float8, floor(filled)), least(${block}::float8, floor(filled)),
        clock_timestamp()
      from (select least(${perSecond}::float8, b.tokens + ${perSecond}::float8
        * extract(epoch from clock_timestamp() - b.refilled_at)) as filled) as refill)
    returning granted, tokens as left`.execute(tx)
  return rows[0] ?? { granted: 0, left: 0 }
}
