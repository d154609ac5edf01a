-- The ledger whole: pending legs that are posted or voided once, kept balances of accounts that may
-- not fall below zero, and the check of everything (docs/adr/0033-ledger.md).

alter table posting
  add column kind text not null default 'single' check (kind in ('single', 'pending', 'post', 'void')),
  -- What a post or void resolves.
  add column pending_id uuid,
  -- A pending leg that nobody resolved by then is voided.
  add column timeout_at timestamptz,
  add constraint posting_resolves check ((kind in ('post', 'void')) = (pending_id is not null)),
  add constraint posting_times_out check (timeout_at is null or kind = 'pending');
-- Legs of zero were written before; they say nothing and are no longer made.
alter table posting drop constraint posting_amount_check;
alter table posting add constraint posting_amount check (amount > 0) not valid;
create index posting_timeout on posting (timeout_at) where timeout_at is not null;

-- Accounts are found by whom they belong to. Kind, asset and owner are unique by the id, which is
-- made of them.
alter table ledger_account
  add column has_floor boolean not null default false,
  drop constraint ledger_account_partner_id_kind_asset_owner_key;
create index ledger_account_owner on ledger_account (partner_id, owner, kind, asset);

-- What became of a pending leg. The key makes it happen once; less than the whole releases the rest.
create table posting_resolution (
  partner_id uuid not null references partner,
  pending_id uuid not null,
  posting_id uuid not null,
  pending_amount numeric(78, 0) not null,
  -- Nothing where it was voided.
  posted_amount numeric(78, 0) not null,
  primary key (partner_id, pending_id),
  constraint posting_resolution_posted check (posted_amount between 0 and pending_amount)
);
select corridor_tenant_table('posting_resolution');
select insert_only('posting_resolution');

-- Only accounts with a floor have a row here. What they owe is never less than what was promised.
create table ledger_balance (
  partner_id uuid not null references partner,
  account_id uuid not null,
  debits_pending numeric(78, 0) not null constraint ledger_balance_debits_pending check (debits_pending >= 0),
  debits_posted numeric(78, 0) not null constraint ledger_balance_debits_posted check (debits_posted >= 0),
  credits_pending numeric(78, 0) not null constraint ledger_balance_credits_pending check (credits_pending >= 0),
  credits_posted numeric(78, 0) not null,
  primary key (partner_id, account_id),
  constraint ledger_balance_floor check (credits_posted - debits_posted - debits_pending >= 0)
) with (fillfactor = 80);
select corridor_tenant_policy('ledger_balance');
grant select, insert, update on ledger_balance to corridor_app, corridor_worker;

-- Assets of which nothing is paid out until somebody has looked: '*' is all of them.
create table payout_halt (
  asset text not null,
  -- Each reason is a halt of its own, which ends by itself.
  reason text not null,
  problems text[] not null,
  halted_at timestamptz not null,
  primary key (asset, reason)
);
grant select on payout_halt to corridor_app;
grant select, insert, update, delete on payout_halt to corridor_worker;
