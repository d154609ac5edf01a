-- What every later file builds on: the service's clock, row security by one function, insert-only
-- tables, and monthly partitions. Runs as corridor_owner.

revoke all on schema public from public;
grant usage on schema public to corridor_app, corridor_worker, corridor_signer;
alter default privileges revoke execute on functions from public;

-- The one clock: real time plus the offset that a sandbox may advance, forward only.
create table service_clock (
  only_row boolean primary key default true check (only_row),
  clock_offset interval not null default interval '0' check (clock_offset >= interval '0')
);
insert into service_clock default values;

create function refuse_clock_backward() returns trigger
language plpgsql set search_path = pg_catalog as $$
begin
  if new.clock_offset < old.clock_offset then
    raise exception 'the service clock only goes forward' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger service_clock_forward before update on service_clock
  for each row execute function refuse_clock_backward();

-- VOLATILE: every call reads the wall clock anew, so that an expiry checked after waiting for a
-- lock is judged by the time after the wait.
create function service_now() returns timestamptz
language sql volatile security definer set search_path = public, pg_temp as
$$ select clock_timestamp() + (select clock_offset from public.service_clock) $$;
grant execute on function service_now() to corridor_app, corridor_worker, corridor_signer;

create function advance_service_clock(step interval) returns timestamptz
language sql volatile security definer set search_path = public, pg_temp as $$
  update public.service_clock set clock_offset = clock_offset + step;
  select public.service_now();
$$;
grant execute on function advance_service_clock(interval) to corridor_app, corridor_worker;

-- Which key-encryption key seals what lies here; a start with another one is refused.
create table kek_binding (
  only_row boolean primary key default true check (only_row),
  fingerprint bytea not null
);
grant select, insert on kek_binding to corridor_worker;

-- Puts a table with a partner_id column under row security: the app sees the rows of the partner it
-- has set, the worker sees all, and even the owner is under the policy (FORCE). Partitions are
-- reached through their parent alone, so they need none of their own.
create function corridor_tenant_policy(target regclass) returns void
language plpgsql set search_path = pg_catalog as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format(
    'create policy tenant on %s for all to corridor_app
       using (partner_id = nullif(current_setting(''app.partner_id'', true), '''')::uuid)
       with check (partner_id = nullif(current_setting(''app.partner_id'', true), '''')::uuid)',
    target);
  execute format(
    'create policy service on %s for all to corridor_worker, corridor_owner
       using (true) with check (true)', target);
end $$;

-- A tenant's table in the usual way: row security, and all rights on rows for app and worker.
create function corridor_tenant_table(target regclass) returns void
language plpgsql set search_path = pg_catalog as $$
begin
  perform public.corridor_tenant_policy(target);
  execute format('grant select, insert, update, delete on %s to corridor_app, corridor_worker', target);
end $$;

create function refuse_change() returns trigger
language plpgsql set search_path = pg_catalog as $$
begin
  raise exception 'rows of % are never changed or removed', tg_table_name
    using errcode = 'insufficient_privilege';
end $$;

-- Rows are only added: the right to change them is taken away, and a trigger stops the owner too.
-- Old months still leave by detaching their partition.
create function insert_only(target regclass) returns void
language plpgsql set search_path = pg_catalog as $$
begin
  execute format('revoke update, delete, truncate on %s from corridor_app, corridor_worker', target);
  execute format(
    'create trigger insert_only before update or delete on %s
       for each row execute function public.refuse_change()', target);
  execute format(
    'create trigger insert_only_truncate before truncate on %s
       for each statement execute function public.refuse_change()', target);
end $$;

-- Makes the monthly partitions of the big tables up to the month of the given time, from this month
-- of real and service time on. A worker calls it ahead of time; a clock that is advanced, too.
-- SECURITY DEFINER: only the owner may make tables.
create function ensure_month_partitions(upto timestamptz) returns integer
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
        date_trunc('month', clock_timestamp() at time zone 'UTC'),
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
grant execute on function ensure_month_partitions(timestamptz) to corridor_app, corridor_worker;
