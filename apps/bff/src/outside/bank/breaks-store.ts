import { sql } from 'kysely'
import { serviceNow } from '../../db/moment.ts'
import type { Tx } from '../../db/open.ts'

/**
 * Differences until explained: payments that no statement has (`missing`), those that one had and its
 * correction has not (`dropped`), each time anew, and lines that are not booked (`asides`).
 */
export async function openBreaks(
  tx: Tx,
  sha256: string,
  of: {
    missing?: readonly string[]
    dropped?: readonly string[]
    asides?: readonly string[]
  },
): Promise<void> {
  const { missing = [], dropped = [], asides = [] } = of
  const ids = [...missing, ...dropped]
  const names = [...missing, ...dropped.map((id) => `${id} ${sha256}`)]
  if (ids.length > 0)
    await sql`
      insert into bank_break (id, kind, account, currency, day, difference, scale, payment_id, sha256,
        opened_at)
      select 'brk_' || encode(sha256(convert_to(g.name, 'UTF8')), 'hex'), 'NOT_ON_STATEMENT',
        p.account, p.currency, p.booked_on,
        case p.state when 'HELD' then 0 when 'BOOKED' then
          case p.direction when 'CREDIT' then p.minor else -p.minor end else 0 end,
        p.scale, p.id, ${sha256}, ${serviceNow}
      from unnest(${ids}::text[], ${names}::text[]) as g (id, name) join bank_payment p on p.id = g.id
      -- What is missing because it was dropped is one difference.
      where not exists (select from bank_break b where b.payment_id = p.id
        and (b.resolved_at is null or g.id = g.name))
      on conflict (id) do nothing`.execute(tx)
  if (asides.length > 0)
    await sql`
      insert into bank_break (id, kind, account, currency, day, difference, scale, aside_id, sha256,
        opened_at)
      select 'brk_' || encode(sha256(convert_to(a.id, 'UTF8')), 'hex'), 'LINE_NOT_BOOKED', a.account,
        a.currency, coalesce(a.booked_on, (${serviceNow})::date),
        coalesce(case a.direction when 'CREDIT' then -a.minor when 'DEBIT' then a.minor end, 0),
        a.scale, a.id, ${sha256}, ${serviceNow}
      from bank_aside a where a.id = any(${[...asides]}::text[])
      on conflict (id) do nothing`.execute(tx)
}

/** Differences of an account that later evidence, or a person's decision, has explained. */
export const resolveExplained = (tx: Tx, account: string) =>
  sql`
    update bank_break b set resolved_at = ${serviceNow}, resolved_by = 'statement'
    where b.account = ${account} and b.resolved_at is null and (
      exists (select from bank_payment p where p.id = b.payment_id
        and (p.stated_on is not null or p.state in ('JOINED', 'LISTED')))
      or exists (select from bank_aside a where a.id = b.aside_id and a.state <> 'OPEN'))`.execute(
    tx,
  )

export type BreakRow = {
  id: string
  kind: 'NOT_ON_STATEMENT' | 'LINE_NOT_BOOKED'
  account: string
  currency: string
  /** `2026-01-05`. */
  day: string
  /** Minor units; positive where the books have more than the statement. */
  difference: bigint
  scale: number
  paymentId: string | null
  asideId: string | null
  openedAt: Date
  resolvedAt: Date | null
  resolvedBy: string
}

const columns = sql<BreakRow>`b.id, b.kind, b.account, b.currency, b.day::text as day, b.difference,
  b.scale, b.payment_id as "paymentId", b.aside_id as "asideId", b.opened_at as "openedAt",
  b.resolved_at as "resolvedAt", b.resolved_by as "resolvedBy"`

/** Open ones, the oldest first. */
export async function listBreaks(tx: Tx, limit: number): Promise<BreakRow[]> {
  const { rows } = await sql<BreakRow>`
    select ${columns} from bank_break b where b.resolved_at is null
    order by b.opened_at, b.id limit ${limit}`.execute(tx)
  return rows
}

/** What a person found out about a difference; false where it is open no more. */
export async function resolveBreak(
  tx: Tx,
  id: string,
  by: { name: string; reason: string },
): Promise<boolean> {
  const rows = await tx
    .updateTable('bank_break')
    .set({ resolved_at: serviceNow, resolved_by: by.name, resolved_reason: by.reason })
    .where('id', '=', id)
    .where('resolved_at', 'is', null)
    .returning('id')
    .execute()
  return rows.length > 0
}
