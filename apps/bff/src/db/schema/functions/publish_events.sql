-- Numbers committed events, for each partner without gaps, and puts what an endpoint takes on its work
-- list in the same transaction. A test event goes to one endpoint: its delivery is there already. Numbers are given after the commit and only to what is committed, so
-- who reads in their order misses nothing; an event that was written before another but committed
-- after it takes over the other's time with its number, so that number and time are one order. Only
-- one process calls it at a time. Row by row, because one statement over a queue that is now empty and
-- now full keeps plans that fit the other case.
create or replace function publish_events(batch_max integer) returns integer
language plpgsql volatile
set search_path = public, pg_temp
set enable_seqscan = off as $$
declare
  unnumbered record;
  endpoints webhook_endpoint[];
  endpoint webhook_endpoint;
  base bigint;
  latest timestamptz;
  at timestamptz;
  events integer := 0;
begin
  for unnumbered in
    select partner_id, id, category, type, place_in_table, created_at,
      row_number() over (partition by partner_id order by position) as place,
      count(*) over (partition by partner_id) as many,
      max(created_at) over (partition by partner_id order by position) as at_least
    from (
      select e.partner_id, e.id, e.category, e.type, e.position, e.created_at,
        e.ctid as place_in_table
      from event e
      where e.sequence is null order by e.position limit batch_max
    ) as committed
    order by partner_id, place
  loop
    if unnumbered.place = 1 then
      insert into event_sequence as s (partner_id, last)
      values (unnumbered.partner_id, unnumbered.many)
      on conflict (partner_id) do update set last = s.last + excluded.last
      returning s.last - unnumbered.many, s.last_at into base, latest;
      endpoints := array(select e from webhook_endpoint e
        where e.partner_id = unnumbered.partner_id and e.deleted_at is null
        order by e.id for share);
    end if;
    at := greatest(unnumbered.at_least, latest);
    -- By place: nothing else changes events, and of several indexes a plan may use a wrong one.
    update event e set sequence = base + unnumbered.place, created_at = at
    where e.ctid = unnumbered.place_in_table and e.created_at = unnumbered.created_at;
    if unnumbered.category = 'webhook' and unnumbered.type = 'test' then
      update webhook_delivery d set sequence = base + unnumbered.place, event_at = at
      where d.partner_id = unnumbered.partner_id and d.event_id = unnumbered.id;
    else
      foreach endpoint in array endpoints loop
        perform schedule_delivery(endpoint, unnumbered.id, at, base + unnumbered.place,
          unnumbered.category, unnumbered.type);
      end loop;
    end if;
    if unnumbered.place = unnumbered.many then
      update event_sequence set last_at = at where partner_id = unnumbered.partner_id;
    end if;
    events := events + 1;
  end loop;
  return events;
end $$;
grant execute on function publish_events(integer) to corridor_worker;
