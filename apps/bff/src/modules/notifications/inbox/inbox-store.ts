import { type SqlBool, sql } from 'kysely'
import type { Tx } from '../../../db/open.ts'
import type { Reader } from '../base/audience.ts'
import type { KindName } from '../base/kinds.ts'

type Of = { partnerId: string; reader: Reader }

/** What a member may see now: by the rights of their role, by name, and not from before they came. */
const isTheirs = (reader: Reader) => sql<SqlBool>`
  n.scope = any(${[...reader.scopes]}::text[])
  and (n.selectors is null or n.selectors && ${[...reader.selectors]}::text[])
  and n.except_selector <> all(${[...reader.selectors]}::text[])
  and n.noted_at >= (select m.created_at from member m
    where m.partner_id = n.partner_id and m.id = ${reader.memberId})`

/** Up to where everything, or a burst, was read. */
const isUnread = ({ partnerId, reader }: Of) => sql<SqlBool>`
  n.place > greatest(
    coalesce((select r.read_to from notification_reader r
      where r.partner_id = ${partnerId} and r.member_id = ${reader.memberId}), 0),
    coalesce((select r.read_to from notification_read r where r.partner_id = ${partnerId}
      and r.member_id = ${reader.memberId} and r.burst = n.burst), 0))`

export type BurstRow = {
  burst: string
  kind: KindName
  place: number
  count: number
  unread: number
  subject_kind: string
  subject_id: string
  facts: Record<string, unknown>
  happened_at: Date
}

type Asked = Of & {
  hidden: readonly string[]
  kind?: string | undefined
  unreadOnly?: boolean
  before?: number | undefined
  limit: number
}

/** Bursts, those with the newest notice first; several notices about one record count once. */
export async function listBursts(tx: Tx, asked: Asked): Promise<BurstRow[]> {
  const { partnerId, reader, hidden, kind, unreadOnly = false, before, limit } = asked
  const { rows } = await sql<BurstRow>`
    select b.burst, b.place, b.count, b.unread, n.kind, n.subject_kind, n.subject_id, n.facts,
      n.happened_at
    from (
      select n.burst, max(n.place) as place, count(distinct n.subject_id)::int as count,
        (count(*) filter (where ${isUnread(asked)}))::int as unread
      from notification n
      where n.partner_id = ${partnerId} and ${isTheirs(reader)}
        and n.kind <> all(${[...hidden]}::text[])
        and (${kind ?? null}::text is null or n.kind = ${kind ?? null})
      group by n.burst) b
    join notification n on n.place = b.place and n.partner_id = ${partnerId}
    where (${before ?? null}::bigint is null or b.place < ${before ?? null})
      and (not ${unreadOnly}::boolean or b.unread > 0)
    order by b.place desc limit ${limit}`.execute(tx)
  return rows
}

/** One burst as a member sees it. */
export async function findBurst(tx: Tx, of: Of, burst: string): Promise<BurstRow | undefined> {
  const { rows } = await sql<BurstRow>`
    select n.burst, n.place, n.kind, n.subject_kind, n.subject_id, n.facts, n.happened_at,
      0 as unread, (count(*) over ())::int as count
    from (
      select distinct on (n.subject_id) n.* from notification n
      where n.partner_id = ${of.partnerId} and n.burst = ${burst} and ${isTheirs(of.reader)}
      order by n.subject_id, n.place desc) n
    order by n.place desc limit 1`.execute(tx)
  return rows[0]
}

/** How many lines of the inbox have something unread. */
export async function countUnread(tx: Tx, of: Of & { hidden: readonly string[] }): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct n.burst)::int as count from notification n
    where n.partner_id = ${of.partnerId} and ${isTheirs(of.reader)}
      and n.kind <> all(${[...of.hidden]}::text[]) and ${isUnread(of)}`.execute(tx)
  return rows[0]?.count ?? 0
}

type Range = Of & { kind: KindName; after: number; to: number }

/** What of a kind is unread in a range of places: how many records, and the newest. */
export async function unreadOf(tx: Tx, of: Range) {
  const { rows } = await sql<Pick<BurstRow, 'burst' | 'facts'> & { subject_id: string }>`
    select n.burst, n.facts, n.subject_id from notification n
    where n.partner_id = ${of.partnerId} and n.kind = ${of.kind}
      and n.place > ${of.after} and n.place <= ${of.to}
      and ${isTheirs(of.reader)} and ${isUnread(of)}
    order by n.place desc`.execute(tx)
  return { count: new Set(rows.map((row) => row.subject_id)).size, newest: rows[0] }
}

/** Marks bursts as read up to their newest notice of now; false where none of them is the member's. */
export async function readBursts(tx: Tx, of: Of, bursts: readonly string[]): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    insert into notification_read as r (partner_id, member_id, burst, read_to)
    select n.partner_id, ${of.reader.memberId}, n.burst, max(n.place) from notification n
    where n.partner_id = ${of.partnerId} and n.burst = any(${[...bursts]}::uuid[])
      and ${isTheirs(of.reader)}
    group by n.partner_id, n.burst
    on conflict (partner_id, member_id, burst)
    do update set read_to = greatest(r.read_to, excluded.read_to)`.execute(tx)
  return numAffectedRows > 0n
}

/** Marks everything up to a place as read. */
export const readAll = (tx: Tx, { partnerId, reader }: Of, to: number) =>
  sql`insert into notification_reader as r (partner_id, member_id, settings, read_to)
    select ${partnerId}, ${reader.memberId}, '{}',
      least(${to}::bigint, (select coalesce(max(place), 0) from notification
        where partner_id = ${partnerId}))
    on conflict (partner_id, member_id)
    do update set read_to = greatest(r.read_to, excluded.read_to)`.execute(tx)

/** What a member chose; an empty record until they did. */
export async function readSettings(tx: Tx, { partnerId, reader }: Of): Promise<unknown> {
  const row = await tx
    .selectFrom('notification_reader')
    .select('settings')
    .where('partner_id', '=', partnerId)
    .where('member_id', '=', reader.memberId)
    .executeTakeFirst()
  return row?.settings ?? {}
}

export const saveSettings = (tx: Tx, { partnerId, reader }: Of, settings: object) => {
  const written = { settings: JSON.stringify(settings) }
  return tx
    .insertInto('notification_reader')
    .values({ partner_id: partnerId, member_id: reader.memberId, ...written, read_to: 0 })
    .onConflict((conflict) => conflict.columns(['partner_id', 'member_id']).doUpdateSet(written))
    .execute()
}

export async function emailOf(tx: Tx, { partnerId, reader }: Of): Promise<string> {
  const row = await tx
    .selectFrom('member')
    .select('email')
    .where('partner_id', '=', partnerId)
    .where('id', '=', reader.memberId)
    .executeTakeFirst()
  return row?.email ?? ''
}

/** Partners that were notified after a place, and the last place of all. */
export async function notifiedAfter(tx: Tx, partnerIds: readonly string[], place: number) {
  const { rows } = await sql<{ partner_id: string; last: number }>`
    select partner_id, max(place) as last from notification
    where place > ${place} and partner_id = any(${[...partnerIds]}::uuid[])
    group by partner_id`.execute(tx)
  return {
    partners: new Set(rows.map((row) => row.partner_id)),
    last: Math.max(place, ...rows.map((row) => row.last)),
  }
}
