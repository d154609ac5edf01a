import { sql } from 'kysely'
import type { World } from './world.ts'

/** Monitored deposits that are waited for: what is missing of each, and a hash that was stated for it. */
export async function readWaiting({
  tx,
  by,
}: World): Promise<{ amount: bigint; hash: string | null }[]> {
  const { rows } = await sql<{ amount: bigint; hash: string | null }>`
    select r.amount - r.received as amount, (select max(f.reference_hash) from fulfilment f
      where f.partner_id = r.partner_id and f.quote_id = r.quote_id and f.reference_hash <> ''
        and not exists (select from token_transfer t where t.hash = f.reference_hash)) as hash
    from replenishment r where r.partner_id = ${by.partnerId} and r.source = 'MONITORED_DEPOSIT'
      and r.status in ('PENDING', 'PARTIAL')`.execute(tx)
  return rows
}

/** Drawings in one of these states. */
export async function readDrawings(
  { tx, by }: World,
  states: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from liquidity_transaction where partner_id = ${by.partnerId}
      and status = any(${[...states]}::text[])`.execute(tx)
  return rows.map(({ id }) => id)
}

export async function readUnmatched({ tx, by }: World): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from liquidity_payment where partner_id = ${by.partnerId}
      and status = 'UNMATCHED'`.execute(tx)
  return rows.map(({ id }) => id)
}

/** What does not hold of one partner's books: each row says what. */
export async function readBreaches({ tx, by }: World): Promise<string[]> {
  const id = by.partnerId
  const { rows } = await sql<{ what: string }>`
    with balance as (
      select a.kind, a.owner,
        coalesce(sum(case when p.debit_account = a.id then p.amount else -p.amount end)
          filter (where p.kind in ('single', 'post')), 0) as posted,
        coalesce(sum(case when p.debit_account = a.id then p.amount else -p.amount end)
          filter (where p.kind = 'pending' and not exists (select from posting_resolution r
            where r.partner_id = p.partner_id and r.pending_id = p.id)), 0) as pending
      from ledger_account a
      left join posting p on p.partner_id = a.partner_id
        and a.id in (p.debit_account, p.credit_account)
      where a.partner_id = ${id} group by 1, 2
    ), drawing as (
      select d.*, coalesce(b.posted, 0) as posted, coalesce(b.pending, 0) as pending,
        case when d.ordered_at is null or d.status in ('FAILED', 'REJECTED') then 0
          else d.amount - d.repaid - d.written_off end as owed
      from liquidity_transaction d
      left join balance b on b.kind = 'liquidity_principal' and b.owner = d.id::text
      where d.partner_id = ${id}
    )
    select 'principal of ' || d.id || ' ' || d.status || ' ' || d.posted || ' ' || d.pending as what
      from drawing d where d.posted + d.pending <> d.owed
        or (d.status in ('REPLENISHED', 'WRITTEN_OFF') and d.owed <> 0)
        or (d.status in ('INITIATED', 'BROADCAST') and d.posted <> 0)
    union all
    select 'borrowed ' || l.borrowed from liquidity_line l where l.partner_id = ${id}
      and l.borrowed <> (select coalesce(sum(owed), 0) from drawing)
    union all
    select 'drawn of frame ' || f.id from reserve_frame f where f.partner_id = ${id}
      and (f.drawn <> (select coalesce(sum(owed), 0) from drawing d where d.frame_id = f.id)
        or f.scheduled <> (select coalesce(sum(amount), 0) from drawing d where d.frame_id = f.id
          and d.ordered_at is null and d.status = 'INITIATED'))
    union all
    select 'deferred of frame ' || f.id || ' ' || f.status || ' ' || coalesce(b.posted, 0)
      from reserve_frame f
      left join balance b on b.kind = 'reserve_fee_deferred' and b.owner = f.id::text
      where f.partner_id = ${id} and coalesce(b.posted, 0) <> case
        when f.status = 'ACCEPTED' and f.published_phase <> 'ENDED' then -f.fee else 0 end
    union all
    select 'suspense of payment ' || p.id || ' ' || p.status || ' ' || coalesce(b.posted, 0)
      from liquidity_payment p left join balance b on b.kind = 'suspense' and b.owner = p.id::text
      where p.partner_id = ${id} and coalesce(b.posted, 0) <> case p.status
        when 'UNMATCHED' then -p.amount else 0 end
    union all
    select 'replenishment ' || r.id from replenishment r where r.partner_id = ${id}
      and r.received <> r.fee + r.principal + r.surplus
    union all
    select 'fulfilled of quote ' || q.id from replenish_quote q where q.partner_id = ${id}
      and q.fulfilled <> (select coalesce(sum(amount), 0) from fulfilment f
        where f.partner_id = q.partner_id and f.quote_id = q.id)
    union all
    select 'asset ' || asset from (select p.asset, sum(case when p.debit_account = a.id
        then p.amount else -p.amount end) as sum
      from posting p join ledger_account a on a.partner_id = p.partner_id
        and a.id in (p.debit_account, p.credit_account)
      where p.partner_id = ${id} and p.kind in ('single', 'post') group by 1) s where sum <> 0
    union all
    select 'fees paid of ' || d.id from drawing d where d.fee_paid <> (
      select coalesce(sum(r.fee), 0) from replenishment r where r.transaction_id = d.id)
      or d.repaid <> (select coalesce(sum(r.principal), 0) from replenishment r
        where r.transaction_id = d.id)`.execute(tx)
  return rows.map(({ what }) => what)
}
