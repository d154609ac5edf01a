-- The credit line of a partner: reserve frames, drawings, replenishment and fulfilment
-- (docs/adr/0050-credit-lines.md). Amounts are numeric in base units of the line's asset.

-- The limit of lending for refunds has a name of its own now; the credit line has its settings.
update partner set settings = (settings - 'creditLimit')
    || jsonb_build_object('refundCreditLimit', settings -> 'creditLimit')
  where settings ? 'creditLimit';

-- A partner reads its own name; the figures of a line that nothing was agreed for follow from where it is.
grant select (name, environment) on partner to corridor_app;

-- One row for each partner, locked by whatever takes credit or gives it back.
create table liquidity_line (
  partner_id uuid primary key references partner,
  jurisdiction_id text not null,
  chain_id text not null,
  token text not null,
  currency text not null,
  scale int not null,
  -- The partner's own addresses, lower case: where fees and repayments come in, and what it repays from.
  deposit_address text not null unique,
  operational_address text not null unique,
  -- Principal that was ordered and is not repaid, voided or written off.
  borrowed numeric(78, 0) not null default 0 check (borrowed >= 0),
  transactions bigint not null default 0,
  -- What was drawn on this day (UTC), and the largest drawing of it.
  usage_day date not null,
  used_today numeric(78, 0) not null default 0 check (used_today >= 0),
  largest_today numeric(78, 0) not null default 0,
  created_at timestamptz not null
);
select corridor_tenant_table('liquidity_line');

create table reserve_frame (
  partner_id uuid not null references liquidity_line,
  id uuid not null,
  status text not null check (status in ('QUOTED', 'PENDING_CONFIRMATION', 'ACCEPTED', 'REJECTED',
    'EXPIRED', 'CANCELLED')),
  jurisdiction_id text not null,
  chain_id text not null,
  currency text not null,
  scale int not null,
  amount numeric(78, 0) not null check (amount > 0),
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  reference text not null,
  -- Basis points as decimal text; started hours; base units.
  hourly_rate text not null,
  hours int not null check (hours > 0),
  fee numeric(78, 0) not null check (fee > 0),
  valid_until timestamptz not null,
  -- The transaction that pays the fee, and who sent its tokens.
  fee_hash text not null default '',
  fee_payer text not null default '',
  -- Until when the fee may become final.
  confirm_until timestamptz,
  accepted_at timestamptz,
  -- Drawn and not repaid; to be drawn at the start; the most that was drawn at one time.
  drawn numeric(78, 0) not null default 0 check (drawn >= 0),
  scheduled numeric(78, 0) not null default 0 check (scheduled >= 0),
  drawn_peak numeric(78, 0) not null default 0,
  -- The phase whose event was last told.
  told_phase text not null default '' check (told_phase in ('', 'ACTIVE', 'EXHAUSTED', 'ENDED')),
  -- Why it was rejected or cancelled.
  reason text not null default '',
  refund_percent int,
  refund_amount numeric(78, 0),
  refund_status text not null default '' check (refund_status in ('', 'NONE', 'PENDING', 'PAID',
    'FAILED')),
  refund_hash text not null default '',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null,
  primary key (partner_id, id),
  check (ends_at > starts_at),
  check (drawn + scheduled <= amount),
  check (status <> 'ACCEPTED' or (accepted_at is not null and fee_hash <> ''))
);
create index reserve_frame_newest on reserve_frame (partner_id, created_at desc, id desc);
create index reserve_frame_start on reserve_frame (partner_id, starts_at desc, id desc);
-- Those that hold credit, and those that wait for something.
create index reserve_frame_held on reserve_frame (partner_id, ends_at)
  where status in ('QUOTED', 'PENDING_CONFIRMATION', 'ACCEPTED');
create index reserve_frame_quoted on reserve_frame (valid_until) where status = 'QUOTED';
create index reserve_frame_confirming on reserve_frame (confirm_until)
  where status = 'PENDING_CONFIRMATION';
create index reserve_frame_untold on reserve_frame (starts_at)
  where status = 'ACCEPTED' and told_phase <> 'ENDED';
create index reserve_frame_refund on reserve_frame (partner_id, id) where refund_status = 'PENDING';
create index reserve_frame_fee on reserve_frame (partner_id, fee_hash) where fee_hash <> '';
select corridor_tenant_table('reserve_frame');

