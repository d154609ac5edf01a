-- By what records are found (docs/adr/0072-search.md): each text once, written when a record is and
-- not at each of its changes, which an index on the record itself would be.
create table search_key (
  partner_id uuid not null,
  -- What kind of text it is, in its first character, and the text; ends are written backwards.
  key text collate "C" not null,
  kind text not null,
  -- Ids are in the order of time, so the newest record of a key is found first.
  id uuid not null,
  primary key (partner_id, key, kind, id)
);
select corridor_tenant_policy('search_key');
grant select, insert, delete on search_key to corridor_app, corridor_worker;

-- function: amount_key
-- function: end_key
-- function: name_keys
-- function: search_keys
-- function: write_search_keys
insert into search_key (partner_id, key, kind, id)
  select * from (
    select t.partner_id, k, 'transfer', t.id from transfer t, unnest(search_keys(t)) k
    union select t.partner_id, k, 'deposit', t.id from deposit t, unnest(search_keys(t)) k
    union select t.partner_id, k, 'transfer', t.transfer_id from payout t, unnest(search_keys(t)) k
    union select t.partner_id, k, 'account', t.id from external_account t, unnest(search_keys(t)) k
    union select t.partner_id, k, 'fundingAccount', t.id from funding_account t, unnest(search_keys(t)) k
    union select t.partner_id, k, 'drawing', t.id from liquidity_transaction t, unnest(search_keys(t)) k
    union select t.partner_id, k, 'liquidityPayment', t.id from liquidity_payment t, unnest(search_keys(t)) k
    union select t.partner_id, k, 'frame', t.id from reserve_frame t, unnest(search_keys(t)) k
  ) as found (partner_id, key, kind, id) where key is not null
  on conflict do nothing;
