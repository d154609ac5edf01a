-- The trigger of tables that get many rows at once: what all rows of a statement are found by.
create or replace function write_new_search_keys() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  case tg_table_name
  when 'transfer' then
    insert into search_key (partner_id, key, kind, id)
      select a.partner_id, key, 'transfer', a.id
      from added a, unnest(search_keys(row(a.*)::transfer)) as key
      where key is not null on conflict do nothing;
  when 'deposit' then
    insert into search_key (partner_id, key, kind, id)
      select a.partner_id, key, 'deposit', a.id
      from added a, unnest(search_keys(row(a.*)::deposit)) as key
      where key is not null on conflict do nothing;
  end case;
  return null;
end $$;

create or replace trigger search_keys after insert on transfer
  referencing new table as added for each statement execute function write_new_search_keys();
create or replace trigger search_keys after insert on deposit
  referencing new table as added for each statement execute function write_new_search_keys();
