-- Takes a transfer's worth from its partner's day; false where too little is left. Far from the limit
-- a small transfer locks its own part alone: each other part has at most one open transaction, and
-- none of those took more than a thousandth of the limit. Near it, all parts are locked in order.
create or replace function use_daily_limit(of_partner uuid, of_shard int, worth numeric, default_limit numeric)
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
