-- As use_customer_limit for each of several transfers, in the order in which they are given. Where all
-- are of different customers, each a person of its own, and far from their limits, which is usual, they
-- are taken as a set.
create or replace function use_customer_limits(given jsonb)
returns table (id uuid, broken text)
language plpgsql volatile
set search_path = public, pg_temp as $$
declare
  asked record;
  today date := (service_now() at time zone 'UTC')::date;
  month_start date := date_trunc('month', today)::date;
  are_far boolean;
  is_taken boolean := false;
begin
  for attempt in 1..2 loop
    -- Others may have a thousandth each under way in the other parts; at the second look the
    -- transfers themselves are counted.
    select coalesce(count(distinct (g.partner, g.entity)) = count(*) and bool_and(
        g.day_count is null and g.month_count is null
        and not exists (select from person_member m
          where m.partner_id = g.partner and m.entity_id = g.entity)
        and g.worth <= least(g.day, g.month) / 1000
        and u.day_used + (2 - attempt) * g.worth + g.day * (48 - 16 * attempt) / 1000 <= g.day
        and u.month_used + (2 - attempt) * g.worth + g.month * (48 - 16 * attempt) / 1000 <= g.month),
        false)
      into are_far
      from jsonb_to_recordset(given) as g (partner uuid, entity uuid, worth numeric, day numeric,
        month numeric, day_count int, month_count int),
      lateral (select coalesce(sum(used) filter (where c.day = today), 0) as day_used,
          coalesce(sum(used), 0) as month_used
        from customer_usage c where c.partner_id = g.partner and c.entity_id = g.entity
          and c.day >= month_start) u;
    exit when attempt = 2 or not are_far;
    insert into customer_usage as c (partner_id, entity_id, day, shard, used, transfers)
      select g.partner, g.entity, today, g.shard, g.worth, 1
      from jsonb_to_recordset(given) as g (partner uuid, entity uuid, shard int, worth numeric)
      order by g.partner, g.entity
      on conflict (partner_id, entity_id, day, shard) do update
        set used = c.used + excluded.used, transfers = c.transfers + 1;
    is_taken := true;
  end loop;
  if are_far then
    return query select g.id, null::text from jsonb_to_recordset(given) as g (id uuid);
    return;
  end if;
  if is_taken then
    update customer_usage c set used = c.used - g.worth, transfers = c.transfers - 1
      from jsonb_to_recordset(given) as g (partner uuid, entity uuid, shard int, worth numeric)
      where c.partner_id = g.partner and c.entity_id = g.entity and c.day = today
        and c.shard = g.shard;
  end if;
  -- Row by row: each counts those before it; all of a person where its first customer stands, so that
  -- two calls never wait for each other.
  for asked in
    select g.* from rows from (jsonb_to_recordset(given) as (id uuid, partner uuid, entity uuid,
        shard int, worth numeric, day numeric, month numeric, day_count int, month_count int))
        with ordinality as g (id, partner, entity, shard, worth, day, month, day_count, month_count, nth)
      order by g.partner, (same_person(g.partner, g.entity))[1], g.nth
  loop
    id := asked.id;
    broken := use_customer_limit(asked.partner, asked.entity, asked.shard, asked.worth, asked.day,
      asked.month, asked.day_count, asked.month_count);
    return next;
  end loop;
end $$;
grant execute on function use_customer_limits(jsonb) to corridor_app, corridor_worker;
