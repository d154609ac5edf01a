-- Rows are only added: the right to change them is taken away, and a trigger stops the owner too.
-- Old months still leave by detaching their partition.
create or replace function insert_only(target regclass) returns void
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
