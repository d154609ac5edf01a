-- Verification of customers, their documents, and their accounts outside and inside the service.

-- What lists of customers filter and sort by. Row security lets an index serve a condition only where
-- its functions are known not to leak: `lower` and `like` are not, plain comparisons of columns are.
alter table entity
  -- Keys of what verification still lacks; kept beside the status so that lists can filter by it.
  add column kyc_missing text[] not null default '{}',
  add column has_wallet boolean not null default false,
  add column email_key text not null generated always as (lower(email)) stored,
  add column sort_name text not null
    generated always as (lower(business_name || last_name || ' ' || first_name)) stored,
  add column search_text text not null generated always as (
    lower(first_name || ' ' || last_name || ' ' || business_name || ' ' || email || ' '
      || coalesce(external_reference, ''))) stored,
  -- Two-letter codes with spaces between them: nationality, address, incorporation.
  add column countries text not null generated always as (
    nationality || ' ' || coalesce(permanent_address ->> 'country', '') || ' '
      || coalesce(business ->> 'incorporationCountry', '')) stored;

drop index entity_email;
create unique index entity_email on entity (partner_id, email_key);
-- One for each order, and one for the queue of a status, with all that a list filters by but texts:
-- any page and any count is read from an index alone, 12 MB for 100,000 customers instead of 90.
drop index entity_newest;
create index entity_newest on entity (partner_id, created_at desc, id desc)
  include (type, kyc_status, countries, has_wallet);
create index entity_by_name on entity (partner_id, sort_name, id)
  include (created_at, type, kyc_status, countries, has_wallet);
create index entity_by_status on entity (partner_id, kyc_status, created_at desc, id desc)
  include (sort_name, type, countries, has_wallet);
-- An index alone serves only pages that were vacuumed since their last change.
alter table entity set
  (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);

-- Texts are found by their trigrams. A server may lack these extensions or forbid them: then a search
-- reads the partner's customers one after the other.
do $$
begin
  create extension if not exists pg_trgm;
  create extension if not exists btree_gin;
  create index entity_search on entity
    using gin (partner_id, search_text gin_trgm_ops) with (gin_pending_list_limit = 256);
  create index entity_missing on entity
    using gin (partner_id, kyc_missing) with (gin_pending_list_limit = 256);
exception when insufficient_privilege or feature_not_supported or undefined_file then
  raise warning 'customers are searched without an index: %', sqlerrm;
  create index entity_missing on entity using gin (kyc_missing) with (gin_pending_list_limit = 256);
end $$;

-- function: entity_has_wallet
create trigger entity_has_wallet after insert on wallet
  for each row execute function entity_has_wallet();
update entity set has_wallet = true
  where exists (select from wallet
    where wallet.partner_id = entity.partner_id and wallet.entity_id = entity.id);

-- A kept file by its content: encrypted outside the database, named by its hash, once per partner.
create table stored_file (
  partner_id uuid not null references partner,
  sha256 bytea not null,
  bytes int not null check (bytes > 0),
  mime text not null,
  created_at timestamptz not null,
  primary key (partner_id, sha256)
);
select corridor_tenant_table('stored_file');

-- What is known of a customer beyond its record. Answers are sealed: they hold tax ids and the like.
create table kyc_file (
  partner_id uuid not null references partner,
  entity_id uuid not null,
  level text not null check (level in ('NONE', 'STANDARD', 'ENHANCED')),
  sealed_answers bytea,
  consents jsonb not null,
  -- Why it is where it is: [{code, message, fixBy, fixField, retryable}].
  reasons jsonb not null,
  assigned_to text not null default '',
  submitted_at timestamptz,
  reviewed_at timestamptz,
  expires_at timestamptz,
  -- Since when the entity has its present status, and who must act: partner, customer, service.
  waiting_since timestamptz not null,
  waiting_on text,
  version int not null,
  primary key (partner_id, entity_id),
  foreign key (partner_id, entity_id) references entity
);
create index kyc_file_expiry on kyc_file (expires_at) where expires_at is not null;
create index kyc_file_waiting on kyc_file (partner_id, waiting_since, entity_id);
select corridor_tenant_table('kyc_file');

