-- The bank's side of transfers: what its statements said, and the books of the simulated bank.
-- None of it belongs to a partner before it is matched, so all of it is for the worker alone.

-- How far the statement of each bank was read.
create table bank_cursor (
  bank text primary key,
  position text not null,
  updated_at timestamptz not null
);
grant select, insert, update on bank_cursor to corridor_worker;

-- Every entry of a statement, once, as it was read. It is kept in the transaction that moves the
-- cursor, and taken in by itself: one that cannot be taken in yet holds up none of the others.
create table bank_entry (
  entry_id text primary key,
  bank text not null,
  kind text not null check (kind in ('CREDIT', 'RETURN')),
  -- NEW is due to be taken in; UNMATCHED belongs to nobody that the service knows.
  state text not null check (state in ('NEW', 'DEPOSIT', 'RETURN', 'UNMATCHED')),
  country_code text not null,
  routing_number text not null,
  account_number text not null,
  currency text not null,
  scale int not null,
  amount numeric(78, 0) not null check (amount > 0),
  sender_name text not null,
  sender_account text not null,
  reference text not null,
  payout_reference text not null,
  code text not null,
  booked_at timestamptz not null,
  -- The deposit or payout that it became part of.
  partner_id uuid references partner,
  subject_id uuid,
  -- Why it could not be taken in yet.
  problem text not null default '',
  attempts int not null default 0,
  due_at timestamptz not null,
  read_at timestamptz not null,
  check ((state in ('DEPOSIT', 'RETURN')) = (subject_id is not null))
);
create index bank_entry_due on bank_entry (due_at) where state = 'NEW';
create index bank_entry_unmatched on bank_entry (read_at) where state = 'UNMATCHED';
grant select, insert, update on bank_entry to corridor_worker;

-- A bank names a payment by our reference alone.
create index payout_id on payout (id);

-- The simulated bank: what it was asked to pay.
create table simulated_bank_payout (
  reference text primary key,
  bank_reference text not null unique,
  -- As in the port, amounts as text.
  instruction jsonb not null,
  accepted_at timestamptz not null,
  -- When it is known whether it was paid; with a code it was not.
  settles_at timestamptz not null,
  code text not null,
  -- When it comes back, and why.
  returns_at timestamptz,
  return_code text not null
);
create index simulated_bank_payout_return on simulated_bank_payout (returns_at)
  where returns_at is not null;
grant select, insert, update on simulated_bank_payout to corridor_worker;

-- Its statement. Positions come from a row that is locked until the entry is committed, so that
-- none appears below one that was read already.
create table simulated_bank_entry (
  position bigint primary key,
  entry_id text not null unique,
  entry jsonb not null
);
grant select, insert on simulated_bank_entry to corridor_worker;

create table simulated_bank_position (
  one boolean primary key default true check (one),
  last bigint not null
);
insert into simulated_bank_position (last) values (0);
grant select, update on simulated_bank_position to corridor_worker;
