-- Takes a transfer from the day and month of its customer's person, which is all customers that are one
-- with it; gives the limit that has too little left, or null. Limits in millionths of a dollar, null
-- where there is none; counts likewise. As with the partner's day, far from its limits a small transfer
-- locks its own part alone; where a person is several customers, all of them are always locked.
create or replace function use_customer_limit(of_partner uuid, of_entity uuid, of_shard int,
  worth numeric, most_day numeric, most_month numeric, count_day int, count_month int)
returns text
language plpgsql volatile
set search_path = public, pg_temp as $$
declare
  today date := (service_now() at time zone 'UTC')::date;
  month_start date := date_trunc('month', today)::date;
  is_far boolean;
  person uuid[];
  day_used numeric; month_used numeric; day_count bigint; month_count bigint;
begin
  is_far := count_day is null and count_month is null
    and worth <= least(most_day, most_month) / 1000;
  for attempt in 1..2 loop
    person := same_person(of_partner, of_entity);
    select coalesce(sum(used) filter (where day = today), 0), coalesce(sum(used), 0),
        coalesce(sum(transfers) filter (where day = today), 0), coalesce(sum(transfers), 0)
      into day_used, month_used, day_count, month_count
      from customer_usage where partner_id = of_partner and entity_id = any(person)
        and day >= month_start;
    -- Others may have a thousandth each under way in the other parts.
    is_far := is_far and cardinality(person) = 1
      and day_used + worth + most_day * (48 - 16 * attempt) / 1000 <= most_day
      and month_used + worth + most_month * (48 - 16 * attempt) / 1000 <= most_month;
    exit when attempt = 2;
    if is_far then
      insert into customer_usage (partner_id, entity_id, day, shard, used, transfers)
        values (of_partner, of_entity, today, of_shard, 0, 0)
        on conflict (partner_id, entity_id, day, shard) do update set used = customer_usage.used;
    end if;
  end loop;
  if not is_far then
    loop
      insert into customer_usage (partner_id, entity_id, day, shard, used, transfers)
        select of_partner, e, today, s, 0, 0 from unnest(person) as e, generate_series(0, 15) as s
        order by e, s
        on conflict do nothing;
      perform from customer_usage where partner_id = of_partner and entity_id = any(person)
        and day = today order by entity_id, shard for update;
      -- Whoever makes two customers one person holds these rows, too: what it did is seen now.
      exit when person = same_person(of_partner, of_entity);
      person := same_person(of_partner, of_entity);
    end loop;
    select coalesce(sum(used) filter (where day = today), 0), coalesce(sum(used), 0),
        coalesce(sum(transfers) filter (where day = today), 0), coalesce(sum(transfers), 0)
      into day_used, month_used, day_count, month_count
      from customer_usage where partner_id = of_partner and entity_id = any(person)
        and day >= month_start;
    if day_used + worth > most_day then return 'DAY'; end if;
    if month_used + worth > most_month then return 'MONTH'; end if;
    if day_count >= count_day then return 'DAY_COUNT'; end if;
    if month_count >= count_month then return 'MONTH_COUNT'; end if;
  end if;
  update customer_usage set used = used + worth, transfers = transfers + 1
    where partner_id = of_partner and entity_id = of_entity and day = today and shard = of_shard;
  return null;
end $$;
grant execute on function
  use_customer_limit(uuid, uuid, int, numeric, numeric, numeric, int, int)
  to corridor_app, corridor_worker;
