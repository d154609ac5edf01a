-- Brings a clock that began in the past to the real time, to the microsecond; the worker alone may.
create or replace function finish_past_clock() returns void
language sql volatile security definer set search_path = public, pg_temp as $$
  update public.service_clock set clock_offset = interval '0' where clock_offset < interval '0';
$$;
grant execute on function finish_past_clock() to corridor_worker;