-- May this customer use this jurisdiction? One lifecycle each (operations.md, 11.6).
create table kyc_capability (
  partner_id uuid not null references partner,
  entity_id uuid not null,
  jurisdiction_id text not null,
  status text not null,
  updated_at timestamptz not null,
  version int not null,
  primary key (partner_id, entity_id, jurisdiction_id),
  foreign key (partner_id, entity_id) references entity
);
select corridor_tenant_table('kyc_capability');

create table kyc_submission (
  partner_id uuid not null references partner,
  id uuid not null,
  entity_id uuid not null,
  jurisdiction_ids text[] not null,
  -- INCOMPLETE where something was missing; SUBMITTED until it was screened, then SCREENED.
  status text not null check (status in ('INCOMPLETE', 'SUBMITTED', 'SCREENED')),
  fee_source text not null,
  fee_amount numeric(78, 0) not null,
  fee_scale int not null,
  fee_currency text not null,
  transaction_hash text,
  -- {list, publishedAt, threshold, hits: [{name, score, listedName, program, reference}]}
  screening jsonb,
  created_at timestamptz not null,
  primary key (partner_id, id),
  foreign key (partner_id, entity_id) references entity
);
create index kyc_submission_open on kyc_submission (created_at) where status = 'SUBMITTED';
create index kyc_submission_newest on kyc_submission (partner_id, entity_id, created_at desc);
select corridor_tenant_table('kyc_submission');

-- A payment pays for one submission, whoever sends it in: unique across partners.
create table kyc_fee_claim (
  chain_id text not null,
  transaction_hash text not null,
  partner_id uuid not null references partner,
  submission_id uuid not null,
  primary key (chain_id, transaction_hash)
);
select corridor_tenant_policy('kyc_fee_claim');
grant select, insert on kyc_fee_claim to corridor_app, corridor_worker;

create table kyc_document (
  partner_id uuid not null references partner,
  id uuid not null,
  entity_id uuid not null,
  -- Null until a submission or an answer takes it in.
  submission_id uuid,
  type text not null,
  country text not null,
  sealed_number bytea,
  number_masked text not null,
  status text not null check (status in ('RECEIVED', 'VERIFIED', 'REJECTED', 'EXPIRED')),
  reason_code text,
  expiry_date date,
  -- Place of the associated person it proves.
  person int,
  uploaded_at timestamptz not null,
  -- When its holder was told that it will expire.
  reminded_at timestamptz,
  primary key (partner_id, id),
  foreign key (partner_id, entity_id) references entity
);
create index kyc_document_of_entity on kyc_document (partner_id, entity_id, uploaded_at desc);
create index kyc_document_expiry on kyc_document (expiry_date)
  where status in ('RECEIVED', 'VERIFIED');
select corridor_tenant_table('kyc_document');

create table kyc_document_file (
  partner_id uuid not null references partner,
  document_id uuid not null,
  side text not null check (side in ('front', 'back')),
  sha256 bytea not null,
  file_name text not null,
  primary key (partner_id, document_id, side),
  foreign key (partner_id, document_id) references kyc_document,
  foreign key (partner_id, sha256) references stored_file
);
select corridor_tenant_table('kyc_document_file');

create table kyc_request (
  partner_id uuid not null references partner,
  id uuid not null,
  entity_id uuid not null,
  status text not null check (status in ('OPEN', 'ANSWERED', 'WITHDRAWN')),
  message text not null,
  reasons jsonb not null,
  -- The fields and documents asked for, as they were put.
  fields jsonb not null,
  documents jsonb not null,
  created_at timestamptz not null,
  due_at timestamptz not null,
  answered_at timestamptz,
  primary key (partner_id, id),
  foreign key (partner_id, entity_id) references entity
);
create index kyc_request_of_entity on kyc_request (partner_id, entity_id, created_at desc);
select corridor_tenant_table('kyc_request');

