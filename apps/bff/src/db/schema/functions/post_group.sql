-- Posts a group: its accounts where they are new, its legs, what it resolves, and the balances of
-- accounts with a floor in the order of their ids, so that two never wait for each other. A step
-- that posts again, a second resolution and a balance below its floor fail on a constraint.
create or replace function post_group(
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
