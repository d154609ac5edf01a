-- The ledger whole: pending legs that are posted or voided once, kept balances of accounts that may
-- not fall below zero, and the check of everything (docs/adr/0033-ledger.md).

alter table posting
  add column kind text not null default 'single' check (kind in ('single', 'pending', 'post', 'void')),
  -- What a post or void resolves.
  add column pending_id uuid,
  -- A pending leg that nobody resolved by then is voided.
  add column timeout_at timestamptz,
  add constraint posting_resolves check ((kind in ('post', 'void')) = (pending_id is not null)),
  add constraint posting_times_out check (timeout_at is null or kind = 'pending');
-- Legs of zero were written before; they say nothing and are no longer made.
alter table posting drop constraint posting_amount_check;
alter table posting add constraint posting_amount check (amount > 0) not valid;
create index posting_timeout on posting (timeout_at) where timeout_at is not null;

-- Accounts are found by whom they belong to. Kind, asset and owner are unique by the id, which is
-- made of them.
alter table ledger_account
  add column has_floor boolean not null default false,
  drop constraint ledger_account_partner_id_kind_asset_owner_key;
create index ledger_account_owner on ledger_account (partner_id, owner, kind, asset);

-- What became of a pending leg. The key makes it happen once; less than the whole releases the rest.
create table posting_resolution (
  partner_id uuid not null references partner,
  pending_id uuid not null,
  posting_id uuid not null,
  pending_amount numeric(78, 0) not null,
  -- Nothing where it was voided.
  posted_amount numeric(78, 0) not null,
  primary key (partner_id, pending_id),
  constraint posting_resolution_posted check (posted_amount between 0 and pending_amount)
);
select corridor_tenant_table('posting_resolution');
select insert_only('posting_resolution');

-- Only accounts with a floor have a row here. What they owe is never less than what was promised.
create table ledger_balance (
  partner_id uuid not null references partner,
  account_id uuid not null,
  debits_pending numeric(78, 0) not null constraint ledger_balance_debits_pending check (debits_pending >= 0),
  debits_posted numeric(78, 0) not null constraint ledger_balance_debits_posted check (debits_posted >= 0),
  credits_pending numeric(78, 0) not null constraint ledger_balance_credits_pending check (credits_pending >= 0),
  credits_posted numeric(78, 0) not null,
  primary key (partner_id, account_id),
  constraint ledger_balance_floor check (credits_posted - debits_posted - debits_pending >= 0)
) with (fillfactor = 80);
select corridor_tenant_policy('ledger_balance');
grant select, insert, update on ledger_balance to corridor_app, corridor_worker;

-- Posts a group: its accounts where they are new, its legs, what it resolves, and the balances of
-- accounts with a floor in the order of their ids, so that two never wait for each other. A step
-- that posts again, a second resolution and a balance below its floor fail on a constraint.
create function post_group(
  of_partner uuid, of_group uuid, of_transfer uuid, of_step text,
  account_ids uuid[], account_kinds text[], account_assets text[], account_scales int[],
  account_owners text[], account_floors boolean[],
  leg_ids uuid[], leg_codes text[], leg_kinds text[], leg_debits uuid[], leg_credits uuid[],
  leg_assets text[], leg_amounts numeric[], leg_timeouts timestamptz[],
  resolution_ids uuid[], resolution_codes text[], resolution_kinds text[],
  resolution_pendings uuid[], resolution_amounts numeric[]
) returns void
language plpgsql volatile
set search_path = public, pg_temp
set enable_seqscan = off as $$
declare
  moment timestamptz := service_now();
  floors uuid[] := array(select f.id from unnest(account_ids, account_floors) as f (id, has_floor)
    where f.has_floor);
  held record;
  -- What the resolved legs free, and what of it is posted.
  freed_debits uuid[] := '{}';
  freed_credits uuid[] := '{}';
  freed numeric[] := '{}';
  taken numeric[] := '{}';
  change record;
