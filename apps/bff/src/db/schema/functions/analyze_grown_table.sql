-- Counts a table anew that has doubled since it was counted last, or whose rows were all written again,
-- and gives its name: plans that were made while it was nearly empty read it as a whole, and those made
-- while all its rows were quotes expect no other. Every connection of every process plans anew
-- afterwards. A small table is read fast by any plan, and may change all the time; in a large one so
-- much changes slowly enough for the server's own counting. There is no more than one table in a
-- transaction, because its lock is held until the end.
-- SECURITY DEFINER: only the owner may count a table.
create or replace function analyze_grown_table() returns text
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  grown regclass;
begin
  select c.oid into grown from pg_class c
  where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.reltuples < 100000
    and (pg_stat_get_live_tuples(c.oid) >= 2 * greatest(c.reltuples, 20)
      or c.reltuples >= 1000 and pg_stat_get_mod_since_analyze(c.oid) >= c.reltuples)
  order by pg_stat_get_mod_since_analyze(c.oid) / greatest(c.reltuples, 1) desc limit 1;
  if grown is null then
    return '';
  end if;
  execute format('analyze %s', grown);
  return grown::text;
end $$;
grant execute on function analyze_grown_table() to corridor_worker;
