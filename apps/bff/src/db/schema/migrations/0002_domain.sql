-- Domain tables. partner_id leads every tenant key; corridor_tenant_table adds row security and grants.

create table partner (
  id uuid primary key,
  name text not null,
  environment text not null,
  settings jsonb not null default '{}',
  created_at timestamptz not null
);
grant select on partner to corridor_app;
grant select, insert, update on partner to corridor_worker;

create table api_key (
  id uuid primary key,
  partner_id uuid not null references partner,
  -- 'partner' keys belong to the partner's programs; the one 'console' key acts for its staff.
  kind text not null check (kind in ('partner', 'console')),
  lookup text not null unique,
  secret_hash bytea not null,
  -- Only the console key keeps its text, sealed under the key-encryption key.
  sealed_text bytea,
  name text not null,
  scopes text[] not null,
  created_at timestamptz not null,
  expires_at timestamptz,
  last_used_at timestamptz,
  revoked_at timestamptz,
  check ((kind = 'console') = (sealed_text is not null))
);
create unique index api_key_console on api_key (partner_id) where kind = 'console' and revoked_at is null;
grant select, insert, update on api_key to corridor_worker;

create table idempotency_key (
  partner_id uuid not null references partner,
  method text not null,
  path text not null,
  key text not null,
  fingerprint bytea not null,
  status int not null,
  body text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (partner_id, method, path, key)
);
create index idempotency_key_expiry on idempotency_key (expires_at);
select corridor_tenant_table('idempotency_key');

create table entity (
  partner_id uuid not null references partner,
  id uuid not null,
  type text not null check (type in ('individual', 'business')),
  first_name text not null,
  last_name text not null,
  business_name text not null,
  email text not null,
  phone_number text not null,
  nationality text not null,
  date_of_birth date,
  permanent_address jsonb not null,
  -- Registration data and associated persons of a business.
  business jsonb,
  external_reference text,
  metadata jsonb,
  kyc_status text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null,
  primary key (partner_id, id)
);
create unique index entity_email on entity (partner_id, lower(email));
create index entity_newest on entity (partner_id, created_at desc, id desc);
select corridor_tenant_table('entity');

create table external_account (
  partner_id uuid not null references partner,
  id uuid not null,
  entity_id uuid not null,
  kind text not null check (kind in ('BANK', 'WALLET', 'NON_CUSTODIAL_WALLET', 'MOBILE_MONEY')),
  ownership text not null check (ownership in ('SELF', 'THIRD_PARTY')),
  status text not null,
  status_reason text not null,
  jurisdiction_id text not null,
  rails text[] not null,
  holder jsonb not null,
  account jsonb not null,
  -- {walletAddress, networkName, chainId, tokenAddress} of a blockchain account.
  wallet jsonb,
  nickname text not null,
  source text not null,
  fingerprint text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  last_used_at timestamptz,
  version int not null,
  primary key (partner_id, id),
  foreign key (partner_id, entity_id) references entity
);
create unique index external_account_fingerprint
  on external_account (partner_id, entity_id, fingerprint) where status <> 'DELETED';
create index external_account_newest on external_account (partner_id, entity_id, created_at desc, id desc);
select corridor_tenant_table('external_account');

create table wallet (
  partner_id uuid not null references partner,
  id uuid not null,
  entity_id uuid not null,
  name text not null,
  created_at timestamptz not null,
  primary key (partner_id, id),
  foreign key (partner_id, entity_id) references entity
);
create index wallet_of_entity on wallet (partner_id, entity_id, created_at);
select corridor_tenant_table('wallet');

create table wallet_account (
  partner_id uuid not null references partner,
  id uuid not null,
  entity_id uuid not null,
  wallet_id uuid not null,
  external_account_id uuid not null,
  jurisdiction_id text not null,
  chain_id text not null,
  address text not null,
  curve text not null,
  path_format text not null,
  path text not null,
  address_format text not null,
  created_at timestamptz not null,
  primary key (partner_id, id),
  foreign key (partner_id, wallet_id) references wallet,
  foreign key (partner_id, external_account_id) references external_account
);
create unique index wallet_account_jurisdiction on wallet_account (partner_id, wallet_id, jurisdiction_id, path);
create index wallet_account_address on wallet_account (chain_id, lower(address));
select corridor_tenant_table('wallet_account');

