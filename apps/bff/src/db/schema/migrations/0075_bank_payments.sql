-- Payments of the world, and the messages that have them (docs/adr/0098-bank-payments.md): a message is
-- kept as it came, its lines are evidence, and evidence is of a payment. None of it belongs to a partner
-- before it is matched, so all of it is for the worker alone.

-- What was an entry of a file is a payment with one message. Those that are held have no position yet:
-- nobody reads them.
alter table bank_file_entry rename to bank_payment;
alter table bank_payment rename column entry_id to id;
alter table bank_payment drop constraint bank_file_entry_pkey;
alter table bank_payment drop constraint bank_file_entry_entry_id_key;
alter table bank_payment add primary key (id);
alter table bank_payment alter column position drop not null;
create unique index bank_payment_position on bank_payment (position) where position is not null;
alter index bank_file_entry_file rename to bank_payment_file;
alter table bank_payment
  -- Null for a payout of the service: nobody takes it in.
  alter column entry drop not null,
  -- The service's own account: country, currency, number.
  add column account text not null default '',
  add column direction text not null default 'CREDIT' check (direction in ('CREDIT', 'DEBIT')),
  add column minor numeric(78, 0) not null default 1 check (minor > 0),
  add column scale int not null default 2,
  add column currency text not null default '',
  add column booked_on date not null default '1970-01-01',
  -- What of it is compared with other messages; of those alone that are its own for certain.
  add column facts jsonb not null default '{}',
  add column certain jsonb not null default '{}',
  -- All by which messages may name it.
  add column ids text[] not null default '{}',
  -- HELD may be another one once more; JOINED was found to be it; LISTED is a batch whose payments came.
  add column state text not null default 'BOOKED'
    check (state in ('BOOKED', 'HELD', 'JOINED', 'LISTED')),
  add column held_for text not null default '' check (held_for in
    ('', 'PERHAPS_REPEATED', 'TWICE_IN_FILE', 'PART_OF_BATCH')),
  -- The payment that it may be, or is, once more.
  add column likely_of text,
  -- The batch that it is a part of.
  add column batch_id text,
  -- The day of the statement that has it.
  add column stated_on date,
  -- Who joined or parted it, and why; '' where no person did.
  add column decided_by text not null default '',
  add column decided_reason text not null default '',
  add column decided_at timestamptz,
  add column created_at timestamptz;

update bank_payment set
  currency = entry->>'currency',
  account = (entry->>'countryCode') || '/' || (entry->>'currency') || '/'
    || upper(regexp_replace(split_part(id, '/', 1), '[^A-Za-z0-9]', '', 'g')),
  direction = case when entry->>'kind' in ('CHARGE', 'REVERSAL') then 'DEBIT' else 'CREDIT' end,
  minor = (entry->>'minor')::numeric,
  scale = (entry->>'scale')::int,
  booked_on = ((entry->>'bookedAt')::timestamptz at time zone 'UTC')::date,
  stated_on = ((entry->>'bookedAt')::timestamptz at time zone 'UTC')::date,
  created_at = (select begun_at from bank_file_in i where i.sha256 = bank_payment.sha256),
  -- A date was kept as its midnight.
  entry = entry - 'bookedAt' || jsonb_build_object(
    'bookedOn', to_char((entry->>'bookedAt')::timestamptz at time zone 'UTC', 'YYYY-MM-DD'),
    'bookedFrom', entry->>'bookedAt',
    'moment', case when (entry->>'bookedAt')::timestamptz
        = date_trunc('day', (entry->>'bookedAt')::timestamptz, 'UTC')
      then null else entry->>'bookedAt' end,
    'batchId', '');
update bank_payment set facts = jsonb_build_object(
    'account', account, 'direction', direction,
    'group', case entry->>'kind' when 'REVERSAL' then 'REVERSAL' else 'ENTRY' end,
    'minor', minor::text, 'bookedOn', booked_on::text, 'uetr', '', 'transactionId', '',
    'endToEndId', '',
    -- An id of before is account, direction, reference and amount, or a hash and a number.
    'reference', case when split_part(id, '/', 3) ~ '^[0-9a-f]{32}$'
        or split_part(id, '/', 4) !~ '^[0-9.]+[A-Z]{3}$'
      then '' else upper(trim(split_part(id, '/', 3))) end,
    'lineReference', '', 'isPart', false,
    'otherName', upper(trim(regexp_replace(entry->'sender'->>'name', '\s+', ' ', 'g'))),
    'otherAccount', upper(regexp_replace(entry->'sender'->>'account', '[^A-Za-z0-9]', '', 'g')),
    'landedOn', case when upper(entry->>'accountNumber') = split_part(account, '/', 3)
      then '' else upper(entry->>'accountNumber') end,
    'text', upper(trim(regexp_replace(entry->>'reference', '\s+', ' ', 'g'))));
update bank_payment set certain = facts,
  ids = case facts->>'reference' when '' then '{}' else array[facts->>'reference'] end;
alter table bank_payment
  alter column account drop default, alter column direction drop default,
  alter column minor drop default, alter column scale drop default,
  alter column currency drop default, alter column booked_on drop default,
  alter column facts drop default, alter column certain drop default;
create index bank_payment_alike on bank_payment (account, minor, direction, booked_on);
create index bank_payment_ids on bank_payment using gin (ids);
create index bank_payment_open on bank_payment (account, booked_on)
  where state = 'HELD' or (stated_on is null and state = 'BOOKED');
create index bank_payment_batch on bank_payment (batch_id) where batch_id is not null;
grant update on bank_payment to corridor_worker;