create table kyc_transition (
  partner_id uuid not null references partner,
  id uuid not null,
  entity_id uuid not null,
  -- Null where the entity as a whole changed.
  jurisdiction_id text,
  from_status text not null,
  to_status text not null,
  actor text not null,
  reason text not null,
  created_at timestamptz not null,
  primary key (partner_id, id),
  foreign key (partner_id, entity_id) references entity
);
create index kyc_transition_newest on kyc_transition (partner_id, entity_id, created_at desc, id desc);
select corridor_tenant_table('kyc_transition');
select insert_only('kyc_transition');

create table kyc_note (
  partner_id uuid not null references partner,
  id uuid not null,
  entity_id uuid not null,
  body text not null,
  author text not null,
  created_at timestamptz not null,
  primary key (partner_id, id),
  foreign key (partner_id, entity_id) references entity
);
create index kyc_note_of_entity on kyc_note (partner_id, entity_id, created_at desc);
select corridor_tenant_table('kyc_note');

-- `account` holds the masked members; the whole ones are sealed.
alter table external_account add column sealed_account bytea;
alter table external_account add column verification jsonb not null
  default '{"status": "VERIFIED", "nameMatch": "UNAVAILABLE", "bankName": "", "method": "OWN_WALLET"}';
alter table external_account alter column verification drop default;
create index external_account_of_partner
  on external_account (partner_id, created_at desc, id desc);

-- A link on which a customer chooses bank accounts. The token is kept as its hash alone.
create table account_link (
  partner_id uuid not null references partner,
  id uuid not null,
  entity_id uuid not null,
  jurisdiction_id text not null,
  token_hash bytea not null unique,
  redirect_url text,
  -- OPEN, CHOSEN (the customer has consented), LINKED.
  status text not null check (status in ('OPEN', 'CHOSEN', 'LINKED')),
  -- What the bank-link adapter gave for the choice, sealed.
  sealed_choice bytea,
  public_token_hash bytea,
  -- The accounts that came of the choice: {reference: external account}.
  linked jsonb not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (partner_id, id),
  foreign key (partner_id, entity_id) references entity
);
select corridor_tenant_table('account_link');

create table funding_account (
  partner_id uuid not null references partner,
  id uuid not null,
  entity_id uuid not null,
  jurisdiction_id text not null,
  status text not null check (status in ('PROVISIONING', 'ACTIVE', 'INACTIVE', 'CLOSED', 'FAILED')),
  status_reason text not null,
  -- The members of the specification; empty until the bank has answered.
  deposit_info jsonb not null,
  return_strategy text not null
    check (return_strategy in ('STATIC_ADDRESS', 'ORIGIN_ACCOUNT', 'HOLD')),
  return_target text,
  -- While PROVISIONING: when the bank is asked again.
  ask_again_at timestamptz,
  created_at timestamptz not null,
  activated_at timestamptz,
  updated_at timestamptz not null,
  version int not null,
  primary key (partner_id, id),
  foreign key (partner_id, entity_id) references entity,
  check (return_strategy <> 'STATIC_ADDRESS' or return_target is not null)
);
create unique index funding_account_once
  on funding_account (partner_id, entity_id, jurisdiction_id) where status not in ('CLOSED', 'FAILED');
create index funding_account_newest on funding_account (partner_id, created_at desc, id desc);
create index funding_account_of_entity
  on funding_account (partner_id, entity_id, created_at desc, id desc);
create index funding_account_provisioning on funding_account (ask_again_at)
  where status = 'PROVISIONING';
select corridor_tenant_table('funding_account');

-- What a deposit is matched by: account number or address in its one written form, unique across
-- partners. Requests may only add to it.
create table funding_deposit_claim (
  jurisdiction_id text not null,
  deposit_key text not null,
  partner_id uuid not null references partner,
  funding_account_id uuid not null,
  primary key (jurisdiction_id, deposit_key)
);
select corridor_tenant_policy('funding_deposit_claim');
grant insert on funding_deposit_claim to corridor_app;
grant select, insert on funding_deposit_claim to corridor_worker;
