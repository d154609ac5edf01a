-- The trigger of service_clock: time goes forward only.
create or replace function refuse_clock_backward() returns trigger
language plpgsql set search_path = pg_catalog as $$
begin
  if new.clock_offset < old.clock_offset then
    raise exception 'the service clock only goes forward' using errcode = 'check_violation';
  end if;
  return new;
end $$;