create table liquidity_transaction (
  partner_id uuid not null references liquidity_line,
  id uuid not null,
  -- The partner's own id: a namespace of its own, and what was asked for under it.
  transaction_id text not null,
  fingerprint bytea not null,
  status text not null check (status in ('INITIATED', 'BROADCAST', 'DISBURSED',
    'PARTIALLY_REPLENISHED', 'REPLENISHED', 'OVERDUE', 'REJECTED', 'FAILED', 'WRITTEN_OFF')),
  jurisdiction_id text not null,
  chain_id text not null,
  token text not null,
  currency text not null,
  scale int not null,
  amount numeric(78, 0) not null check (amount > 0),
  recipient text not null,
  frame_id uuid,
  -- Of a scheduled one: when its frame begins. It is ordered from then on.
  scheduled_for timestamptz,
  -- Holds credit: from the order on until it is voided.
  ordered_at timestamptz,
  due_at timestamptz not null,
  -- When it counts as overdue (again); later than due after a part was repaid late.
  overdue_from timestamptz not null,
  originator jsonb not null,
  beneficiary jsonb not null,
  metadata jsonb not null,
  -- The partner's rates when it was drawn, basis points as decimal text.
  rates jsonb not null,
  -- The newest transaction until one is mined, then that one.
  hash text not null default '',
  disbursed_at timestamptz,
  repaid numeric(78, 0) not null default 0,
  fee_paid numeric(78, 0) not null default 0,
  written_off numeric(78, 0) not null default 0,
  -- Started hours that were counted when something was last repaid, and principal times hours.
  hours_counted int not null default 0,
  principal_hours numeric(78, 0) not null default 0,
  failure_code text not null default '',
  failed_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null,
  primary key (partner_id, id),
  unique (partner_id, transaction_id),
  foreign key (partner_id, frame_id) references reserve_frame,
  check (repaid + written_off <= amount)
);
create index liquidity_transaction_newest
  on liquidity_transaction (partner_id, created_at desc, id desc);
create index liquidity_transaction_due on liquidity_transaction (partner_id, due_at desc, id desc);
create index liquidity_transaction_status on liquidity_transaction (partner_id, status);
create index liquidity_transaction_frame on liquidity_transaction (partner_id, frame_id)
  where frame_id is not null;
create index liquidity_transaction_hash on liquidity_transaction (hash) where hash <> '';
create index liquidity_transaction_under_way on liquidity_transaction (created_at)
  where status in ('INITIATED', 'BROADCAST');
create index liquidity_transaction_overdue on liquidity_transaction (overdue_from)
  where status in ('DISBURSED', 'PARTIALLY_REPLENISHED');
select corridor_tenant_table('liquidity_transaction');

create table replenish_quote (
  partner_id uuid not null references liquidity_line,
  id uuid not null,
  transaction_id uuid not null,
  batch_id uuid,
  currency text not null,
  scale int not null,
  -- The hash that it was asked for by.
  hash text not null,
  as_of timestamptz not null,
  outstanding numeric(78, 0) not null,
  fee_accrued numeric(78, 0) not null,
  fee_due numeric(78, 0) not null,
  total numeric(78, 0) not null check (total > 0),
  hours int not null,
  principal_hours numeric(78, 0) not null,
  valid_until timestamptz not null,
  superseded_at timestamptz,
  -- The replenishment that repays it: initiated, or by a deposit that is monitored.
  replenishment_id uuid,
  is_initiated boolean not null default false,
  fulfilled numeric(78, 0) not null default 0 check (fulfilled >= 0 and fulfilled <= total),
  last_fulfilled_at timestamptz,
  monitor_until timestamptz,
  -- What a payment by bank names.
  bank_reference text not null default '',
  created_at timestamptz not null,
  primary key (partner_id, id),
  foreign key (partner_id, transaction_id) references liquidity_transaction
);
create index replenish_quote_of_transaction
  on replenish_quote (partner_id, transaction_id, created_at desc, id desc);
create index replenish_quote_newest on replenish_quote (partner_id, created_at desc, id desc);
create index replenish_quote_batch on replenish_quote (partner_id, batch_id)
  where batch_id is not null;
create unique index replenish_quote_reference on replenish_quote (bank_reference)
  where bank_reference <> '';
select corridor_tenant_table('replenish_quote');

