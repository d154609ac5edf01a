-- The history is newest first by creation date (the specification), and numbers are in the order of
-- publication. So that both are one order, an event that was written before another but committed
-- after it takes over the other's time when it gets its number; until then nobody has seen it.
alter table event_sequence add column last_at timestamptz not null default '-infinity';

create or replace function publish_events(batch_max integer) returns integer
language plpgsql volatile
set search_path = public, pg_temp
set enable_seqscan = off as $$
declare
  unnumbered record;
  base bigint;
  latest timestamptz;
  events integer := 0;
begin
  for unnumbered in
    select partner_id, place_in_table, created_at,
      row_number() over (partition by partner_id order by position) as place,
      count(*) over (partition by partner_id) as many,
      max(created_at) over (partition by partner_id order by position) as at_least
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
      returning s.last - unnumbered.many, s.last_at into base, latest;
    end if;
    -- By place: nobody else changes events, and of several indexes a kept plan may use a wrong one.
    update event e
    set sequence = base + unnumbered.place, created_at = greatest(unnumbered.at_least, latest)
    where e.ctid = unnumbered.place_in_table and e.created_at = unnumbered.created_at;
    if unnumbered.place = unnumbered.many then
      update event_sequence set last_at = greatest(unnumbered.at_least, latest)
      where partner_id = unnumbered.partner_id;
    end if;
    events := events + 1;
  end loop;
  return events;
end $$;
