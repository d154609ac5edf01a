-- The rail of bank files (docs/adr/0044-bank-files.md): payments that leave in files, files that came
-- in, and what their statements say. None of it belongs to a partner before it is matched, so all of
-- it is for the worker alone.

-- Every payment that was ordered, once. The order names account numbers and is sealed.
create table bank_file_payment (
  -- Ours; by it the bank's words find the payment.
  reference text primary key,
  position bigint generated always as identity,
  sealed_instruction bytea not null,
  -- QUEUED is in no file yet; WRITTEN is in one; the rest the bank has said.
  status text not null check (status in ('QUEUED', 'WRITTEN', 'ACCEPTED', 'CONFIRMED', 'REJECTED')),
  message_id text not null default '',
  batch_id text not null default '',
  bank_reference text not null default '',
  code text not null default '',
  -- What it said afterwards against the end that it had told before; somebody has to ask it.
  contradiction text not null default '' check (contradiction in ('', 'CONFIRMED', 'REJECTED')),
  -- The bank has said something that its transfer was not told yet.
  is_news boolean not null default false,
  queued_at timestamptz not null,
  updated_at timestamptz not null,
  -- In one file, and never in none again; what is refused before, as a sandbox may, is in none.
  check (case message_id when '' then status in ('QUEUED', 'REJECTED') else status <> 'QUEUED' end)
);
create unique index bank_file_payment_queue on bank_file_payment (position) where status = 'QUEUED';
create index bank_file_payment_file on bank_file_payment (message_id) where message_id <> '';
create index bank_file_payment_contradiction on bank_file_payment (position)
  where contradiction <> '';
create index bank_file_payment_news on bank_file_payment (position) where is_news;
grant select, insert, update on bank_file_payment to corridor_worker;

-- Files with payments. They are kept with the payments that are in them before they are put into the
-- folder, so that a crash in between loses none and writes none twice.
create table bank_file_out (
  message_id text primary key,
  position bigint generated always as identity,
  name text not null unique,
  sealed_text bytea not null,
  sha256 text not null,
  payments int not null check (payments > 0),
  control_sum text not null,
  created_at timestamptz not null,
  -- When it lay in the folder, whole.
  sent_at timestamptz
);
create index bank_file_out_unsent on bank_file_out (position) where sent_at is null;
grant select, insert, update on bank_file_out to corridor_worker;

-- Files of the bank, each content once, whatever its name.
create table bank_file_in (
  sha256 text primary key,
  name text not null,
  kind text not null check (kind in ('camt.052', 'camt.053', 'camt.054', 'pain.002')),
  message_id text not null,
  -- What the file says of itself.
  written_at timestamptz not null,
  begun_at timestamptz not null,
  -- Entries and statuses in it, and what became of them, as an import counts them.
  entries int not null default 0,
  booked int not null default 0,
  repeated int not null default 0,
  heard int not null default 0,
  unknown int not null default 0,
  others int not null default 0,
  problem text not null default '',
  -- When it was taken in whole; a file that a crash interrupted is gone on with.
  imported_at timestamptz
);
create index bank_file_in_newest on bank_file_in (begun_at);
grant select, insert, update on bank_file_in to corridor_worker;

-- What the statements say, each entry once. Positions come from a row that is locked until the
-- entries are committed, so that none appears below one that was read already.
create table bank_file_entry (
  position bigint primary key,
  entry_id text not null unique,
  sha256 text not null references bank_file_in,
  entry jsonb not null
);
create index bank_file_entry_file on bank_file_entry (sha256);
grant select, insert on bank_file_entry to corridor_worker;

create table bank_file_position (
  one boolean primary key default true check (one),
  last bigint not null
);
insert into bank_file_position (last) values (0);
grant select, update on bank_file_position to corridor_worker;

-- To whom the operator gave an entry of nobody; it is then taken in as a deposit on that account.
alter table bank_entry
  add column assigned_partner_id uuid references partner,
  add column assigned_funding_id uuid,
  add constraint bank_entry_assigned check ((assigned_partner_id is null) = (assigned_funding_id is null));

-- Money that belongs to nobody the service knows is booked in its own books: a partner that no key
-- and no member belongs to, and that no list shows.
insert into partner (id, name, environment, created_at)
values ('00000000-0000-7000-8000-000000000000', 'The service', 'house', service_now());
