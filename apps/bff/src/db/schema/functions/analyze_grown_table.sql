-- Counts a table anew that has doubled since it was counted last, and gives its name: plans that were
-- made while it was nearly empty read it as a whole. Every connection of every process plans anew
-- afterwards. From some thousand rows on the server's own counting is early enough, and there is
-- no more than one table in a transaction, because its lock is held until the end.
-- SECURITY DEFINER: only the owner may count a table.
create or replace function analyze_grown_table() returns text
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  grown regclass;
begin
  select c.oid into grown from pg_class c
  where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.reltuples < 10000
    and pg_stat_get_live_tuples(c.oid) >= 2 * greatest(c.reltuples, 20)
  order by pg_stat_get_live_tuples(c.oid) / greatest(c.reltuples, 1) desc limit 1;
  if grown is null then
    return '';
  end if;
  execute format('analyze %s', grown);
  return grown::text;
end $$;
grant execute on function analyze_grown_table() to corridor_worker;
