import { formatId } from '@corridor/domain'
import type { AuditHead } from '@corridor/signing/audit'
import { sql } from 'kysely'
import type { Tx } from '../../db/open.ts'
import { type SealableEntry, sealableColumns } from './audit-hash.ts'

/** An entry as it is read, with its seal's place and public hash where it has them. */
export type LogRow = SealableEntry & {
  sort_key: string
  sequence: number | null
  public_hash: Buffer | null
}

export type LogQuery = {
  action?: string | undefined
  objectKind?: string | undefined
  objectId?: string | undefined
  actorType?: string | undefined
  actorId?: string | undefined
  requestId?: string | undefined
  createdFrom?: string | undefined
  q?: string | undefined
}
/** `createdTo`: the first moment that is too late. */
export type LogFilter = LogQuery & { createdTo?: Date | undefined }

type Page = { limit: number; descending: boolean; after: { id: string } | undefined }

/** Conditions over `audit a`. */
function matching(filter: LogFilter) {
  const { action, objectKind, objectId, actorType, actorId, requestId, q } = filter
  const { createdFrom, createdTo } = filter
  const all = [
    action !== undefined &&
      sql<boolean>`(a.action = ${action} or a.action like ${`${likeText(action)}.%`})`,
    objectKind !== undefined && sql<boolean>`a.object_kind = ${objectKind}`,
    objectId !== undefined && sql<boolean>`a.object_id = ${objectId}`,
    actorType !== undefined && sql<boolean>`a.actor_type = ${actorType}`,
    actorId !== undefined && sql<boolean>`a.actor_id = ${actorId}`,
    requestId !== undefined && sql<boolean>`a.request_id = ${requestId}`,
    createdFrom !== undefined && sql<boolean>`a.created_at >= ${createdFrom}`,
    createdTo !== undefined && sql<boolean>`a.created_at < ${createdTo}`,
    q !== undefined &&
      sql<boolean>`(a.action ilike ${`%${likeText(q)}%`} or a.object_id = ${q} or a.actor_id = ${q} or a.request_id = ${q})`,
  ].filter((item) => item !== false)
  return all.length === 0 ? sql<boolean>`true` : sql.join(all, sql` and `)
}

const likeText = (text: string) => text.replaceAll(/[\\%_]/g, String.raw`\$&`)

/**
 * A page in the order in which entries were written, which their ids keep: the key of the table has
 * that order already, and an index by time would cost every operation something.
 */
export async function pageOfLog(
  tx: Tx,
  partnerId: string,
  filter: LogFilter,
  { limit, descending, after }: Page,
): Promise<LogRow[]> {
  const place = after
    ? descending
      ? sql`and a.id < ${after.id}`
      : sql`and a.id > ${after.id}`
    : sql``
  const direction = sql.raw(descending ? 'desc' : 'asc')
  const { rows } = await sql<LogRow>`
    select ${sql.raw(sealableColumns)}, a.id::text as sort_key, s.sequence, s.public_hash
    from (
      select * from audit a
      where a.partner_id = ${partnerId} ${place} and ${matching(filter)}
      order by a.id ${direction} limit ${sql.lit(limit + 1)}) a
    left join audit_seal s on s.audit_id = a.id and s.partner_id = a.partner_id
    order by a.id ${direction}`.execute(tx)
  return rows
}

export async function countLog(tx: Tx, partnerId: string, filter: LogFilter): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from audit a
    where a.partner_id = ${partnerId} and ${matching(filter)}`.execute(tx)
  return rows[0]?.n ?? 0
}

export async function findEntry(tx: Tx, partnerId: string, id: string) {
  const { rows } = await sql<LogRow>`
    select ${sql.raw(sealableColumns)}, a.id::text as sort_key, s.sequence, s.public_hash
    from audit a left join audit_seal s on s.audit_id = a.id and s.partner_id = a.partner_id
    where a.partner_id = ${partnerId} and a.id = ${id}`.execute(tx)
  return rows[0]
}

/** A place of the public chain; without an entry where that is gone. */
export type ChainRow = SealableEntry & {
  sequence: number
  public_hash: Buffer
  has_entry: boolean
  matches: boolean
}

/** Places of the public chain in order, and which entries match. */
export async function chainRows(
  tx: Tx,
  partnerId: string,
  { after, upTo, limit }: { after: number; upTo?: number; limit: number },
  filter: LogFilter = {},
): Promise<ChainRow[]> {
  const highest = upTo === undefined ? sql`` : sql`and s.sequence <= ${upTo}`
  const { rows } = await sql<ChainRow>`
    select s.sequence, s.public_hash, a.id is not null as has_entry, ${sql.raw(sealableColumns)},
      coalesce(${matching(filter)}, false) as matches
    from audit_seal s left join audit a on a.partner_id = s.partner_id and a.id = s.audit_id
    where s.partner_id = ${partnerId} and s.sequence > ${after} ${highest}
      and s.public_hash is not null
    order by s.sequence limit ${limit}`.execute(tx)
  return rows
}

export type HeadRow = {
  checkpoint: number
  at: Date
  first: number
  sequence: number
  hash: Buffer
  signature: string
}

const headColumns = sql.raw('checkpoint, at, first, sequence, hash, signature')

/** Signed heads at the places after one and up to another. */
export async function headsWithin(
  tx: Tx,
  partnerId: string,
  { after, upTo }: { after: number; upTo: number },
): Promise<HeadRow[]> {
  const { rows } = await sql<HeadRow>`
    select ${headColumns} from audit_head
    where partner_id = ${partnerId} and sequence > ${after} and sequence <= ${upTo}
    order by sequence`.execute(tx)
  return rows
}

/** The first signed head that covers a place. */
export async function headCovering(tx: Tx, partnerId: string, place: number) {
  const { rows } = await sql<HeadRow>`
    select ${headColumns} from audit_head
    where partner_id = ${partnerId} and sequence >= ${place} order by sequence limit 1`.execute(tx)
  return rows[0]
}

/** Where the public chain begins and ends, and its newest signed head. */
export async function readEnds(tx: Tx, partnerId: string) {
  const { rows } = await sql<HeadRow>`
    select ${headColumns} from audit_head
    where partner_id = ${partnerId} order by sequence desc limit 1`.execute(tx)
  const [newest] = rows
  const ends = await sql<{ first: number | null; last: number | null }>`
    select (select sequence from audit_seal where partner_id = ${partnerId}
        and public_hash is not null order by sequence limit 1) as first,
      (select sequence from audit_seal where partner_id = ${partnerId}
        order by sequence desc limit 1) as last`.execute(tx)
  const { first, last } = ends.rows[0] ?? { first: null, last: null }
  return { first: newest?.first ?? first ?? (last ?? 0) + 1, last: last ?? 0, newest }
}

/** A head as it was signed. */
export const signedHead = (partnerId: string, { at, hash, ...row }: HeadRow): AuditHead => ({
  svcPartnerId: formatId('par', partnerId),
  at: at.toISOString(),
  hash: hash.toString('hex'),
  ...row,
})
