-- Events are numbered in the order in which they were written. Who writes about a record does so
-- under that record's lock, after the one before has committed; so whoever sees the later event
-- sees the earlier one, too, and its position is lower. The order of transaction ids is another
-- one: a transaction may get its id long before it gets the lock. And no event waits for strangers.
create sequence event_position;
grant usage on sequence event_position to corridor_app, corridor_worker;
alter table event
  drop column xid,
  add column position bigint not null default nextval('event_position');
create index event_unpublished on event (position) where sequence is null;

-- Numbers committed events, for each partner without gaps. Numbers are given after the commit and
-- only to what is committed, so who reads in their order misses nothing. Only one process calls it
-- at a time. Row by row, because one statement over a queue that is now empty and now full keeps
-- plans that fit the other case.
drop function publish_events(integer);
create function publish_events(batch_max integer) returns integer
language plpgsql volatile
set search_path = public, pg_temp
set enable_seqscan = off as $$
declare
  unnumbered record;
  base bigint;
  events integer := 0;
begin
  for unnumbered in
    select partner_id, place_in_table, created_at,
      row_number() over (partition by partner_id order by position) as place,
      count(*) over (partition by partner_id) as many
    from (
      select e.partner_id, e.position, e.created_at, e.ctid as place_in_table from event e
      where e.sequence is null order by e.position limit batch_max
    ) as committed
    order by partner_id, place
  loop
    if unnumbered.place = 1 then
      insert into event_sequence as s (partner_id, last)
      values (unnumbered.partner_id, unnumbered.many)
      on conflict (partner_id) do update set last = s.last + excluded.last
      returning s.last - unnumbered.many into base;
    end if;
    -- By place: nobody else changes events, and of several indexes a kept plan may use a wrong one.
    update event e set sequence = base + unnumbered.place
    where e.ctid = unnumbered.place_in_table and e.created_at = unnumbered.created_at;
    events := events + 1;
  end loop;
  return events;
end $$;
grant execute on function publish_events(integer) to corridor_worker;
