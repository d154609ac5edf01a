import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../../db/open.ts'

/** One account at a bank: a ledger account `bank` is one country and one currency. */
type Account = { country: string; currency: string }

/** The last statement of an account against the books; minor units, days `2026-01-05`. */
export type LastStatement = Account & {
  statementId: string
  day: string
  closing: bigint
  /** What the first statement opened with, and all entries and payments that are known since. */
  known: bigint
  /** Treasury moves from this day on are not in what the first statement opened with. */
  movesFrom: string
  /** Treasury moves of days before are in the statement. */
  movesUntil: string
}

/**
 * What is known of one statement, the newest first. Of a file that is still being taken in not all
 * entries may be known.
 */
const statements: RawBuilder<unknown> = sql`
  select b.country_code, b.currency, b.statement_id, b.closes_on,
    (array_agg(b.opening order by i.written_at desc, i.imported_at desc)
      filter (where b.opening is not null))[1] as opening,
    (array_agg(b.closing order by i.written_at desc, i.imported_at desc)
      filter (where b.closing is not null))[1] as closing,
    min(b.opens_on) as opens_on, max(i.written_at) as written_at
  from bank_file_balance b join bank_file_in i on i.sha256 = b.sha256
  where i.imported_at is not null
  group by b.country_code, b.currency, b.statement_id, b.closes_on`

/** The last statement of each account. Deposits of the sandbox stand on no statement. */
export async function lastStatements(tx: Tx): Promise<LastStatement[]> {
  const { rows } = await sql<LastStatement>`
    with statement as (${statements}), first as (
      select distinct on (s.country_code, s.currency) s.country_code, s.currency, s.opening,
        s.opens_on
      from statement s where s.opening is not null
      order by s.country_code, s.currency, s.closes_on, s.written_at, s.statement_id
    ), last as (
      select distinct on (s.country_code, s.currency) s.*
      from statement s where s.closing is not null
      order by s.country_code, s.currency, s.closes_on desc, s.written_at desc, s.statement_id desc
    ), movement as (
      select split_part(e.account, '/', 1) as country_code, e.currency,
        coalesce(e.stated_on, e.booked_on) as day,
        e.minor * case e.direction when 'DEBIT' then -1 else 1 end as amount
      from bank_payment e
      where e.state = 'BOOKED' and e.entry is not null
        and e.sha256 <> encode(sha256(convert_to(E'sandbox\n' || e.id, 'UTF8')), 'hex')
      union all
      select p.booked_country, o.currency, p.booked_on, -o.amount
      from bank_file_payment p join bank_order o on o.id::text = p.reference
      where p.status = 'CONFIRMED' and p.booked_on is not null
    )
    select l.country_code as country, l.currency, l.statement_id as "statementId",
      l.closes_on::text as day, l.closing, f.opens_on::text as "movesFrom",
      l.opens_on::text as "movesUntil",
      f.opening + coalesce((select sum(m.amount) from movement m
        where m.country_code = l.country_code and m.currency = l.currency
          and m.day between f.opens_on and l.closes_on), 0) as known
    from last l join first f using (country_code, currency)
    order by l.country_code, l.currency`.execute(tx)
  return rows
}

export type Move = Account & { day: string; amount: bigint }

/** What operators booked by hand at banks, the oldest first; negative where it left the bank. */
export async function bankMoves(tx: Tx): Promise<Move[]> {
  const { rows } = await sql<Move>`
    select a.owner as country, a.asset as currency,
      (g.created_at at time zone 'UTC')::date::text as day,
      case when p.debit_account = a.id then p.amount else -p.amount end as amount
    from ledger_account a
    join posting p on p.partner_id = a.partner_id and p.kind in ('single', 'post')
      and (p.debit_account = a.id or p.credit_account = a.id)
    join posting_group g on g.partner_id = p.partner_id and g.id = p.group_id
    where a.kind = 'bank' and g.step = 'treasury_move'
    order by g.created_at, p.id`.execute(tx)
  return rows
}

export type Gap = Account & { statementId: string; day: string; opening: bigint; before: string }

/**
 * Statements that open with what no statement of the day before, nor another one of the same day,
 * has closed with.
 */
export async function statementGaps(tx: Tx): Promise<Gap[]> {
  const { rows } = await sql<Gap>`
    with statement as (${statements})
    select s.country_code as country, s.currency, s.statement_id as "statementId",
      s.closes_on::text as day, s.opening, b.day::text as before
    from statement s
    join lateral (select max(q.closes_on) as day from statement q
      where q.country_code = s.country_code and q.currency = s.currency
        and q.closing is not null and q.closes_on < s.closes_on) as b on b.day is not null
    where s.opening is not null and not exists (select from statement q
      where q.country_code = s.country_code and q.currency = s.currency and q.closing = s.opening
        and (q.closes_on = b.day
          or (q.closes_on = s.closes_on and q.statement_id <> s.statement_id)))
    order by s.country_code, s.currency, s.closes_on, s.statement_id`.execute(tx)
  return rows
}
