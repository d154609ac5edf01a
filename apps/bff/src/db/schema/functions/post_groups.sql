-- Posts groups of any partners as post_group posts one. Balances are changed last, each once, and
-- locked in the order of their ids, so that no two batches and no batch and group wait for each other.
create or replace function post_groups(
  group_partners uuid[], group_ids uuid[], group_transfers uuid[], group_steps text[],
  account_partners uuid[], account_ids uuid[], account_kinds text[], account_assets text[],
  account_scales int[], account_owners text[], account_floors boolean[],
  leg_partners uuid[], leg_groups uuid[], leg_ids uuid[], leg_codes text[], leg_kinds text[],
  leg_debits uuid[], leg_credits uuid[], leg_assets text[], leg_amounts numeric[],
  leg_timeouts timestamptz[],
  resolution_partners uuid[], resolution_groups uuid[], resolution_ids uuid[],
  resolution_codes text[], resolution_kinds text[], resolution_pendings uuid[],
  resolution_amounts numeric[]
) returns void
language plpgsql volatile
set search_path = public, pg_temp
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
set enable_material = off
set random_page_cost = 0.01 as $$
declare
  moment timestamptz := service_now();
  -- What the resolved legs free, and what of it is posted.
  freed_partners uuid[] := '{}';
  freed_debits uuid[] := '{}';
  freed_credits uuid[] := '{}';
  freed numeric[] := '{}';
  taken numeric[] := '{}';
  -- Accounts with a floor, and what changes on them.
  change_partners uuid[];
  changed uuid[];
  debits_pending_by numeric[];
  debits_posted_by numeric[];
  credits_pending_by numeric[];
  credits_posted_by numeric[];
