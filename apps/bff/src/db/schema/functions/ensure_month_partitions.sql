-- Makes the monthly partitions of the big tables up to the month of the given time, from this month
-- of real and service time on. A worker calls it ahead of time; a clock that is advanced, too.
-- SECURITY DEFINER: only the owner may make tables.
create or replace function ensure_month_partitions(upto timestamptz) returns integer
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  parent text;
  month_start timestamptz;
  partition_name text;
  made integer := 0;
begin
  perform pg_advisory_xact_lock(1131377268);
  foreach parent in array array['event', 'delivery', 'audit', 'posting'] loop
    continue when not exists (
      select from pg_partitioned_table p where p.partrelid = to_regclass('public.' || parent));
    for month_start in
      select m at time zone 'UTC'
      from generate_series(
        date_trunc('month', least(clock_timestamp(), (select public.service_now())) at time zone 'UTC'),
        date_trunc('month', upto at time zone 'UTC'),
        interval '1 month') as m
    loop
      partition_name := parent || '_' || to_char(month_start at time zone 'UTC', 'YYYY_MM');
      continue when to_regclass('public.' || partition_name) is not null;
      begin
        execute format(
          'create table public.%I partition of public.%I for values from (%L) to (%L)',
          partition_name, parent, month_start,
          (month_start at time zone 'UTC' + interval '1 month') at time zone 'UTC');
        made := made + 1;
      exception when check_violation then
        -- A clock moved over a month's end has left rows of that month in the default partition;
        -- the month stays there.
        null;
      end;
    end loop;
  end loop;
  return made;
end $$;
grant execute on function ensure_month_partitions(timestamptz) to corridor_worker;
