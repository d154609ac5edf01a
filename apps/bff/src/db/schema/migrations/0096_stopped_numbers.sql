-- The number or address of an account under a key that is the same at every partner and for every
-- customer; null of accounts that were added earlier, until they are added again.
alter table external_account add column number_hash text;

-- Numbers and addresses that were stopped as fraud (people.md 2.13): under whatever holder they are
-- added, they are not enabled before the operator has decided.
create table stopped_number (
  partner_id uuid not null references partner,
  -- The same for one number of this partner; '' where only the hash is known.
  number_fingerprint text not null,
  number_hash text,
  stopped_at timestamptz not null,
  primary key (partner_id, number_fingerprint)
);
create index stopped_number_hash on stopped_number (number_hash) where number_hash is not null;
select corridor_tenant_table('stopped_number');