begin
  insert into posting_group (partner_id, id, transfer_id, step, created_at)
  select g.partner, g.id, g.transfer, g.step, moment
  from unnest(group_partners, group_ids, group_transfers, group_steps)
    as g (partner, id, transfer, step);

  insert into ledger_account (partner_id, id, kind, asset, scale, owner, has_floor, created_at)
  select a.partner, a.id, a.kind, a.asset, a.scale, a.owner, a.has_floor, moment
  from unnest(account_partners, account_ids, account_kinds, account_assets, account_scales,
    account_owners, account_floors) as a (partner, id, kind, asset, scale, owner, has_floor)
  order by a.id
  on conflict do nothing;

  insert into posting (partner_id, id, group_id, code, debit_account, credit_account, asset, amount,
    kind, timeout_at, created_at)
  select l.partner, l.id, l.posting_group, l.code, l.debit, l.credit, l.asset, l.amount, l.kind,
    l.timeout_at, moment
  from unnest(leg_partners, leg_groups, leg_ids, leg_codes, leg_kinds, leg_debits, leg_credits,
    leg_assets, leg_amounts, leg_timeouts)
    as l (partner, posting_group, id, code, kind, debit, credit, asset, amount, timeout_at);

  if cardinality(resolution_ids) > 0 then
    with resolving as (
      select r.*, p.debit_account, p.credit_account, p.asset, p.amount as held,
        coalesce(r.amount, p.amount) as given
      from unnest(resolution_partners, resolution_groups, resolution_ids, resolution_codes,
        resolution_kinds, resolution_pendings, resolution_amounts)
        as r (partner, posting_group, id, code, kind, pending, amount)
      -- Each is looked up by its key: no join could read all that is pending instead.
      cross join lateral (select * from posting p
        where p.partner_id = r.partner and p.id = r.pending and p.kind = 'pending' offset 0) p
    ), posted as (
      insert into posting (partner_id, id, group_id, code, debit_account, credit_account, asset,
        amount, kind, pending_id, created_at)
      select r.partner, r.id, r.posting_group, r.code, r.debit_account, r.credit_account, r.asset,
        r.given, r.kind, r.pending, moment
      from resolving r
    ), resolved as (
      insert into posting_resolution (partner_id, pending_id, posting_id, pending_amount,
        posted_amount)
      select r.partner, r.pending, r.id, r.held, case r.kind when 'post' then r.given else 0 end
      from resolving r
    )
    select array_agg(r.partner), array_agg(r.debit_account), array_agg(r.credit_account),
      array_agg(r.held), array_agg(case r.kind when 'post' then r.given else 0 end)
    into freed_partners, freed_debits, freed_credits, freed, taken
    from resolving r;
    if coalesce(cardinality(freed), 0) <> cardinality(resolution_ids) then
      raise exception 'a step resolves a leg that is not pending' using errcode = 'no_data_found';
    end if;
  end if;

  with lines as (
    select l.partner, l.debit, l.credit,
      case l.kind when 'pending' then l.amount else 0 end as pending_amount,
      case l.kind when 'pending' then 0 else l.amount end as posted_amount
    from unnest(leg_partners, leg_debits, leg_credits, leg_kinds, leg_amounts)
      as l (partner, debit, credit, kind, amount)
    union all
    select f.partner, f.debit, f.credit, -f.freed_amount, f.taken_amount
    from unnest(freed_partners, freed_debits, freed_credits, freed, taken)
      as f (partner, debit, credit, freed_amount, taken_amount)
  ), sides as (
    select partner, debit as account, pending_amount as debits_pending,
      posted_amount as debits_posted, 0 as credits_pending, 0 as credits_posted from lines
    union all
    select partner, credit, 0, 0, pending_amount, posted_amount from lines
  ), sums as (
    select s.partner, s.account, sum(s.debits_pending) as debits_pending,
      sum(s.debits_posted) as debits_posted, sum(s.credits_pending) as credits_pending,
      sum(s.credits_posted) as credits_posted
    from sides s group by s.partner, s.account
  )
  select array_agg(s.partner order by s.account), array_agg(s.account order by s.account),
    array_agg(s.debits_pending order by s.account), array_agg(s.debits_posted order by s.account),
    array_agg(s.credits_pending order by s.account), array_agg(s.credits_posted order by s.account)
  into change_partners, changed, debits_pending_by, debits_posted_by, credits_pending_by,
    credits_posted_by
  from sums s
  join ledger_account a on a.partner_id = s.partner and a.id = s.account and a.has_floor;
  if changed is null then return; end if;

  perform from (
    select from unnest(change_partners, changed) with ordinality as c (partner, account, place)
    join ledger_balance b on b.partner_id = c.partner and b.account_id = c.account
    order by c.place for update of b
  ) as held;

  with change as (
    select * from unnest(change_partners, changed, debits_pending_by, debits_posted_by,
      credits_pending_by, credits_posted_by) with ordinality as c (partner, account, debits_pending,
      debits_posted, credits_pending, credits_posted, place)
  ), updated as (
    update ledger_balance b set
      debits_pending = b.debits_pending + c.debits_pending,
      debits_posted = b.debits_posted + c.debits_posted,
      credits_pending = b.credits_pending + c.credits_pending,
      credits_posted = b.credits_posted + c.credits_posted
    from change c where b.partner_id = c.partner and b.account_id = c.account
    returning b.partner_id, b.account_id
  )
  insert into ledger_balance as b (partner_id, account_id, debits_pending, debits_posted,
    credits_pending, credits_posted)
  select c.partner, c.account, c.debits_pending, c.debits_posted, c.credits_pending,
    c.credits_posted
  from change c
  -- Not as a join, which would compare each with each.
  where (c.partner, c.account) not in (select u.partner_id, u.account_id from updated u)
  order by c.place
  on conflict (partner_id, account_id) do update set
    debits_pending = b.debits_pending + excluded.debits_pending,
    debits_posted = b.debits_posted + excluded.debits_posted,
    credits_pending = b.credits_pending + excluded.credits_pending,
    credits_posted = b.credits_posted + excluded.credits_posted;
end $$;
grant execute on function post_groups(
  uuid[], uuid[], uuid[], text[],
  uuid[], uuid[], text[], text[], int[], text[], boolean[],
  uuid[], uuid[], uuid[], text[], text[], uuid[], uuid[], text[], numeric[], timestamptz[],
  uuid[], uuid[], uuid[], text[], text[], uuid[], numeric[]
) to corridor_app, corridor_worker;
