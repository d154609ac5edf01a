-- What does not hold in the ledger: of everything, or of what was booked since some time with the
-- accounts that it touched. Nothing where all is well; "asset" is null where a breach is of none.
create or replace function ledger_breaches(since timestamptz default '-infinity')
returns table (rule text, asset text, place text)
language plpgsql stable
set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  is_whole constant boolean := since = '-infinity';
begin
  return query
    select broken.rule, p.asset, p.id::text
    from posting p
    left join posting_group g on g.partner_id = p.partner_id and g.id = p.group_id
    left join ledger_account d on d.partner_id = p.partner_id and d.id = p.debit_account
    left join ledger_account c on c.partner_id = p.partner_id and c.id = p.credit_account
    cross join lateral (values
      ('every posting belongs to a group', g.id is null),
      ('both accounts of a posting are of its asset and its partner',
        d.asset is distinct from p.asset or c.asset is distinct from p.asset
          or d.scale is distinct from c.scale)
    ) as broken (rule, is_broken)
    where p.created_at >= since
      and (g.id is null or d.asset is distinct from p.asset or c.asset is distinct from p.asset
        or d.scale is distinct from c.scale)
      and broken.is_broken;

  return query
    select 'every group has postings', null::text, g.id::text from posting_group g
    where g.created_at >= since
      and not exists (select from posting p where p.partner_id = g.partner_id and p.group_id = g.id);

  return query
    select 'a post or void resolves one pending leg, within its amount and between its accounts',
      p.asset, p.id::text
    from posting p
    left join posting_resolution r on r.partner_id = p.partner_id and r.pending_id = p.pending_id
      and r.posting_id = p.id
    left join posting q on q.partner_id = p.partner_id and q.id = p.pending_id
    where p.created_at >= since and p.pending_id is not null
      and (r.pending_id is null or q.kind is distinct from 'pending'
        or q.debit_account <> p.debit_account or q.credit_account <> p.credit_account
        or q.amount <> r.pending_amount or p.amount > q.amount
        or r.posted_amount <> case p.kind when 'post' then p.amount else 0 end);
  return query
    select 'every resolution has its posting', null::text, r.pending_id::text
    from posting_resolution r
    where is_whole and not exists (select from posting p where p.partner_id = r.partner_id
      and p.id = r.posting_id and p.pending_id = r.pending_id);

  return query
    select 'the debits of an asset equal its credits', a.asset, a.asset
    from posting p
    cross join lateral (values (p.debit_account, p.amount), (p.credit_account, -p.amount))
      as side (account, amount)
    join ledger_account a on a.partner_id = p.partner_id and a.id = side.account
    where p.created_at >= since
    group by a.asset, p.kind having sum(side.amount) <> 0;

  return query
    with touched as (
      select a.partner_id, a.id, a.asset from ledger_account a where is_whole and a.has_floor
      union
      select a.partner_id, a.id, a.asset from posting p
      cross join lateral (values (p.debit_account), (p.credit_account)) as side (account)
      join ledger_account a on a.partner_id = p.partner_id and a.id = side.account and a.has_floor
      where not is_whole and p.created_at >= since
    ), sides as (
      select t.partner_id, t.id, p.kind, p.amount, 0 as credit, p.id as posting
      from touched t join posting p on p.partner_id = t.partner_id and p.debit_account = t.id
      union all
      select t.partner_id, t.id, p.kind, 0, p.amount, p.id
      from touched t join posting p on p.partner_id = t.partner_id and p.credit_account = t.id
    ), totals as (
      select s.partner_id, s.id,
        coalesce(sum(s.amount) filter (where s.kind = 'pending'), 0) as debits_pending,
        coalesce(sum(s.amount) filter (where s.kind <> 'pending'), 0) as debits_posted,
        coalesce(sum(s.credit) filter (where s.kind = 'pending'), 0) as credits_pending,
        coalesce(sum(s.credit) filter (where s.kind <> 'pending'), 0) as credits_posted
      from sides s
      left join posting_resolution r on s.kind = 'pending' and r.partner_id = s.partner_id
        and r.pending_id = s.posting
      where s.kind <> 'void' and r.pending_id is null
      group by s.partner_id, s.id
    )
    select broken.rule, t.asset, t.id::text
    from touched t
    left join totals s on s.partner_id = t.partner_id and s.id = t.id
    left join ledger_balance b on b.partner_id = t.partner_id and b.account_id = t.id
    cross join lateral (values
      ('a kept balance is what its postings say',
        coalesce(s.debits_pending, 0) <> coalesce(b.debits_pending, 0)
          or coalesce(s.debits_posted, 0) <> coalesce(b.debits_posted, 0)
          or coalesce(s.credits_pending, 0) <> coalesce(b.credits_pending, 0)
          or coalesce(s.credits_posted, 0) <> coalesce(b.credits_posted, 0)),
      ('an account with a floor is not below it',
        s.credits_posted - s.debits_posted - s.debits_pending < 0)
    ) as broken (rule, is_broken)
    where broken.is_broken;
  return query
    select 'a kept balance is of an account with a floor', null::text, b.account_id::text
    from ledger_balance b
    where is_whole and not exists (select from ledger_account a where a.partner_id = b.partner_id
      and a.id = b.account_id and a.has_floor);

  return query
    select 'no pending leg is open 60 s after its time', p.asset, p.id::text from posting p
    where p.timeout_at < (select service_now()) - interval '60 s'
      and not exists (select from posting_resolution r
        where r.partner_id = p.partner_id and r.pending_id = p.id);

  return query
    select 'nothing is held for a transfer that has ended', a.asset, t.id::text || ' ' || t.status
    from transfer t
    join ledger_account a on a.partner_id = t.partner_id and a.owner = t.id::text
      and a.kind = 'transfer_clearing'
    join ledger_balance b on b.partner_id = a.partner_id and b.account_id = a.id
    where t.updated_at >= since
      and (t.status in ('COMPLETED', 'REFUNDED', 'EXPIRED', 'CANCELLED')
        or (t.status = 'FAILED' and t.held_until is null))
      and (b.credits_posted <> b.debits_posted or b.debits_pending <> 0 or b.credits_pending <> 0);

  -- The leg of a payout: pending while its outcome is unknown, then posted once or voided.
  return query
    select 'each payout is booked once, as what became of it', l.asset, p.id::text
    from payout p
    left join posting_group g on g.partner_id = p.partner_id and g.transfer_id = p.transfer_id
      and g.step = p.step || case when p.attempt > 1 then '/' || p.attempt else '' end
    left join posting l on l.partner_id = g.partner_id and l.group_id = g.id and l.kind = 'pending'
    left join posting_resolution r on r.partner_id = l.partner_id and r.pending_id = l.id
    where p.updated_at >= since
      and (l.amount is distinct from p.amount
        or r.posted_amount is distinct from case
          when p.status in ('CONFIRMED', 'RETURNED') then p.amount when p.status = 'FAILED' then 0 end);
  return query
    select 'each booked payout is one that was ordered', l.asset, l.id::text
    from posting l
    join posting_group g on g.partner_id = l.partner_id and g.id = l.group_id
    where l.created_at >= since and l.kind = 'pending' and l.code in ('payout', 'refund')
      and not exists (select from payout p where p.partner_id = g.partner_id
        and p.transfer_id = g.transfer_id
        and p.step || case when p.attempt > 1 then '/' || p.attempt else '' end = g.step);

  -- The same on a chain, judged by what was mined.
  return query
    select 'each payout on a chain was mined', null::text, p.id::text from payout p
    where p.updated_at >= since and p.kind = 'CHAIN' and p.status in ('CONFIRMED', 'RETURNED')
      and not exists (select from chain_order o where o.purpose = 'payout'
        and o.subject = p.id::text and o.status = 'CONFIRMED');
  return query
    select 'each payment that was mined is a payout that did not fail', null::text, o.subject
    from chain_order o
    where o.purpose = 'payout' and o.status = 'CONFIRMED' and not exists (select from payout p
      where p.partner_id = o.partner_id and p.id = o.subject::uuid and p.status <> 'FAILED');

  return query select * from liquidity_breaches(since);
end $$;
grant execute on function ledger_breaches(timestamptz) to corridor_app, corridor_worker;