begin
  insert into posting_group (partner_id, id, transfer_id, step, created_at)
  values (of_partner, of_group, of_transfer, of_step, moment);

  if cardinality(leg_ids) > 0 then
    insert into ledger_account (partner_id, id, kind, asset, scale, owner, has_floor, created_at)
    select of_partner, a.id, a.kind, a.asset, a.scale, a.owner, a.has_floor, moment
    from unnest(account_ids, account_kinds, account_assets, account_scales, account_owners,
      account_floors) as a (id, kind, asset, scale, owner, has_floor)
    order by a.id
    on conflict do nothing;

    insert into posting (partner_id, id, group_id, code, debit_account, credit_account, asset,
      amount, kind, timeout_at, created_at)
    select of_partner, l.id, of_group, l.code, l.debit, l.credit, l.asset, l.amount, l.kind,
      l.timeout_at, moment
    from unnest(leg_ids, leg_codes, leg_kinds, leg_debits, leg_credits, leg_assets, leg_amounts,
      leg_timeouts) as l (id, code, kind, debit, credit, asset, amount, timeout_at);
  end if;

  -- One by one: by its id a leg is found at once, however many there are.
  for i in 1 .. cardinality(resolution_ids) loop
    select p.debit_account, p.credit_account, p.asset, p.amount into held from posting p
    where p.partner_id = of_partner and p.id = resolution_pendings[i] and p.kind = 'pending';
    if not found then
      raise exception 'step % resolves a leg that is not pending', of_step
        using errcode = 'no_data_found';
    end if;
    insert into posting (partner_id, id, group_id, code, debit_account, credit_account, asset,
      amount, kind, pending_id, created_at)
    values (of_partner, resolution_ids[i], of_group, resolution_codes[i], held.debit_account,
      held.credit_account, held.asset, coalesce(resolution_amounts[i], held.amount),
      resolution_kinds[i], resolution_pendings[i], moment);
    taken := taken || case resolution_kinds[i]
      when 'post' then coalesce(resolution_amounts[i], held.amount) else 0 end;
    insert into posting_resolution (partner_id, pending_id, posting_id, pending_amount, posted_amount)
    values (of_partner, resolution_pendings[i], resolution_ids[i], held.amount, taken[i]);
    freed_debits := freed_debits || held.debit_account;
    freed_credits := freed_credits || held.credit_account;
    freed := freed || held.amount;
  end loop;
  if cardinality(freed) > 0 then
    floors := floors || array(select a.id from ledger_account a
      where a.partner_id = of_partner and a.id = any(freed_debits || freed_credits) and a.has_floor);
  end if;
  if cardinality(floors) = 0 then return; end if;

  for change in
    with lines as (
      select l.debit, l.credit,
        case l.kind when 'pending' then l.amount else 0 end as pending_amount,
        case l.kind when 'pending' then 0 else l.amount end as posted_amount
      from unnest(leg_debits, leg_credits, leg_kinds, leg_amounts) as l (debit, credit, kind, amount)
      union all
      select f.debit, f.credit, -f.freed_amount, f.taken_amount
      from unnest(freed_debits, freed_credits, freed, taken) 
        as f (debit, credit, freed_amount, taken_amount)
    ), sides as (
      select debit as account, pending_amount as debits_pending, posted_amount as debits_posted,
        0 as credits_pending, 0 as credits_posted from lines where debit = any(floors)
      union all
      select credit, 0, 0, pending_amount, posted_amount from lines where credit = any(floors)
    )
    select s.account, sum(s.debits_pending) as debits_pending, sum(s.debits_posted) as debits_posted,
      sum(s.credits_pending) as credits_pending, sum(s.credits_posted) as credits_posted
    from sides s group by s.account order by s.account
  loop
    update ledger_balance b set
      debits_pending = b.debits_pending + change.debits_pending,
      debits_posted = b.debits_posted + change.debits_posted,
      credits_pending = b.credits_pending + change.credits_pending,
      credits_posted = b.credits_posted + change.credits_posted
    where b.partner_id = of_partner and b.account_id = change.account;
    continue when found;
    insert into ledger_balance as b (partner_id, account_id, debits_pending, debits_posted,
      credits_pending, credits_posted)
    values (of_partner, change.account, change.debits_pending, change.debits_posted,
      change.credits_pending, change.credits_posted)
    on conflict (partner_id, account_id) do update set
      debits_pending = b.debits_pending + excluded.debits_pending,
      debits_posted = b.debits_posted + excluded.debits_posted,
      credits_pending = b.credits_pending + excluded.credits_pending,
      credits_posted = b.credits_posted + excluded.credits_posted;
  end loop;
end $$;
grant execute on function post_group(
  uuid, uuid, uuid, text, uuid[], text[], text[], int[], text[], boolean[],
  uuid[], text[], text[], uuid[], uuid[], text[], numeric[], timestamptz[],
  uuid[], text[], text[], uuid[], numeric[]
) to corridor_app, corridor_worker;

-- Assets of which nothing is paid out until somebody has looked: '*' is all of them.
create table payout_halt (
  asset text not null,
  -- Each reason is a halt of its own, which ends by itself.
  reason text not null,
  problems text[] not null,
  halted_at timestamptz not null,
  primary key (asset, reason)
);
grant select on payout_halt to corridor_app;
grant select, insert, update, delete on payout_halt to corridor_worker;

-- What does not hold in the ledger: of everything, or of what was booked since some time with the
-- accounts that it touched. Nothing where all is well; "asset" is null where a breach is of none.
create function ledger_breaches(since timestamptz default '-infinity')
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
    where p.timeout_at < service_now() - interval '60 s'
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

  -- The leg of a payout: pending while nobody knows, posted once when it was paid, voided when not.
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

  -- On a chain the same, told by what was mined.
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
end $$;
grant execute on function ledger_breaches(timestamptz) to corridor_app, corridor_worker;
