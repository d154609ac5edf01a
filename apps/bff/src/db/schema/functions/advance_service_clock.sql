-- Moves the clock of a sandbox forward; the worker alone may.
create or replace function advance_service_clock(step interval) returns timestamptz
language sql volatile security definer set search_path = public, pg_temp as $$
  update public.service_clock set clock_offset = clock_offset + step;
  select public.service_now();
$$;
grant execute on function advance_service_clock(interval) to corridor_worker;
