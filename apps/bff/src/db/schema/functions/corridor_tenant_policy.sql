-- Puts a table with a partner_id column under row security: the app sees the rows of the partner it
-- has set, the worker sees all, and even the owner is under the policy (FORCE). Partitions are
-- reached through their parent alone, so they need none of their own.
create or replace function corridor_tenant_policy(target regclass) returns void
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
