-- The life of a transfer, once more in the database: a program that is wrong cannot write a change
-- that the lifecycle does not have.

create table allowed_transition (
  resource text not null,
  from_state text not null,
  to_state text not null,
  primary key (resource, from_state, to_state)
);
grant select on allowed_transition to corridor_app, corridor_worker;
insert into allowed_transition (resource, from_state, to_state) values
  ('transfer', 'QUOTED', 'EXPIRED'),
  ('transfer', 'QUOTED', 'AWAITING_APPROVAL'),
  ('transfer', 'QUOTED', 'PENDING'),
  ('transfer', 'QUOTED', 'PROCESSING'),
  ('transfer', 'AWAITING_APPROVAL', 'PENDING'),
  ('transfer', 'AWAITING_APPROVAL', 'CANCELLED'),
  ('transfer', 'AWAITING_APPROVAL', 'EXPIRED'),
  ('transfer', 'PENDING', 'PROCESSING'),
  ('transfer', 'PENDING', 'IN_REVIEW'),
  ('transfer', 'PENDING', 'EXPIRED'),
  ('transfer', 'PENDING', 'CANCELLED'),
  ('transfer', 'IN_REVIEW', 'PROCESSING'),
  ('transfer', 'IN_REVIEW', 'REFUNDING'),
  ('transfer', 'IN_REVIEW', 'FAILED'),
  ('transfer', 'PROCESSING', 'IN_REVIEW'),
  ('transfer', 'PROCESSING', 'COMPLETED'),
  ('transfer', 'PROCESSING', 'FAILED'),
  ('transfer', 'PROCESSING', 'REFUNDING'),
  ('transfer', 'FAILED', 'PROCESSING'),
  ('transfer', 'FAILED', 'REFUNDING'),
  ('transfer', 'REFUNDING', 'REFUNDED'),
  ('transfer', 'REFUNDING', 'IN_REVIEW');

create function refuse_illegal_transition() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  if not exists (
    select from allowed_transition
    where resource = tg_argv[0] and from_state = old.status and to_state = new.status
  ) then
    raise exception 'a % that is % never becomes %', tg_argv[0], old.status, new.status
      using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger transfer_lifecycle before update of status on transfer
  for each row when (old.status is distinct from new.status)
  execute function refuse_illegal_transition('transfer');

-- When a step was found to take longer than expected; it is told once.
alter table transfer_step add column overdue_at timestamptz;

-- Until when something is waited for: a deposit, votes, a decision, the payee's correction.
drop index transfer_deposit_until;
create index transfer_deposit_until on transfer (deposit_until)
  where status in ('PENDING', 'AWAITING_APPROVAL');
drop index transfer_held_until;
create index transfer_held_until on transfer (held_until)
  where status in ('FAILED', 'IN_REVIEW') and held_until is not null;

-- Money that pays nothing: few rows of many.
create index deposit_held on deposit (transfer_id) where status = 'HELD';

-- A partner's day is counted in sixteen parts, so that its transfers need not wait for each other's
-- commit.
alter table daily_usage
  add column shard int not null default 0 check (shard between 0 and 15),
  drop constraint daily_usage_pkey,
  add primary key (partner_id, day, shard);

-- Takes a transfer's worth from its partner's day; false where too little is left. Far from the limit
-- a small transfer locks its own part alone: each other part has at most one open transaction, and
-- none of those took more than a thousandth of the limit. Near it, all parts are locked in order.
create function use_daily_limit(of_partner uuid, of_shard int, worth numeric, default_limit numeric)
returns boolean
language plpgsql volatile
set search_path = public, pg_temp as $$
declare
  today date := (service_now() at time zone 'UTC')::date;
  most numeric;
  total numeric;
begin
  select coalesce((settings->>'dailyLimit')::numeric, default_limit) * 1000000 into most
    from partner where id = of_partner;
  select coalesce(sum(used), 0) into total from daily_usage
    where partner_id = of_partner and day = today;
  if worth <= most / 1000 and total + worth + most * 32 / 1000 <= most then
    insert into daily_usage (partner_id, day, shard, used) values (of_partner, today, of_shard, 0)
      on conflict (partner_id, day, shard) do update set used = daily_usage.used;
    -- What others took while this one waited is in the sum now.
    select coalesce(sum(used), 0) into total from daily_usage
      where partner_id = of_partner and day = today;
  end if;
  if worth > most / 1000 or total + worth + most * 16 / 1000 > most then
    insert into daily_usage (partner_id, day, shard, used)
      select of_partner, today, s, 0 from generate_series(0, 15) as s order by s
      on conflict do nothing;
    perform from daily_usage where partner_id = of_partner and day = today order by shard for update;
    select coalesce(sum(used), 0) into total from daily_usage
      where partner_id = of_partner and day = today;
    if total + worth > most then
      return false;
    end if;
  end if;
  update daily_usage set used = used + worth
    where partner_id = of_partner and day = today and shard = of_shard;
  return true;
end $$;
grant execute on function use_daily_limit(uuid, int, numeric, numeric)
  to corridor_app, corridor_worker;
