-- The trigger of tables that are searched: writes what a row is found by. Its argument is the kind of
-- record that is found. Rows that come many at once have write_new_search_keys.
create or replace function write_search_keys() returns trigger
language plpgsql set search_path = public, pg_temp as $$
declare
  record_id uuid;
begin
  if tg_table_name = 'payout' then record_id := new.transfer_id; else record_id := new.id; end if;
  if tg_op = 'UPDATE' and tg_table_name <> 'payout' then
    delete from search_key where partner_id = old.partner_id and id = record_id
      and key = any(search_keys(old)) and key <> all(array_remove(search_keys(new), null));
  end if;
  insert into search_key (partner_id, key, kind, id)
    select new.partner_id, key, tg_argv[0], record_id from unnest(search_keys(new)) as key
    where key is not null
    on conflict do nothing;
  return null;
end $$;

create or replace trigger search_keys_changed
  after update of transaction_hash, amount_in, amount_out, to_account_id, reference on transfer
  for each row when (new.transaction_hash is distinct from old.transaction_hash
    or new.amount_in <> old.amount_in or new.amount_out <> old.amount_out
    or new.to_account_id <> old.to_account_id or new.reference <> old.reference)
  execute function write_search_keys('transfer');
create or replace trigger search_keys after insert or update of reference on payout
  for each row when (new.reference <> '') execute function write_search_keys('transfer');
create or replace trigger search_keys
  after insert or update of holder, account, wallet, nickname on external_account
  for each row execute function write_search_keys('account');
create or replace trigger search_keys after insert or update of deposit_info on funding_account
  for each row execute function write_search_keys('fundingAccount');
create or replace trigger search_keys after insert or update of hash on liquidity_transaction
  for each row execute function write_search_keys('drawing');
create or replace trigger search_keys after insert or update of hash on liquidity_payment
  for each row execute function write_search_keys('liquidityPayment');
create or replace trigger search_keys after insert on reserve_frame
  for each row execute function write_search_keys('frame');
