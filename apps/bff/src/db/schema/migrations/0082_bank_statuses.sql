-- What banks report of payments in files, each status as the bank wrote it: what came of it is on the
-- payment itself.
create table bank_file_status (
  position bigint generated always as identity primary key,
  reference text not null references bank_file_payment,
  -- Whose payment it is; absent where no transfer has ordered it.
  partner_id uuid references partner,
  transfer_id uuid,
  -- The file that has it, and its place in it; absent where a person decided.
  sha256 text references bank_file_in,
  line int not null,
  scope text not null check (scope in ('PAYMENT', 'BATCH', 'FILE', 'PERSON')),
  -- As the standard codes it; BOOK where a statement has booked the payment.
  status text not null,
  effect text not null check (effect in
    ('ACCEPTED', 'CONFIRMED', 'REJECTED', 'CANCELED', 'WAITING', 'ATTENTION')),
  -- [{code, texts}]: the bank's reasons in its own words.
  reasons jsonb not null default '[]',
  -- What the payment is like at the bank, where it accepted it with a change.
  terms jsonb not null default '{}',
  bank_reference text not null default '',
  message_id text not null,
  -- When the bank wrote it, and when it was read.
  made_at timestamptz not null,
  read_at timestamptz not null,
  unique (sha256, reference, line)
);
create index bank_file_status_of_payment on bank_file_status (reference, made_at desc, position desc);
create index bank_file_status_of_transfer on bank_file_status (partner_id, transfer_id)
  where transfer_id is not null;
select corridor_tenant_policy('bank_file_status');
grant select on bank_file_status to corridor_app, corridor_worker;
grant insert on bank_file_status to corridor_worker;

-- function: insert_only
select insert_only('bank_file_status');

alter table bank_file_payment
  -- Whether the bank's reason says that the same payment may succeed later; absent as the code says.
  add column is_retryable boolean,
  -- The last that the bank reported is for a person to find out.
  add column needs_person boolean not null default false;
create index bank_file_payment_attention on bank_file_payment (position) where needs_person;
