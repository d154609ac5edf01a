-- By what a record is found, for each kind of record; write_search_keys keeps it, and
-- apps/bff/src/records/search/store.ts looks it up.
create or replace function search_keys(t transfer) returns text[]
language sql immutable as $$
  select array[amount_key(t.amount_in, t.scale_in, t.currency_in),
    amount_key(t.amount_out, t.scale_out, t.currency_out),
    '@' || t.to_account_id, end_key(t.transaction_hash), '$' || lower(nullif(t.reference, '')),
    '$' || lower(nullif(t.deposit_account ->> 'reference', ''))]
$$;
create or replace function search_keys(t deposit) returns text[]
language sql immutable as $$
  select array[amount_key(t.amount, t.scale, t.currency), end_key(t.hash),
    end_key(t.sender ->> 'walletAddress'), end_key(right(t.sender ->> 'account', 4))]
    || name_keys(t.sender ->> 'name') || name_keys(t.sender ->> 'ultimateName')
$$;
-- What a transfer paid, of which its own row knows nothing.
create or replace function search_keys(t payout) returns text[]
language sql immutable as $$ select array[end_key(t.reference)] $$;
-- Of the number of an account its masked form shows the end.
create or replace function search_keys(t external_account) returns text[]
language sql immutable as $$
  select array[end_key(t.wallet ->> 'walletAddress')]
    || array(select end_key(substring(value from '^•+(\w+)$')) from jsonb_each_text(t.account))
    || name_keys(t.holder ->> 'name') || name_keys(t.holder ->> 'latinName')
    || name_keys(t.nickname)
$$;
create or replace function search_keys(t funding_account) returns text[]
language sql immutable as $$
  select array[end_key(t.deposit_info ->> 'bank_account_number'),
    end_key(t.deposit_info ->> 'depositWalletAddress')]
$$;
create or replace function search_keys(t liquidity_transaction) returns text[]
language sql immutable as $$
  select array[amount_key(t.amount, t.scale, t.currency), end_key(t.hash), end_key(t.recipient)]
$$;
create or replace function search_keys(t liquidity_payment) returns text[]
language sql immutable as $$
  select array[amount_key(t.amount, t.scale, t.currency), end_key(t.hash), end_key(t.payer)]
$$;
create or replace function search_keys(t reserve_frame) returns text[]
language sql immutable as $$
  select array[amount_key(t.amount, t.scale, t.currency), '$' || lower(nullif(t.reference, ''))]
$$;

grant execute on function
  search_keys(transfer),
  search_keys(deposit),
  search_keys(payout),
  search_keys(external_account),
  search_keys(funding_account),
  search_keys(liquidity_transaction),
  search_keys(liquidity_payment),
  search_keys(reserve_frame)
  to corridor_app, corridor_worker;
