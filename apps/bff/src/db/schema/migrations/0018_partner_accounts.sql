-- A partner's own accounts with the service, files of exported transfers, and what lists of
-- transfers are read by.

-- A payment on a chain pays for one thing: unique across partners and across what can be paid.
create table payment_claim (
  chain_id text not null,
  hash bytea not null check (octet_length(hash) = 32),
  purpose text not null check (purpose in ('KYC_FEE', 'PAYMENTS', 'PREPAID')),
  partner_id uuid not null references partner,
  -- The submission or the deposit that it pays for.
  subject_id uuid not null,
  created_at timestamptz not null,
  primary key (chain_id, hash)
);
select corridor_tenant_policy('payment_claim');
grant select, insert on payment_claim to corridor_app, corridor_worker;

insert into payment_claim (chain_id, hash, purpose, partner_id, subject_id, created_at)
  select chain_id, decode(substr(transaction_hash, 3), 'hex'), 'KYC_FEE', partner_id, submission_id,
    service_now()
  from kyc_fee_claim;
drop table kyc_fee_claim;

create index payment_claim_hash on payment_claim (hash);

-- A fee stays DUE where its account held too little; the next deposit pays the oldest first.
alter table kyc_submission
  add column fee_status text not null default 'NONE' check (fee_status in ('NONE', 'DUE', 'PAID'));
update kyc_submission set fee_status = case
    when fee_source in ('PREPAID', 'PAYMENTS_ACCOUNT') then 'DUE' else 'PAID' end
  where fee_amount > 0;
create index kyc_submission_fee_due on kyc_submission (partner_id, fee_source, created_at, id)
  where fee_status = 'DUE';

-- One row for each of a partner's two accounts; the balance is the ledger's. Whoever changes an
-- account locks it first, so its entries are in the order of its balances.
create table fee_account (
  partner_id uuid not null references partner,
  account text not null check (account in ('PAYMENTS', 'PREPAID')),
  deposits_total numeric(78, 0) not null default 0 check (deposits_total >= 0),
  consumed_total numeric(78, 0) not null default 0 check (consumed_total >= 0),
  version int not null default 0,
  primary key (partner_id, account),
  check (consumed_total <= deposits_total)
);
select corridor_tenant_table('fee_account');

create table fee_entry (
  partner_id uuid not null references partner,
  id uuid not null,
  account text not null,
  type text not null check (type in ('DEPOSIT', 'KYC_FEE', 'CORRECTION')),
  -- In minor units; a debit is negative.
  amount numeric(78, 0) not null check (amount <> 0),
  balance_after numeric(78, 0) not null check (balance_after >= 0),
  description text not null,
  transaction_hash text not null default '',
  entity_id uuid,
  -- The order within the account: entries of one transaction have one time.
  position int not null,
  created_at timestamptz not null,
  primary key (partner_id, id),
  unique (partner_id, account, position),
  foreign key (partner_id, account) references fee_account
);
select corridor_tenant_table('fee_entry');
select insert_only('fee_entry');

create table fee_deposit (
  partner_id uuid not null references partner,
  id uuid not null,
  account text not null check (account in ('PAYMENTS', 'PREPAID')),
  -- MINTING: claimed, and its credit tokens may be on their way; a worker finishes it after a crash.
  status text not null check (status in ('MINTING', 'CREDITED')),
  chain_id text not null,
  hash text not null,
  -- Who sent the payment, and what arrived of it.
  sender text not null,
  amount numeric(78, 0) not null check (amount > 0),
  scale int not null,
  currency text not null,
  mint_hash text not null default '',
  mint_address text not null default '',
  -- What the partner was told; absent until a request has answered.
  answered_at timestamptz,
  -- Until then the request that claimed it is at work (real time).
  busy_until timestamptz,
  created_at timestamptz not null,
  credited_at timestamptz,
  primary key (partner_id, id),
  unique (chain_id, hash)
);
create index fee_deposit_newest on fee_deposit (partner_id, account, created_at desc, id desc);
create index fee_deposit_minting on fee_deposit (busy_until) where status = 'MINTING';
select corridor_tenant_table('fee_deposit');

-- Files of transfers, written by any worker; the one at work holds an advisory lock.
create table transfer_export (
  partner_id uuid not null references partner,
  id uuid not null,
  status text not null check (status in ('PENDING', 'RUNNING', 'READY', 'FAILED', 'EXPIRED')),
  format text not null check (format in ('csv', 'jsonl')),
  -- As they were asked for: the query words of the lists.
  filters jsonb not null,
  columns text[] not null,
  attempts int not null default 0,
  rows int not null default 0,
  bytes bigint not null default 0,
  sha256 bytea,
  -- Names the file of the attempt that finished.
  file text,
  created_at timestamptz not null,
  finished_at timestamptz,
  version int not null,
  primary key (partner_id, id)
);
create index transfer_export_open on transfer_export (created_at)
  where status in ('PENDING', 'RUNNING');
create index transfer_export_kept on transfer_export (finished_at) where status = 'READY';
select corridor_tenant_table('transfer_export');

-- Lists leave quotes out that nobody executed, however many there are: they go by indexes without
-- them, and the narrow one counts without a look at the rows.
create index transfer_listed on transfer (partner_id, created_at desc, id desc)
  where started_at is not null;
create index transfer_listed_status on transfer (partner_id, status, created_at desc, id desc)
  where started_at is not null;
create index transfer_sorted_status on transfer (partner_id, status, id)
  where started_at is not null;
create index transfer_listed_amount on transfer (partner_id, value_in, id)
  where started_at is not null;
create index transfer_listed_completed
  on transfer (partner_id, (coalesce(completed_at, '-infinity')), id) where started_at is not null;
-- By the transactions on a chain that paid them, and that they paid.
create index deposit_hash on deposit (hash) where hash is not null;
create index payout_reference on payout (reference) where reference <> '';