create table transfer (
  partner_id uuid not null references partner,
  id uuid not null,
  -- 'wallet' is written cexec-, 'ordinary' exec_.
  kind text not null check (kind in ('wallet', 'ordinary')),
  transaction_id text not null,
  direction text not null,
  status text not null,
  event_status text not null,
  from_entity_id uuid not null,
  from_account_id uuid not null,
  to_entity_id uuid not null,
  to_account_id uuid not null,
  -- {fullName, email, jurisdiction, wallet?, account?} as they were when the transfer was quoted.
  from_party jsonb not null,
  to_party jsonb not null,
  jurisdiction_in text not null,
  jurisdiction_out text not null,
  currency_in text not null,
  scale_in int not null,
  amount_in numeric(78, 0) not null check (amount_in > 0),
  currency_out text not null,
  scale_out int not null,
  amount_out numeric(78, 0) not null check (amount_out > 0),
  rate text not null,
  partner_fees numeric(78, 0) not null check (partner_fees >= 0),
  svc_fees numeric(78, 0) not null check (svc_fees >= 0),
  tx_fees numeric(78, 0) not null check (tx_fees >= 0),
  -- SHA-256 of what simulate asked for: decides whether a repeated transactionId means the same.
  request_hash bytea not null,
  valid_until timestamptz not null,
  -- Why a quote ended early: QUOTE_SUPERSEDED or SIGNATURE_ATTEMPTS.
  closed_by text,
  failure jsonb,
  activity_id text,
  payload text,
  payload_hash text,
  stamp_hash bytea,
  chain_id text,
  wallet_address text,
  nonce bigint,
  transaction_hash text,
  -- Raised at each claim by a worker and repeated in its every write.
  fence bigint not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  started_at timestamptz,
  completed_at timestamptz,
  version int not null,
  -- amount_in at 18 decimals, whole: amounts of all currencies compare and sort by it.
  value_in numeric(96, 0) generated always as (trunc(amount_in * (10::numeric ^ (18 - scale_in)))) stored,
  search_text text not null,
  primary key (partner_id, id)
);
create index transfer_newest on transfer (partner_id, created_at desc, id desc);
create index transfer_from_entity on transfer (partner_id, from_entity_id, created_at desc, id desc);
create index transfer_to_entity on transfer (partner_id, to_entity_id, created_at desc, id desc);
create index transfer_activity on transfer (partner_id, activity_id) where activity_id is not null;
create index transfer_hash on transfer (transaction_hash) where transaction_hash is not null;
create index transfer_open on transfer (status, updated_at) where status in ('QUOTED', 'PROCESSING');
select corridor_tenant_table('transfer');

-- What a prepared activity was asked for, where the signed text does not say it (jurisdictions).
create table wallet_activity (
  partner_id uuid not null references partner,
  id text not null,
  entity_id uuid not null,
  type text not null,
  request jsonb not null,
  created_at timestamptz not null,
  primary key (partner_id, id),
  foreign key (partner_id, entity_id) references entity
);
select corridor_tenant_table('wallet_activity');

-- Natural keys live in small tables written first in the same transaction.
create table transaction_claim (
  partner_id uuid not null references partner,
  transaction_id text not null,
  transfer_id uuid not null,
  primary key (partner_id, transaction_id)
);
select corridor_tenant_table('transaction_claim');

-- One open quote per wallet and chain: two would share a nonce.
create table wallet_quote_claim (
  partner_id uuid not null references partner,
  chain_id text not null,
  address text not null,
  transfer_id uuid not null,
  primary key (partner_id, chain_id, address)
);
select corridor_tenant_table('wallet_quote_claim');

create table transfer_step (
  partner_id uuid not null references partner,
  transfer_id uuid not null,
  ordinal int not null,
  name text not null,
  status text not null,
  started_at timestamptz,
  completed_at timestamptz,
  expected_by timestamptz,
  error text not null default '',
  attempt int not null default 0,
  reference text not null default '',
  primary key (partner_id, transfer_id, name),
  foreign key (partner_id, transfer_id) references transfer
);
select corridor_tenant_table('transfer_step');

create table event (
  partner_id uuid not null,
  id uuid not null,
  -- Given by the publisher after commit, gapless per partner.
  sequence bigint,
  xid xid8 not null default pg_current_xact_id(),
  category text not null,
  type text not null,
  status text not null,
  object jsonb not null,
  changes jsonb,
  -- What a live reader refetches: kind, id and version of the changed record.
  subject_kind text not null,
  subject_id text not null,
  subject_version int not null,
  created_at timestamptz not null,
  primary key (partner_id, id, created_at)
) partition by range (created_at);
create index event_unpublished on event (xid, id) where sequence is null;
create index event_numbered on event (partner_id, sequence desc);
create index event_subject on event (partner_id, subject_id, sequence desc);
create table event_default partition of event default;
select corridor_tenant_table('event');

create table event_sequence (
  partner_id uuid primary key references partner,
  last bigint not null
);
grant select on event_sequence to corridor_app;
grant select, insert, update on event_sequence to corridor_worker;
select corridor_tenant_policy('event_sequence');

create table audit (
  partner_id uuid not null,
  id uuid not null,
  xid xid8 not null default pg_current_xact_id(),
  actor_type text not null,
  actor_id text not null,
  action text not null,
  object_kind text not null,
  object_id text not null,
  before jsonb,
  after jsonb,
  reason text not null,
  request_id text not null,
  created_at timestamptz not null,
  primary key (partner_id, id, created_at)
) partition by range (created_at);
create index audit_order on audit (xid, id);
create index audit_object on audit (partner_id, object_id, created_at);
create table audit_default partition of audit default;
select corridor_tenant_table('audit');
select insert_only('audit');

