import {
  formatId,
  parseId,
  type RoleName,
  scopesFor,
  endpointStates,
  statesWhere,
} from '@corridor/domain'
import { type SqlBool, sql } from 'kysely'
import { serviceNow } from '../../../db/moment.ts'
import type { Tx } from '../../../db/open.ts'
import { kinds, type KindName } from '../base/kinds.ts'
import type { Burst } from './bursts.ts'
import {
  type ApprovalPeople,
  hostOf,
  type Notice,
  type NoticeEvent,
  noticeStatuses,
} from './notices.ts'
import { memberRoleScopes } from '../../../records/roles/store.ts'
import { numberedEvents } from '../../../records/events/store.ts'
import type { Scope } from '@corridor/contract'
import { listOf } from '../../../db/lists.ts'

const watched = listOf(statesWhere(endpointStates, ({ isWatched }) => isWatched))

/** Numbers of events that are looked through at once. */
export const windowSize = 1_000

/** Partners with published events that were not looked through. */
export async function partnersBehind(tx: Tx, max: number): Promise<string[]> {
  const { rows } = await sql<{ partner_id: string }>`
    select s.partner_id from event_sequence s
    left join notification_cursor c on c.partner_id = s.partner_id
    where s.last > coalesce(c.sequence, 0) limit ${max}`.execute(tx)
  return rows.map(({ partner_id }) => partner_id)
}

/** Locks how far a partner's events were looked through: a leader before this one may be at it still. */
export async function lockCursor(tx: Tx, partnerId: string): Promise<{ from: number; to: number }> {
  await sql`insert into notification_cursor (partner_id, sequence) values (${partnerId}, 0)
    on conflict do nothing`.execute(tx)
  const { rows } = await sql<{ from: number; last: number }>`
    select c.sequence as "from", s.last from notification_cursor c
    join event_sequence s on s.partner_id = c.partner_id
    where c.partner_id = ${partnerId} for update of c`.execute(tx)
  const { from = 0, last = 0 } = rows[0] ?? {}
  return { from, to: Math.min(last, from + windowSize) }
}

export const moveCursor = (tx: Tx, partnerId: string, sequence: number) =>
  tx
    .updateTable('notification_cursor')
    .set({ sequence })
    .where('partner_id', '=', partnerId)
    .execute()

const published = Object.entries(noticeStatuses).flatMap(([category, statuses]) =>
  statuses.map((status) => `${category}.${status}`),
)

/** The events of a window that cause notices, in their order. */
export const eventsBetween = (
  tx: Tx,
  partnerId: string,
  { from, to }: { from: number; to: number },
): Promise<NoticeEvent[]> =>
  numberedEvents(tx, partnerId)
    .select(['e.id', 'e.category', 'e.type', 'e.status', 'e.object', 'e.changes'])
    .select(['e.subject_kind', 'e.subject_id', 'n.at as created_at'])
    .where('n.sequence', '>', from)
    .where('n.sequence', '<=', to)
    .where(sql<SqlBool>`e.category || '.' || e.status = any(${published}::text[])`)
    .orderBy('n.sequence')
    .execute() as Promise<NoticeEvent[]>

/** Makers and deciders of requests, by the id of the request and of what it is about; the newest of each. */
export async function approvalPeople(tx: Tx, partnerId: string, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, ApprovalPeople>()
  const requestIds = ids.flatMap((id) => parseId('apr', id) ?? [])
  const rows = await tx
    .selectFrom('approval_request')
    .select(['id', 'subject_id', 'maker_person', 'needs'])
    .where('partner_id', '=', partnerId)
    .where((where) =>
      where.or([
        sql<SqlBool>`id = any(${requestIds}::uuid[])`,
        sql<SqlBool>`subject_id = any(${[...ids]}::text[])`,
      ]),
    )
    .orderBy('created_at')
    .execute()
  return new Map(
    rows.flatMap((row) => {
      const needs = row.needs as { from: string[] }[]
      const people: ApprovalPeople = {
        approvalId: formatId('apr', row.id),
        maker: parseId('mem', row.maker_person) ? `member:${row.maker_person}` : '',
        deciders: [...new Set(needs.flatMap(({ from }) => from))],
      }
      return [[people.approvalId, people] as const, [row.subject_id, people] as const]
    }),
  )
}