create table replenishment (
  partner_id uuid not null references liquidity_line,
  id uuid not null,
  transaction_id uuid not null,
  quote_id uuid not null,
  source text not null check (source in ('OPERATIONAL_WALLET', 'MONITORED_DEPOSIT')),
  status text not null check (status in ('PENDING', 'CONFIRMING', 'PARTIAL', 'COMPLETED', 'FAILED',
    'EXPIRED')),
  currency text not null,
  scale int not null,
  -- What is to arrive; the order on the chain that brings it, which those of a batch may share.
  amount numeric(78, 0) not null check (amount > 0),
  batch_id uuid,
  order_id uuid,
  -- The Idempotency-Key that it was asked for under, hashed: a repeat after a crash finds it.
  request_key bytea,
  received numeric(78, 0) not null default 0,
  fee numeric(78, 0) not null default 0,
  principal numeric(78, 0) not null default 0,
  surplus numeric(78, 0) not null default 0,
  hash text not null default '',
  -- Of a monitored deposit: until when it is waited for.
  expires_at timestamptz,
  failure_code text not null default '',
  failed_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null,
  primary key (partner_id, id),
  foreign key (partner_id, transaction_id) references liquidity_transaction,
  foreign key (partner_id, quote_id) references replenish_quote
);
-- Two at once would repay twice.
create unique index replenishment_open on replenishment (partner_id, transaction_id)
  where status in ('PENDING', 'CONFIRMING');
create index replenishment_of_transaction
  on replenishment (partner_id, transaction_id, created_at desc, id desc);
create index replenishment_newest on replenishment (partner_id, created_at desc, id desc);
create index replenishment_order on replenishment (order_id) where order_id is not null;
create index replenishment_batch on replenishment (partner_id, batch_id) where batch_id is not null;
create index replenishment_key on replenishment (partner_id, request_key)
  where request_key is not null;
create index replenishment_hash on replenishment (partner_id, hash) where hash <> '';
create index replenishment_under_way on replenishment (created_at)
  where status in ('PENDING', 'CONFIRMING', 'PARTIAL');
select corridor_tenant_table('replenishment');

create table fulfilment (
  partner_id uuid not null,
  id uuid not null,
  quote_id uuid not null,
  type text not null check (type in ('PRINCIPAL', 'FEE', 'PRINCIPAL_AND_FEE')),
  amount numeric(78, 0) not null check (amount > 0),
  reference_type text not null check (reference_type in ('BANK', 'CHAIN')),
  reference_hash text not null,
  reference_id text not null,
  -- When the payment was made, as the partner says, or when it was told.
  reference_at timestamptz not null,
  account_number text not null default '',
  account_name text not null default '',
  total_after numeric(78, 0) not null,
  created_at timestamptz not null,
  primary key (partner_id, id),
  foreign key (partner_id, quote_id) references replenish_quote
);
create index fulfilment_of_quote on fulfilment (partner_id, quote_id, created_at);
create unique index fulfilment_reference on fulfilment (partner_id, reference_id)
  where reference_hash = '' and reference_id <> '';
select corridor_tenant_table('fulfilment');
select insert_only('fulfilment');

-- What arrived for a credit line, once for each transaction and token, or entry of a bank.
create table liquidity_payment (
  partner_id uuid not null references liquidity_line,
  id uuid not null,
  source text not null check (source in ('BANK', 'CHAIN')),
  status text not null check (status in ('UNMATCHED', 'RESERVE_FEE', 'REPAYMENT', 'CREDITED')),
  jurisdiction_id text not null,
  currency text not null,
  scale int not null,
  amount numeric(78, 0) not null check (amount > 0),
  chain_id text not null default '',
  hash text not null default '',
  token text not null default '',
  payer text not null default '',
  bank_entry text,
  bank_reference text not null default '',
  -- The frame or replenishment that it pays.
  subject_id uuid,
  received_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null,
  primary key (partner_id, id)
);
create unique index liquidity_payment_log on liquidity_payment (chain_id, hash, token, partner_id)
  where source = 'CHAIN';
create unique index liquidity_payment_entry on liquidity_payment (bank_entry)
  where bank_entry is not null;
create index liquidity_payment_newest on liquidity_payment (partner_id, received_at desc, id desc);
create index liquidity_payment_unmatched on liquidity_payment (partner_id, amount)
  where status = 'UNMATCHED';
