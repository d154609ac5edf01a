-- What the ledger says of credit lines and their records do not: of everything, or of records that
-- changed since some time. Nothing where all is well.
create or replace function liquidity_breaches(since timestamptz default '-infinity')
returns table (rule text, asset text, place text)
language plpgsql stable
set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  -- Pending while it is not paid out, then what is not repaid; nothing once it has ended.
  return query
    select 'the principal of a drawing is booked as what it owes', d.currency || '@' || d.chain_id,
      d.id::text || ' ' || d.status
    from liquidity_transaction d
    left join ledger_account a on a.partner_id = d.partner_id and a.owner = d.id::text
      and a.kind = 'liquidity_principal'
    cross join lateral (
      select coalesce(sum(side.amount) filter (where side.kind = 'pending'), 0) as pending,
        coalesce(sum(side.amount) filter (where side.kind <> 'pending'), 0) as posted
      from (
        select p.id, p.kind, p.amount from posting p
        where p.partner_id = d.partner_id and p.debit_account = a.id
        union all
        select p.id, p.kind, -p.amount from posting p
        where p.partner_id = d.partner_id and p.credit_account = a.id
      ) as side
      left join posting_resolution r on side.kind = 'pending' and r.partner_id = d.partner_id
        and r.pending_id = side.id
      where side.kind <> 'void' and r.pending_id is null
    ) as booked
    where d.updated_at >= since
      and (booked.pending <> case when d.status in ('INITIATED', 'BROADCAST')
          and d.ordered_at is not null then d.amount else 0 end
        or booked.posted <> case when d.status in ('DISBURSED', 'PARTIALLY_REPLENISHED', 'OVERDUE')
          then d.amount - d.repaid - d.written_off else 0 end);
  return query
    select 'a drawing that has ended owes nothing, and one that was not paid out repaid nothing',
      d.currency || '@' || d.chain_id, d.id::text || ' ' || d.status
    from liquidity_transaction d
    where d.updated_at >= since and case
      when d.status = 'REPLENISHED' then d.repaid <> d.amount or d.written_off <> 0
      when d.status = 'WRITTEN_OFF' then d.repaid + d.written_off <> d.amount
      when d.status in ('DISBURSED', 'PARTIALLY_REPLENISHED', 'OVERDUE') then d.written_off <> 0
      else d.repaid <> 0 or d.fee_paid <> 0 or d.written_off <> 0 end;

  return query
    select 'what a credit line has borrowed is owed on its drawings',
      l.currency || '@' || l.chain_id, l.partner_id::text
    from liquidity_line l
    where l.borrowed <> (select coalesce(sum(d.amount - d.repaid - d.written_off), 0)
      from liquidity_transaction d where d.partner_id = l.partner_id and d.ordered_at is not null
        and d.status in ('INITIATED', 'BROADCAST', 'DISBURSED', 'PARTIALLY_REPLENISHED', 'OVERDUE'));
  return query
    select 'what is drawn of a reserve frame is owed on its drawings',
      f.currency || '@' || f.chain_id, f.id::text
    from reserve_frame f
    cross join lateral (
      select coalesce(sum(d.amount - d.repaid - d.written_off)
          filter (where d.ordered_at is not null), 0) as drawn,
        coalesce(sum(d.amount) filter (where d.ordered_at is null), 0) as scheduled
      from liquidity_transaction d where d.partner_id = f.partner_id and d.frame_id = f.id
        and d.status not in ('FAILED', 'REJECTED')
    ) as owed
    where f.updated_at >= since and (f.drawn <> owed.drawn or f.scheduled <> owed.scheduled);

  -- Deferred from its acceptance to its end; after a cancellation what is on its way back.
  return query
    select 'the fee of a reserve frame is deferred until it ends or is paid back',
      f.currency || '@' || f.chain_id, f.id::text || ' ' || f.status
    from reserve_frame f
    left join ledger_account a on a.partner_id = f.partner_id and a.owner = f.id::text
      and a.kind = 'reserve_fee_deferred'
    left join ledger_balance b on b.partner_id = a.partner_id and b.account_id = a.id
    cross join lateral (select case when f.status = 'CANCELLED' and f.refund_status = 'PENDING'
      then f.refund_amount else 0 end as amount) as refund
    where f.updated_at >= since
      and (coalesce(b.debits_pending, 0) <> refund.amount
        or coalesce(b.credits_posted - b.debits_posted, 0) <> case
          when f.status = 'ACCEPTED' and f.published_phase <> 'ENDED' then f.fee else refund.amount end);

  return query
    select 'a payment to a credit line is in suspense while it pays for nothing',
      p.currency || case when p.chain_id = '' then '' else '@' || p.chain_id end,
      p.id::text || ' ' || p.status
    from liquidity_payment p
    left join ledger_account a on a.partner_id = p.partner_id and a.owner = p.id::text
      and a.kind = 'suspense'
    left join ledger_balance b on b.partner_id = a.partner_id and b.account_id = a.id
    where p.updated_at >= since
      and (coalesce(b.credits_posted - b.debits_posted, 0) <>
          case when p.status in ('UNMATCHED', 'HELD') then p.amount else 0 end
        or coalesce(b.debits_pending + b.credits_pending, 0) <> 0);

  return query
    select 'each drawing that was mined is one that did not fail', null::text, o.subject
    from chain_order o
    where o.purpose = 'disbursement' and o.status = 'CONFIRMED' and not exists (
      select from liquidity_transaction d where d.partner_id = o.partner_id
        and d.id = o.subject::uuid and d.status not in ('FAILED', 'REJECTED'));
end $$;
grant execute on function liquidity_breaches(timestamptz) to corridor_app, corridor_worker;