/** Members who asked questions about requests, by the question's id. */
export async function questionAskers(tx: Tx, partnerId: string, ids: readonly string[]) {
  const uuids = ids.flatMap((id) => parseId('rfi', id) ?? [])
  if (uuids.length === 0) return new Map<string, string>()
  const rows = await tx
    .selectFrom('approval_question')
    .select(['id', 'member_id'])
    .where('partner_id', '=', partnerId)
    .where('id', 'in', uuids)
    .execute()
  return new Map(
    rows.map((row) => [formatId('rfi', row.id), `member:${formatId('mem', row.member_id)}`]),
  )
}

/** Members who asked for exports, by the export's id. */
export async function exportMakers(tx: Tx, partnerId: string, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, string>()
  const rows = await tx
    .selectFrom('audit')
    .select(['object_id', 'actor_id'])
    .where('partner_id', '=', partnerId)
    .where('object_id', 'in', [...ids])
    .where('actor_type', '=', 'partner_user')
    .orderBy('created_at', 'desc')
    .execute()
  return new Map(rows.map((row) => [row.object_id, `member:${row.actor_id}`]))
}

/**
 * The last burst of each kind. In this order only the index by kind has them: by place alone, all would be
 * read for a kind that has none.
 */
export async function lastBursts(tx: Tx, partnerId: string): Promise<Map<KindName, Burst>> {
  const { rows } = await sql<{ kind: KindName; id: string; first_at: Date; last_at: Date }>`
    select n.kind, n.burst as id, n.happened_at as last_at, coalesce(n.burst_from, (
      select min(o.happened_at) from notification o where o.partner_id = n.partner_id
        and o.kind = n.kind and o.burst = n.burst)) as first_at
    from unnest(${Object.keys(kinds)}::text[]) as k (kind), lateral (
      select * from notification where partner_id = ${partnerId} and kind between k.kind and k.kind
      order by kind, place desc limit 1) as n`.execute(tx)
  return new Map(
    rows.map((row) => [row.kind, { id: row.id, firstAt: row.first_at, lastAt: row.last_at }]),
  )
}

export type NewNotice = { notice: Notice; burst: Burst }
export type Inserted = { place: number; kind: KindName; scope: string } & Pick<
  Notice,
  'selectors' | 'exceptSelector' | 'facts'
>

