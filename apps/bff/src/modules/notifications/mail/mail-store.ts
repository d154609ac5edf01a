import type { RoleName } from '@corridor/domain'
import { sql } from 'kysely'
import type { Tx } from '../../../db/open.ts'
import type { KindName } from '../base/kinds.ts'
import { memberRoleScopes } from '../../../records/roles/store.ts'

export type ToMail = { memberId: string; kind: KindName; place: number }

/** Not more than one mail of a kind to a member in this time. */
const restMinutes = 10

/** Notes that mails are due about these places, given in their order; what is under way takes them along. */
export async function queueMails(tx: Tx, partnerId: string, wanted: readonly ToMail[], at: Date) {
  if (wanted.length === 0) return
  const column = <K extends keyof ToMail>(name: K) => wanted.map((item) => item[name])
  await sql`
    insert into notification_mail as m (partner_id, member_id, kind, mailed_to, last, due_at)
    select ${partnerId}, w.member_id, w.kind, min(w.place) - 1, max(w.place), ${at}
    from unnest(${column('memberId')}::uuid[], ${column('kind')}::text[],
      ${column('place')}::bigint[]) as w (member_id, kind, place)
    group by w.member_id, w.kind
    on conflict (partner_id, member_id, kind) do update set
      last = greatest(m.last, excluded.last),
      mailed_to = case when m.due_at is null then excluded.mailed_to else m.mailed_to end,
      attempts = case when m.due_at is null then 0 else m.attempts end,
      due_at = coalesce(m.due_at,
        greatest(excluded.due_at, m.sent_at + ${`${restMinutes} minutes`}::interval))`.execute(tx)
}

export type DueMail = {
  partner_id: string
  member_id: string
  kind: KindName
  mailed_to: number
  last: number
  attempts: number
  role: RoleName
  own_scopes: string[] | null
  email: string
  created_at: Date
  settings: unknown
}

/**
 * Takes mails that are due and puts them off, so that a process that dies while it sends leaves them
 * to the next one. Removed members and those without an address have none any more.
 */
export async function claimMails(tx: Tx, at: Date, againAt: Date, max: number): Promise<DueMail[]> {
  await sql`update notification_mail m set due_at = null from member
    where m.due_at <= ${at} and member.partner_id = m.partner_id and member.id = m.member_id
      and (member.removed_at is not null or member.email = '')`.execute(tx)
  const { rows } = await sql<DueMail>`
    with due as (
      select partner_id, member_id, kind from notification_mail where due_at <= ${at}
      order by due_at limit ${max} for update skip locked),
    claimed as (
      update notification_mail m set due_at = ${againAt}, attempts = m.attempts + 1 from due
      where (m.partner_id, m.member_id, m.kind) = (due.partner_id, due.member_id, due.kind)
      returning m.*)
    select c.partner_id, c.member_id, c.kind, c.mailed_to, c.last, c.attempts, member.role,
      ${memberRoleScopes} as own_scopes, member.email, member.created_at, r.settings
    from claimed c
    join member on member.partner_id = c.partner_id and member.id = c.member_id
    left join notification_reader r
      on r.partner_id = c.partner_id and r.member_id = c.member_id`.execute(tx)
  return rows
}

type Key = Pick<DueMail, 'partner_id' | 'member_id' | 'kind'>

/** A mail went out about everything up to `last`; what came meanwhile is due when the rest is over. */
export const noteMailed = (tx: Tx, key: Key, { last, at }: { last: number; at: Date }) =>
  sql`update notification_mail set mailed_to = ${last}, sent_at = ${at}, attempts = 0,
      due_at = case when last > ${last}
        then ${at}::timestamptz + ${`${restMinutes} minutes`}::interval end
    where partner_id = ${key.partner_id} and member_id = ${key.member_id}
      and kind = ${key.kind}`.execute(tx)

/** Nothing of it is to be sent; what came meanwhile is looked at anew. */
export const dropMail = (tx: Tx, key: Key, { last, at }: { last: number; at: Date }) =>
  sql`update notification_mail set mailed_to = ${last}, attempts = 0,
      due_at = case when last > ${last} then ${at}::timestamptz end
    where partner_id = ${key.partner_id} and member_id = ${key.member_id}
      and kind = ${key.kind}`.execute(tx)

export const putOff = (tx: Tx, key: Key, until: Date) =>
  sql`update notification_mail set due_at = ${until}, attempts = greatest(attempts - 1, 0)
    where partner_id = ${key.partner_id} and member_id = ${key.member_id}
      and kind = ${key.kind}`.execute(tx)

/** The mail server did not take it: later, and later still each time. */
export const delay = (tx: Tx, key: Key, until: Date) =>
  sql`update notification_mail set due_at = ${until}
    where partner_id = ${key.partner_id} and member_id = ${key.member_id}
      and kind = ${key.kind}`.execute(tx)
