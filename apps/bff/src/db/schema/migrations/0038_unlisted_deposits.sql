-- Tokens that are not listed, and native coin, at announced addresses: recorded and shown, never
-- credited, matched or priced (docs/adr/0065-unlisted-assets.md).

create table unlisted_deposit (
  partner_id uuid not null references partner,
  id uuid not null,
  chain_id text not null references chain,
  hash text not null,
  -- Of the token's log; -1 for the native coin of the transaction itself.
  log_index int not null check (log_index >= -1),
  kind text not null check (kind in ('TOKEN', 'NATIVE')),
  -- '' for native coin.
  contract text not null check ((contract = '') = (kind = 'NATIVE')),
  -- As the log says, in units that only the contract knows.
  amount numeric(78, 0) not null check (amount > 0),
  sender text not null,
  address text not null,
  funding_account_id uuid,
  transfer_id uuid,
  status text not null check (status in ('HELD', 'RETURNED', 'KEPT')),
  -- Of a return that was made by hand.
  return_hash text not null default '',
  decision_reason text not null default '',
  decided_by text not null default '',
  decided_at timestamptz,
  block_number bigint not null,
  received_at timestamptz not null,
  version int not null default 1,
  primary key (partner_id, id),
  check ((status = 'HELD') = (decided_at is null))
);
create unique index unlisted_deposit_log on unlisted_deposit (chain_id, hash, log_index);
create index unlisted_deposit_newest on unlisted_deposit (partner_id, received_at desc, id desc);
create index unlisted_deposit_held on unlisted_deposit (received_at) where status = 'HELD';
select corridor_tenant_table('unlisted_deposit');

-- How many came to an address on a day that ends at 00:00 UTC: recorded, and beyond what is recorded.
create table unlisted_day (
  partner_id uuid not null references partner,
  chain_id text not null,
  address text not null,
  kind text not null check (kind in ('TOKEN', 'NATIVE')),
  day date not null,
  recorded int not null check (recorded >= 0),
  beyond int not null check (beyond >= 0),
  primary key (partner_id, chain_id, address, kind, day)
);
create index unlisted_day_beyond on unlisted_day (partner_id, day desc) where beyond > 0;
select corridor_tenant_table('unlisted_day');

-- What a contract says of itself, cleaned; '' and absent where it says nothing usable.
create table unlisted_token (
  chain_id text not null,
  contract text not null,
  symbol text not null check (symbol ~ '^[A-Za-z0-9.$_-]{0,16}$'),
  decimals int check (decimals between 0 and 36),
  asked_at timestamptz not null,
  primary key (chain_id, contract)
);
grant select on unlisted_token to corridor_app, corridor_worker;
grant insert on unlisted_token to corridor_worker;
