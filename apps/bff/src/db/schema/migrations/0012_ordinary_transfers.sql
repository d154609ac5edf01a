-- Ordinary transfers: what a quote promised, what arrived for it, what was paid out.

alter table transfer
  -- The rails of deposit and payout, e.g. SEPA; empty on a chain.
  add column rail_in text not null default '',
  add column rail_out text not null default '',
  -- Where the payer pays in: a funding account, or an account of the service under a reference.
  add column funding_account_id uuid,
  -- As the API shows it: the chain's six members or the bank's.
  add column deposit_account jsonb,
  add column deposit_until timestamptz,
  -- What arrived so far, in the source currency.
  add column received numeric(78, 0) not null default 0 check (received >= 0),
  -- What the quote said beside the amounts: {midRate, spreadBps, source, asOf, steps, risk,
  -- acknowledgement, verificationRequired, approval, limits}.
  add column quote jsonb,
  add column estimated_arrival timestamptz,
  -- FAILED with money held: until then the partner may retry or refund, afterwards it goes back.
  add column held_until timestamptz,
  -- IN_REVIEW: {reason, since, until}.
  add column review jsonb,
  -- The sandbox's order that a step fails when it is reached: {step, code}.
  add column forced_failure jsonb,
  add column refund_of uuid,
  -- A refund by request: {accountId, amount}, amount in minor units as text.
  add column refund jsonb,
  add column route_id uuid,
  add column deposit_id uuid,
  add column purpose_code text not null default '',
  add column source_of_funds text not null default '',
  add column reference text not null default '',
  add column metadata jsonb,
  -- Who executed it: {type, id}; somebody else has to approve.
  add column maker jsonb,
  -- {required, policyId, approvalsNeeded, votes}.
  add column approval jsonb;

drop index transfer_open;
create index transfer_open on transfer (status, updated_at)
  where status in ('QUOTED', 'AWAITING_APPROVAL', 'PENDING', 'IN_REVIEW', 'PROCESSING', 'FAILED', 'REFUNDING');
create index transfer_refund_of on transfer (partner_id, refund_of) where refund_of is not null;
create index transfer_deposit_until on transfer (deposit_until) where status = 'PENDING';
create index transfer_held_until on transfer (held_until) where status = 'FAILED' and held_until is not null;

-- The payer's reference of each bank deposit that is waited for, and each address of a chain:
-- unique across partners, written by requests, read when money arrives.
create table deposit_target (
  -- 'bank:<reference>' or 'chain:<chainId>:<address>'.
  key text primary key,
  partner_id uuid not null references partner,
  transfer_id uuid,
  funding_account_id uuid,
  created_at timestamptz not null,
  check (transfer_id is not null or funding_account_id is not null)
);
select corridor_tenant_policy('deposit_target');
grant insert on deposit_target to corridor_app;
grant select, insert on deposit_target to corridor_worker;

-- Money that arrived, once for each entry of a bank statement and each log of a chain.
create table deposit (
  partner_id uuid not null references partner,
  id uuid not null,
  source text not null check (source in ('BANK', 'CHAIN')),
  -- Life: operations.md, 11.5. HELD waits in suspense until somebody decides.
  status text not null check (status in ('SCHEDULED', 'RECEIVED', 'SCREENING', 'FORWARDING',
    'FORWARDED', 'HELD', 'RETURNING', 'RETURNED', 'RETURN_FAILED')),
  -- The transfer it pays; absent while it is held for want of one.
  transfer_id uuid,
  funding_account_id uuid,
  jurisdiction_id text not null,
  currency text not null,
  scale int not null,
  amount numeric(78, 0) not null check (amount > 0),
  -- {name, account, walletAddress, reference}.
  sender jsonb not null,
  labels text[] not null default '{}',
  -- Of the bank's statement entry, or of the chain's log.
  bank_entry text,
  chain_id text,
  hash text,
  log_index int,
  received_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null,
  primary key (partner_id, id)
);
create unique index deposit_bank_entry on deposit (bank_entry) where bank_entry is not null;
create unique index deposit_log on deposit (chain_id, hash, log_index) where hash is not null;
create index deposit_newest on deposit (partner_id, received_at desc, id desc);
create index deposit_of_transfer on deposit (partner_id, transfer_id) where transfer_id is not null;
create index deposit_of_funding on deposit (partner_id, funding_account_id, received_at desc)
  where funding_account_id is not null;
select corridor_tenant_table('deposit');

-- Each order to pay out, written before anybody outside hears of it; its id is the reference under
-- which a bank is asked again after a crash.
create table payout (
  partner_id uuid not null references partner,
  id uuid not null,
  transfer_id uuid not null,
  -- The step that made it: payout_submitted or refund_submitted.
  step text not null,
  -- Counts the payouts of that step: a retry to another account is a new one.
  attempt int not null,
  kind text not null check (kind in ('BANK', 'CHAIN')),
  -- CREATED is known to us alone; SUBMITTED may have been paid; the rest the outside has said.
  status text not null check (status in ('CREATED', 'SUBMITTED', 'CONFIRMED', 'FAILED', 'RETURNED')),
  jurisdiction_id text not null,
  currency text not null,
  scale int not null,
  amount numeric(78, 0) not null check (amount > 0),
  -- The account paid to (external account), and the address on a chain.
  account_id uuid not null,
  address text,
  -- The bank's own reference, or the hash of the transaction that was mined.
  reference text not null default '',
  failure_code text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (partner_id, id),
  unique (partner_id, transfer_id, step, attempt),
  foreign key (partner_id, transfer_id) references transfer
);
create index payout_open on payout (updated_at) where status in ('CREATED', 'SUBMITTED');
select corridor_tenant_table('payout');
