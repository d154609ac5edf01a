-- The trigger of wallet: a customer that has one is found by it in lists.
create or replace function entity_has_wallet() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  update entity set has_wallet = true
    where partner_id = new.partner_id and id = new.entity_id and not has_wallet;
  return null;
end $$;
