-- A tenant's table in the usual way: row security, and all rights on rows for app and worker.
create or replace function corridor_tenant_table(target regclass) returns void
language plpgsql set search_path = pg_catalog as $$
begin
  perform public.corridor_tenant_policy(target);
  execute format('grant select, insert, update, delete on %s to corridor_app, corridor_worker', target);
end $$;