-- The hash chain over committed entries, one per partner, sealed by the publisher.
create table audit_seal (
  partner_id uuid not null,
  sequence bigint not null,
  audit_id uuid not null,
  previous_hash bytea not null,
  hash bytea not null,
  primary key (partner_id, sequence)
);
create unique index audit_seal_entry on audit_seal (audit_id);
select corridor_tenant_table('audit_seal');
select insert_only('audit_seal');

create table ledger_account (
  partner_id uuid not null references partner,
  id uuid not null,
  kind text not null,
  asset text not null,
  scale int not null,
  owner text not null,
  created_at timestamptz not null,
  primary key (partner_id, id),
  unique (partner_id, kind, asset, owner)
);
select corridor_tenant_table('ledger_account');

-- A step posts one group and only once.
create table posting_group (
  partner_id uuid not null references partner,
  id uuid not null,
  transfer_id uuid not null,
  step text not null,
  created_at timestamptz not null,
  primary key (partner_id, id),
  unique (partner_id, transfer_id, step)
);
select corridor_tenant_table('posting_group');
select insert_only('posting_group');

create table posting (
  partner_id uuid not null,
  id uuid not null,
  group_id uuid not null,
  code text not null,
  debit_account uuid not null,
  credit_account uuid not null,
  asset text not null,
  amount numeric(78, 0) not null check (amount >= 0),
  created_at timestamptz not null,
  primary key (partner_id, id, created_at),
  check (debit_account <> credit_account)
) partition by range (created_at);
create index posting_group_of on posting (partner_id, group_id);
create index posting_debit on posting (partner_id, debit_account);
create index posting_credit on posting (partner_id, credit_account);
create table posting_default partition of posting default;
select corridor_tenant_table('posting');
select insert_only('posting');

-- Chains belong to the instance, not to a partner: workers alone write them.
create table chain (
  chain_id text primary key,
  -- The token deployment's transaction hash: tells this chain from another with the same number.
  marker text not null,
  created_at timestamptz not null
);
create table chain_cursor (
  chain_id text primary key references chain,
  block_number bigint not null,
  block_hash text not null,
  updated_at timestamptz not null
);
create table chain_sender (
  chain_id text not null references chain,
  address text not null,
  next_nonce bigint not null,
  primary key (chain_id, address)
);
create table chain_transaction (
  chain_id text not null references chain,
  hash text not null,
  purpose text not null,
  sender text not null,
  nonce bigint not null,
  raw text not null,
  status text not null check (status in ('SIGNED', 'SENT', 'CONFIRMED', 'REVERTED')),
  partner_id uuid,
  transfer_id uuid,
  step text,
  block_number bigint,
  block_hash text,
  gas_used numeric(78, 0),
  gas_price numeric(78, 0),
  created_at timestamptz not null,
  primary key (chain_id, hash)
);
create unique index chain_transaction_step on chain_transaction (transfer_id, step) where transfer_id is not null;
create index chain_transaction_pending on chain_transaction (chain_id, sender, nonce) where status in ('SIGNED', 'SENT');
create table watched_address (
  chain_id text not null,
  address text not null,
  primary key (chain_id, address)
);
create table token_transfer (
  chain_id text not null references chain,
  hash text not null,
  log_index int not null,
  block_number bigint not null,
  block_hash text not null,
  block_time timestamptz not null,
  token text not null,
  from_address text not null,
  to_address text not null,
  amount numeric(78, 0) not null,
  primary key (chain_id, hash, log_index)
);
create index token_transfer_from on token_transfer (chain_id, from_address, block_number desc, log_index desc);
create index token_transfer_to on token_transfer (chain_id, to_address, block_number desc, log_index desc);
grant select on chain, chain_cursor, chain_transaction, token_transfer, watched_address to corridor_app;
grant insert on watched_address, chain_transaction to corridor_app;
-- The service's own transactions (partner_id null) are no partner's to see.
select corridor_tenant_policy('chain_transaction');
grant select, insert, update, delete on
  chain, chain_cursor, chain_sender, chain_transaction, watched_address, token_transfer to corridor_worker;

-- The sandbox's mailbox: what a live instance would have sent by e-mail or SMS.
create table sandbox_message (
  partner_id uuid not null references partner,
  id uuid not null,
  channel text not null check (channel in ('EMAIL', 'SMS')),
  recipient text not null,
  subject text not null,
  body text not null,
  code text,
  otp_id text,
  entity_id text,
  created_at timestamptz not null,
  primary key (partner_id, id)
);
create index sandbox_message_newest on sandbox_message (partner_id, created_at desc, id desc);
select corridor_tenant_table('sandbox_message');

-- Token buckets of the rate limits, leased by processes in blocks; real time, not the service's.
create unlogged table rate_bucket (
  name text primary key,
  tokens double precision not null,
  granted double precision not null,
  refilled_at timestamptz not null
);
grant select, insert, update, delete on rate_bucket to corridor_worker;