/** Writes notices that were not written before, in their order. */
export async function insertNotices(
  tx: Tx,
  partnerId: string,
  notices: readonly NewNotice[],
  notedAt: Date,
): Promise<Inserted[]> {
  if (notices.length === 0) return []
  const rows = await tx
    .insertInto('notification')
    .values(
      notices.map(({ notice, burst }) => ({
        partner_id: partnerId,
        cause: notice.cause,
        kind: notice.kind,
        scope: kinds[notice.kind].scope,
        selectors: notice.selectors ? [...notice.selectors] : null,
        except_selector: notice.exceptSelector ?? '',
        burst: burst.id,
        burst_from: burst.firstAt,
        subject_kind: notice.subject.kind,
        subject_id: notice.subject.id,
        facts: JSON.stringify(notice.facts),
        happened_at: notice.at,
        noted_at: notedAt,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning(['place', 'kind', 'scope', 'selectors', 'except_selector', 'facts'])
    .execute()
  return rows.map((row) => ({
    place: row.place,
    kind: row.kind as KindName,
    scope: row.scope,
    exceptSelector: row.except_selector,
    facts: row.facts as Notice['facts'],
    ...(row.selectors && { selectors: row.selectors }),
  }))
}

export type Listener = {
  memberId: string
  role: RoleName
  scopes: readonly Scope[]
  email: string
  settings: unknown
}

/** The members of a partner with what they chose. */
export async function listeners(tx: Tx, partnerId: string): Promise<Listener[]> {
  const rows = await tx
    .selectFrom('member')
    .leftJoin('notification_reader as reader', (join) =>
      join
        .onRef('reader.partner_id', '=', 'member.partner_id')
        .onRef('reader.member_id', '=', 'member.id'),
    )
    .select(['member.id', 'member.role', 'member.email', 'reader.settings'])
    .select(memberRoleScopes.as('own_scopes'))
    .where('member.partner_id', '=', partnerId)
    .where('member.removed_at', 'is', null)
    .execute()
  return rows.map(({ id, role, own_scopes: own, email, settings }) => ({
    memberId: id,
    role,
    scopes: scopesFor(role, own),
    email,
    settings,
  }))
}

type FailingEndpoint = {
  partner_id: string
  id: string
  is_primary: boolean
  url: string
  cause: string
  now: Date
}

/** Facts that no event publishes: reserves and keys about to end, and endpoints that keep failing. */
export async function findDue(tx: Tx): Promise<{ partnerId: string; notice: Notice }[]> {
  const frames = await sql<{ partner_id: string; id: string; now: Date }>`
    select f.partner_id, f.id, ${serviceNow} as now from reserve_frame f
    where f.status = 'ACCEPTED' and f.ends_at > ${serviceNow}
      and f.ends_at < ${serviceNow} + interval '24 hours'
      and not exists (select from notification n where n.partner_id = f.partner_id
        and n.cause = 'reserve-ending:' || f.id)`.execute(tx)
  const endpoints = await sql<FailingEndpoint>`
    select e.*, ${serviceNow} as now from (
      select partner_id, id, is_primary, url,
        'webhook-failing:' || extract(epoch from failing_since)::bigint
          || case when is_primary then '' else ':' || id end as cause
      from webhook_endpoint where failing_since < ${serviceNow} - interval '15 minutes'
        and status in ${watched} and deleted_at is null) e
    where not exists (select from notification n where n.partner_id = e.partner_id
      and n.cause = e.cause)`.execute(tx)
  const keys = await sql<{ partner_id: string; id: string; member_id: string | null; now: Date }>`
    select k.partner_id, k.id, k.member_id, ${serviceNow} as now from api_key k
    where k.kind = 'partner' and k.revoked_at is null and k.expires_at > ${serviceNow}
      and k.expires_at < ${serviceNow} + interval '30 days'
      -- Of one that was rotated, or made for so short a time, somebody knows.
      and k.expires_at - k.created_at > interval '30 days'
      and not exists (select from api_key s where s.predecessor_id = k.id)
      and not exists (select from notification n where n.partner_id = k.partner_id
        and n.cause = 'key-ending:' || k.id)`.execute(tx)
  return [
    ...keys.rows.map(({ partner_id: partnerId, id, member_id: holder, now }) => ({
      partnerId,
      notice: {
        cause: `key-ending:${id}`,
        kind: 'security' as const,
        subject: { kind: 'api_key', id: formatId('key', id) },
        facts: { what: 'api_key.ending' },
        selectors: [
          ...['owner', 'admin', 'developer'].map((role) => `role:${role}`),
          ...(holder === null ? [] : [`member:${formatId('mem', holder)}`]),
        ],
        at: now,
      },
    })),
    ...frames.rows.map(({ partner_id: partnerId, id, now }) => ({
      partnerId,
      notice: {
        cause: `reserve-ending:${id}`,
        kind: 'liquidity' as const,
        subject: { kind: 'reserve', id: formatId('rsv', id) },
        facts: { what: 'ending' },
        at: now,
      },
    })),
    ...endpoints.rows.map(({ partner_id: partnerId, id, is_primary, url, cause, now }) => ({
      partnerId,
      notice: {
        cause,
        kind: 'webhook' as const,
        subject: { kind: 'webhook', id: is_primary ? 'webhook' : formatId('whe', id) },
        facts: { what: 'failing', ...(is_primary ? {} : { endpoint: hostOf(url) }) },
        at: now,
      },
    })),
  ]
}

/** Nobody looks for what is older. */
export async function deleteBefore(tx: Tx, before: Date, max: number): Promise<number> {
  const { rows } = await sql<{ deleted: number }>`
    with gone as (delete from notification where ctid in (
      select ctid from notification where noted_at < ${before} limit ${max}) returning burst),
    reads as (delete from notification_read r using gone where r.burst = gone.burst
      and not exists (select from notification n where n.burst = r.burst
        and n.noted_at >= ${before}))
    select count(*)::int as deleted from gone`.execute(tx)
  return rows[0]?.deleted ?? 0
}