-- What one message has of one payment.
create table bank_evidence (
  sha256 text not null references bank_file_in,
  -- Place of the entry in its message, and of the payment in its entry (0 where it is alone).
  line int not null,
  part int not null,
  payment_id text not null references bank_payment,
  message_kind text not null check (message_kind in ('STATEMENT', 'SNAPSHOT', 'NOTICE')),
  -- Id and page of the statement; '' of other messages.
  statement text not null,
  account text not null,
  direction text not null check (direction in ('CREDIT', 'DEBIT')),
  minor numeric(78, 0) not null,
  line_minor numeric(78, 0) not null,
  booked_on date not null,
  -- FIRST made the payment; DECIDED was put there by a person, CLOSED by a statement.
  how text not null
    check (how in ('FIRST', 'CERTAIN', 'PROBABLE', 'DOUBTFUL', 'HELD', 'LISTED', 'CLOSED', 'DECIDED')),
  -- As the message has it; null for what was taken in before messages were kept.
  evidence jsonb,
  read_at timestamptz not null,
  primary key (sha256, line, part)
);
create index bank_evidence_payment on bank_evidence (payment_id);
create index bank_evidence_line on bank_evidence (account, line_minor, booked_on) where part > 0;
grant select, insert, update on bank_evidence to corridor_worker;

insert into bank_evidence (sha256, line, part, payment_id, message_kind, statement, account, direction,
  minor, line_minor, booked_on, how, read_at)
select p.sha256, p.position, 0, p.id,
  case i.kind when 'camt.053' then 'STATEMENT' when 'camt.052' then 'SNAPSHOT' else 'NOTICE' end,
  '', p.account, p.direction, p.minor, p.minor, p.booked_on, 'FIRST', i.begun_at
from bank_payment p join bank_file_in i on i.sha256 = p.sha256;

-- A file as it came, sealed, in pieces.
create table bank_file_piece (
  sha256 text not null references bank_file_in,
  place int not null,
  sealed_bytes bytea not null,
  primary key (sha256, place)
);
grant select, insert on bank_file_piece to corridor_worker;

-- Days that a statement has closed.
create table bank_closed_day (
  account text not null,
  day date not null,
  sha256 text not null references bank_file_in,
  primary key (account, day)
);
grant select, insert on bank_closed_day to corridor_worker;

-- Lines that could not be read, until a person decides.
create table bank_aside (
  id text primary key,
  sha256 text not null references bank_file_in,
  line int not null,
  account text not null,
  reason text not null,
  -- What the message has there, as it came.
  sealed_source bytea not null,
  -- What could be read of it; '' and null where nothing could.
  direction text not null check (direction in ('', 'CREDIT', 'DEBIT')),
  currency text not null,
  scale int not null,
  minor numeric(78, 0),
  booked_on date,
  state text not null check (state in ('OPEN', 'BOOKED', 'DISMISSED')),
  payment_id text references bank_payment,
  decided_by text not null default '',
  decided_reason text not null default '',
  decided_at timestamptz,
  read_at timestamptz not null,
  unique (sha256, line),
  check ((state = 'OPEN') = (decided_at is null))
);
create index bank_aside_open on bank_aside (read_at) where state = 'OPEN';
grant select, insert, update on bank_aside to corridor_worker;

-- What the books and a statement do not have in common, until it is explained.
create table bank_break (
  id text primary key,
  kind text not null check (kind in ('NOT_ON_STATEMENT', 'LINE_NOT_BOOKED')),
  account text not null,
  currency text not null,
  day date not null,
  -- Positive where the books have more than the statement.
  difference numeric(78, 0) not null,
  scale int not null,
  payment_id text references bank_payment,
  aside_id text references bank_aside,
  sha256 text not null references bank_file_in,
  opened_at timestamptz not null,
  resolved_at timestamptz,
  resolved_by text not null default '',
  resolved_reason text not null default '',
  check ((payment_id is null) <> (aside_id is null))
);
create index bank_break_open on bank_break (opened_at) where resolved_at is null;
create index bank_break_payment on bank_break (payment_id) where resolved_at is null;
grant select, insert, update on bank_break to corridor_worker;

-- How the bank of an account writes: learned from its files, and what an operator sets instead.
create table bank_profile (
  account text primary key,
  learned jsonb not null default '{}',
  set_values jsonb not null default '{}',
  updated_at timestamptz not null
);
grant select, insert, update on bank_profile to corridor_worker;

-- What was announced, held or set aside in a file.
alter table bank_file_in
  add column held int not null default 0,
  add column aside int not null default 0,
  drop constraint bank_file_in_kind_check,
  add constraint bank_file_in_kind_check check (kind in
    ('camt.052', 'camt.053', 'camt.054', 'pain.002', 'mt940', 'mt942', 'bai2'));

-- Intake: batches and debits that nobody knows are kept in suspense; a payment is booked on a day, and
-- at a moment only where the bank reports one.
alter table bank_entry
  add column ultimate_sender text not null default '',
  add column booked_on date,
  -- Booked no earlier than this.
  add column booked_from timestamptz,
  add column batch_id text not null default '',
  -- It was in suspense, and later evidence has more of it.
  add column was_unmatched boolean not null default false,
  drop constraint bank_entry_kind_check,
  add constraint bank_entry_kind_check check (kind in
    ('CREDIT', 'RETURN', 'BATCH', 'CHARGE', 'REVERSAL', 'DEBIT'));
update bank_entry set booked_on = (booked_at at time zone 'UTC')::date, booked_from = booked_at;
alter table bank_entry
  alter column booked_on set not null, alter column booked_from set not null;

-- When a deposit by a bank was booked at the earliest: whether it was in time follows from that.
alter table deposit add column booked_from timestamptz;