select corridor_tenant_table('liquidity_payment');

create table operational_withdrawal (
  partner_id uuid not null references liquidity_line,
  id uuid not null,
  status text not null check (status in ('PENDING', 'COMPLETED', 'FAILED')),
  chain_id text not null,
  token text not null,
  currency text not null,
  scale int not null,
  amount numeric(78, 0) not null check (amount > 0),
  to_address text not null,
  -- The transaction by which that address funded the wallet, as it was signed.
  funding_raw text not null,
  request_key bytea,
  hash text not null default '',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null,
  primary key (partner_id, id)
);
create index operational_withdrawal_under_way on operational_withdrawal (created_at)
  where status = 'PENDING';
create index operational_withdrawal_key on operational_withdrawal (partner_id, request_key)
  where request_key is not null;
select corridor_tenant_table('operational_withdrawal');

-- Shares of a limit that were told on a day; a share is told again once it was crossed again.
create table liquidity_limit_told (
  partner_id uuid not null references liquidity_line,
  day date not null,
  name text not null check (name in ('credit', 'daily')),
  share int not null,
  primary key (partner_id, day, name, share)
);
select corridor_tenant_table('liquidity_limit_told');

insert into allowed_transition (resource, from_state, to_state) values
  ('reserve_frame', 'QUOTED', 'PENDING_CONFIRMATION'),
  ('reserve_frame', 'QUOTED', 'ACCEPTED'),
  ('reserve_frame', 'QUOTED', 'EXPIRED'),
  ('reserve_frame', 'QUOTED', 'CANCELLED'),
  ('reserve_frame', 'PENDING_CONFIRMATION', 'ACCEPTED'),
  ('reserve_frame', 'PENDING_CONFIRMATION', 'REJECTED'),
  ('reserve_frame', 'ACCEPTED', 'CANCELLED'),
  ('liquidity_transaction', 'INITIATED', 'BROADCAST'),
  ('liquidity_transaction', 'INITIATED', 'DISBURSED'),
  ('liquidity_transaction', 'INITIATED', 'REJECTED'),
  ('liquidity_transaction', 'INITIATED', 'FAILED'),
  ('liquidity_transaction', 'BROADCAST', 'DISBURSED'),
  ('liquidity_transaction', 'BROADCAST', 'FAILED'),
  ('liquidity_transaction', 'DISBURSED', 'PARTIALLY_REPLENISHED'),
  ('liquidity_transaction', 'DISBURSED', 'REPLENISHED'),
  ('liquidity_transaction', 'DISBURSED', 'OVERDUE'),
  ('liquidity_transaction', 'PARTIALLY_REPLENISHED', 'REPLENISHED'),
  ('liquidity_transaction', 'PARTIALLY_REPLENISHED', 'OVERDUE'),
  ('liquidity_transaction', 'OVERDUE', 'PARTIALLY_REPLENISHED'),
  ('liquidity_transaction', 'OVERDUE', 'REPLENISHED'),
  ('liquidity_transaction', 'OVERDUE', 'WRITTEN_OFF'),
  ('replenishment', 'PENDING', 'CONFIRMING'),
  ('replenishment', 'PENDING', 'PARTIAL'),
  ('replenishment', 'PENDING', 'COMPLETED'),
  ('replenishment', 'PENDING', 'FAILED'),
  ('replenishment', 'PENDING', 'EXPIRED'),
  ('replenishment', 'CONFIRMING', 'PARTIAL'),
  ('replenishment', 'CONFIRMING', 'COMPLETED'),
  ('replenishment', 'CONFIRMING', 'FAILED'),
  ('replenishment', 'PARTIAL', 'COMPLETED');

-- function: refuse_illegal_transition
create trigger reserve_frame_lifecycle before update of status on reserve_frame
  for each row when (old.status is distinct from new.status)
  execute function refuse_illegal_transition('reserve_frame');
create trigger liquidity_transaction_lifecycle before update of status on liquidity_transaction
  for each row when (old.status is distinct from new.status)
  execute function refuse_illegal_transition('liquidity_transaction');
create trigger replenishment_lifecycle before update of status on replenishment
  for each row when (old.status is distinct from new.status)
  execute function refuse_illegal_transition('replenishment');

-- The payments account holds whatever assets credit lines are in; without a currency an entry is in
-- that of the fees.
alter table fee_entry add column currency text, add column scale int;
