-- The time that a rate holds, limits of customers, and what a bank does besides paying
-- (docs/adr/0062-prices-and-books.md).

-- Until when the rate of a transfer holds, from its execution on; and the rate that was quoted, where
-- another one was paid.
alter table transfer
  add column rate_hold_until timestamptz,
  add column quoted_rate text;

-- How far the sandbox's sample rates were moved, in basis points of a currency's worth.
create table rate_shift (
  currency text primary key,
  basis_points int not null check (basis_points between -9000 and 90000),
  set_at timestamptz not null
);
grant select, insert, update on rate_shift to corridor_worker;

-- What the executed transfers of a customer were worth on a day that ends at 00:00 UTC, in millionths
-- of a dollar, in parts as those of the partner's day.
create table customer_usage (
  partner_id uuid not null references partner,
  entity_id uuid not null,
  day date not null,
  shard int not null check (shard between 0 and 15),
  used numeric(40, 0) not null check (used >= 0),
  transfers int not null check (transfers >= 0),
  primary key (partner_id, entity_id, day, shard)
);
select corridor_tenant_table('customer_usage');

-- Charges of the bank, and credits that it took back, are entries like others; they are booked, and
-- become neither a deposit nor a return.
alter table bank_entry
  drop constraint bank_entry_kind_check,
  add constraint bank_entry_kind_check check (kind in ('CREDIT', 'RETURN', 'CHARGE', 'REVERSAL')),
  drop constraint bank_entry_state_check,
  add constraint bank_entry_state_check
    check (state in ('NEW', 'DEPOSIT', 'RETURN', 'UNMATCHED', 'BOOKED'));

-- What an operator proposes to book by hand; another one confirms it.
create table ledger_proposal (
  id uuid primary key,
  debit_kind text not null,
  debit_owner text not null,
  credit_kind text not null,
  credit_owner text not null,
  asset text not null,
  scale int not null check (scale between 0 and 18),
  amount numeric(78, 0) not null check (amount > 0),
  -- Whose books; the service's own are those of 0022.
  partner_id uuid not null references partner,
  reason text not null,
  proposed_by text not null,
  proposed_at timestamptz not null,
  confirmed_by text,
  confirmed_at timestamptz,
  check ((confirmed_by is null) = (confirmed_at is null)),
  check (lower(confirmed_by) <> lower(proposed_by))
);
grant select, insert, update on ledger_proposal to corridor_worker;

-- What the last comparison of the banks' statements with the ledger found, by currency. What differs
-- at the first one in a database that is older than it is the opening.
create table bank_check (
  currency text primary key,
  opening numeric(78, 0),
  difference numeric(78, 0) not null,
  checked_at timestamptz not null
);
grant select, insert, update on bank_check to corridor_worker;
insert into bank_check (currency, difference, checked_at)
select a.asset, 0, service_now() from ledger_account a where a.kind = 'bank' group by a.asset;

-- The payments account takes what a partner earned by its own fees.
alter table fee_entry drop constraint fee_entry_type_check;
alter table fee_entry add constraint fee_entry_type_check check (type in ('DEPOSIT', 'KYC_FEE',
  'CORRECTION', 'REFUND', 'REFUND_RETURNED', 'PARTNER_FEES'));
