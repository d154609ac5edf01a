-- What the triggers of an insert-only table do.
create or replace function refuse_change() returns trigger
language plpgsql set search_path = pg_catalog as $$
begin
  raise exception 'rows of % are never changed or removed', tg_table_name
    using errcode = 'insufficient_privilege';
end $$;
