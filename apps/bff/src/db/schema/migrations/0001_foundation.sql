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

-- function: refuse_clock_backward
create trigger service_clock_forward before update on service_clock
  for each row execute function refuse_clock_backward();

-- function: service_now
-- function: advance_service_clock

-- Which key-encryption key seals what lies here; a start with another one is refused.
create table kek_binding (
  only_row boolean primary key default true check (only_row),
  fingerprint bytea not null
);
grant select, insert on kek_binding to corridor_worker;

-- function: corridor_tenant_policy
-- function: corridor_tenant_table
-- function: refuse_change
-- function: insert_only
-- function: ensure_month_partitions
