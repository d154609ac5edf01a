-- The one clock: real time plus the offset that a sandbox may advance, forward only.
-- VOLATILE: every call reads the wall clock anew, so that an expiry checked after waiting for a
-- lock is judged by the time after the wait.
create or replace function service_now() returns timestamptz
language sql volatile security definer set search_path = public, pg_temp as
$$ select clock_timestamp() + (select clock_offset from public.service_clock) $$;
grant execute on function service_now() to corridor_app, corridor_worker, corridor_signer;
