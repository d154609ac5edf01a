-- Numbers committed events, for each partner without gaps, and puts what an endpoint takes on its work
-- list in the same transaction. A test event goes to one endpoint: its delivery is there already.
-- Numbers are given after the commit and only to what is committed, so who reads in their order misses
-- nothing; an event that was written before another but committed after it takes over the other's time
-- with its number, so that number and time are one order. Only one process calls it at a time.
-- What is committed and was not when it last looked belongs to the transactions that were under way
-- then, or began later. By indexes whatever is known of the tables: a plan may be made while few
-- events wait and used while many do.
create or replace function publish_events(batch_max integer) returns integer
language plpgsql volatile
set search_path = public, pg_temp
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
set plan_cache_mode = force_generic_plan as $$
declare
  last_seen pg_snapshot;
  present pg_snapshot;
  numbered event_number[];
  -- The data came from another server, whose transactions had higher numbers: all is looked through.
  is_moved boolean;
begin
  select seen into last_seen from event_publication;
  is_moved := pg_snapshot_xmax(last_seen) > pg_snapshot_xmax(pg_current_snapshot());
  if is_moved then last_seen := '1:1:'; end if;
  with committed as materialized (
    select e.partner_id, e.id, e.created_at, e.position
    from event e
    where (e.xid = any(array(select pg_snapshot_xip(last_seen)))
        or e.xid >= pg_snapshot_xmax(last_seen)
          and (is_moved or e.xid < pg_snapshot_xmax(pg_current_snapshot())))
      and not exists (select from event_number n
        where n.partner_id = e.partner_id and n.event_id = e.id)
    order by e.position limit batch_max
  ), placed as (
    select partner_id, id, created_at,
      row_number() over (partition by partner_id order by position) as place,
      max(created_at) over (partition by partner_id order by position) as at_least
    from committed
  ), counted as (
    select c.partner_id, count(*) as many, max(c.created_at) as latest, s.last_at
    from committed c left join event_sequence s on s.partner_id = c.partner_id
    group by c.partner_id, s.last_at
  ), raised as (
    insert into event_sequence as s (partner_id, last, last_at)
    select partner_id, many, latest from counted
    on conflict (partner_id) do update set last = s.last + excluded.last,
      last_at = greatest(s.last_at, excluded.last_at)
    returning s.partner_id, s.last
  ), given as (
    insert into event_number (partner_id, sequence, event_id, written_at, at)
    select p.partner_id, r.last - c.many + p.place, p.id, p.created_at,
      greatest(p.at_least, c.last_at)
    from placed p join raised r on r.partner_id = p.partner_id
    join counted c on c.partner_id = p.partner_id
    order by p.partner_id, p.place
    returning *
  )
  select array_agg(g::event_number), pg_current_snapshot() into numbered, present from given g;
  -- Where nothing was found the next look at the same transactions is as short.
  if numbered is null and not is_moved then return 0; end if;
  if coalesce(cardinality(numbered), 0) < batch_max then
    update event_publication set seen = present;
  end if;
  if numbered is null then return 0; end if;
  perform schedule_deliveries(numbered);
  return cardinality(numbered);
end $$;
grant execute on function publish_events(integer) to corridor_worker;
