-- Has a sandbox that nobody uses yet begin in the past, from where its demo data bring the clock to
-- the real time; the worker alone may. False where it is in use: then time goes forward only.
create or replace function begin_service_clock(back interval) returns boolean
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  lock table public.service_clock in exclusive mode;
  if exists (select from public.service_clock where clock_offset <> interval '0')
    or exists (select from public.entity) or exists (select from public.api_key) then
    return false;
  end if;
  -- A row made anew: the trigger refuses to turn one back.
  delete from public.service_clock;
  insert into public.service_clock (clock_offset) values (- back);
  perform public.ensure_month_partitions(clock_timestamp());
  return true;
end $$;
grant execute on function begin_service_clock(interval) to corridor_worker;
