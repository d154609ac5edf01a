-- Customers who are alike, and those who are one person (people.md 2.14).

-- What a customer is found by, as keyed hashes: nobody reads it back. Newest first by the id.
create table likeness_key (
  partner_id uuid not null references partner,
  kind text not null check (kind in
    ('DOCUMENT', 'NAME_BIRTH', 'BIRTH', 'PHONE', 'ADDRESS', 'REGISTRATION', 'NAME')),
  key bytea not null,
  entity_id uuid not null,
  primary key (partner_id, kind, key, entity_id),
  foreign key (partner_id, entity_id) references entity
);
create index likeness_key_of_entity on likeness_key (partner_id, entity_id);
select corridor_tenant_table('likeness_key');

-- Customers who are to be compared with the others; those who are there already, once.
create table likeness_due (
  partner_id uuid not null references partner,
  entity_id uuid not null,
  primary key (partner_id, entity_id),
  foreign key (partner_id, entity_id) references entity
);
select corridor_tenant_table('likeness_due');
insert into likeness_due (partner_id, entity_id)
  select partner_id, id from entity where kyc_status not in ('NOT_STARTED', 'INCOMPLETE');

-- Two customers who are alike, the smaller id first, and what was decided about them.
create table likeness (
  partner_id uuid not null references partner,
  entity_id uuid not null,
  other_id uuid not null,
  strength text not null check (strength in ('SURE', 'PROBABLE', 'WEAK')),
  same text[] not null,
  status text not null check (status in ('OPEN', 'DIFFERENT', 'SAME')),
  found_at timestamptz not null,
  decided_at timestamptz,
  -- Who decided, as the audit log has it.
  decided_by text not null default '',
  reason text not null default '',
  primary key (partner_id, entity_id, other_id),
  foreign key (partner_id, entity_id) references entity,
  foreign key (partner_id, other_id) references entity,
  check (entity_id < other_id),
  check ((status = 'OPEN') = (decided_at is null))
);
create index likeness_of_other on likeness (partner_id, other_id);
create index likeness_undecided on likeness (partner_id) where status = 'OPEN' and strength <> 'WEAK';
select corridor_tenant_table('likeness');

-- Customers who are one person; others are in no row.
create table person_member (
  partner_id uuid not null references partner,
  entity_id uuid not null,
  person_id uuid not null,
  primary key (partner_id, entity_id),
  foreign key (partner_id, entity_id) references entity
);
create index person_member_of_person on person_member (partner_id, person_id);
select corridor_tenant_table('person_member');
