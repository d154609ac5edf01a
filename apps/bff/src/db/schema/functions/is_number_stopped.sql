-- Whether a number was stopped as fraud, by whichever partner: which one is nobody else's to know.
create or replace function is_number_stopped(hash text) returns boolean
language sql stable security definer set search_path = pg_catalog as $$
  select exists (select from public.stopped_number where number_hash = hash)
$$;
revoke all on function is_number_stopped(text) from public;
grant execute on function is_number_stopped(text) to corridor_app, corridor_worker;
