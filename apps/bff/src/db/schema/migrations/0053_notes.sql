-- What people write down about a record for their colleagues. One table for every kind of record;
-- notes on verifications, which had one of their own, come along.
create table record_note (
  partner_id uuid not null references partner,
  id uuid not null,
  subject_kind text not null check (subject_kind in
    ('transfer', 'deposit', 'entity', 'external_account', 'funding_account', 'payin', 'kyc')),
  subject_id uuid not null,
  body text not null check (body <> ''),
  -- The written id of who wrote it, `mem_…` or `key_…`.
  author text not null check (author <> ''),
  created_at timestamptz not null,
  primary key (partner_id, id)
);
create index record_note_of_subject
  on record_note (partner_id, subject_kind, subject_id, created_at desc, id desc);
select corridor_tenant_table('record_note');

insert into record_note (partner_id, id, subject_kind, subject_id, body, author, created_at)
select partner_id, id, 'kyc', entity_id, body, author, created_at from kyc_note;
drop table kyc_note;

-- function: insert_only
select insert_only('record_note');
