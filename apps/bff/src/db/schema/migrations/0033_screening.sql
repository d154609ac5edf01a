-- What was looked up in the lists, for whom and with what outcome; a decision is an entry of its own.
create table screening (
  partner_id uuid not null references partner,
  id uuid not null,
  context_kind text not null check (context_kind in
    ('account', 'transfer', 'deposit', 'kyc', 'drawing', 'route', 'quote', 'refund')),
  -- The written id of the record that the names belong to.
  context_id text not null,
  list text not null,
  list_published_at timestamptz not null,
  list_version text not null,
  outcome text not null check (outcome in ('CLEAR', 'HIT')),
  subjects jsonb not null,
  hits jsonb not null,
  screened_at timestamptz not null,
  primary key (partner_id, id)
);
create index screening_context on screening (partner_id, context_kind, context_id, screened_at desc);
select corridor_tenant_table('screening');
select insert_only('screening');

-- One name or address that is not the listed one it resembles, in one context.
create table screening_clearance (
  partner_id uuid not null references partner,
  context_kind text not null,
  context_id text not null,
  -- The name or address as it is compared.
  subject text not null,
  -- The list's id of the entry that it was compared with.
  reference text not null,
  cleared_by text not null,
  reason text not null,
  cleared_at timestamptz not null,
  primary key (partner_id, context_kind, context_id, subject, reference)
);
select corridor_tenant_table('screening_clearance');
select insert_only('screening_clearance');

-- How far accounts and customers have been looked up in the present version of the list.
create table screening_sweep (
  kind text primary key check (kind in ('account', 'kyc')),
  list_version text not null,
  after_partner uuid,
  after_id uuid,
  finished_at timestamptz
);
grant select, insert, update on screening_sweep to corridor_worker;
grant select, update on screening_sweep to corridor_app;

-- Who pays whom, as it was when the order was written: originator and beneficiary (FATF, 16).
alter table payout add column travel_rule jsonb;
