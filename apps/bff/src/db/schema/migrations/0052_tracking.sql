-- Links with which anyone who has one follows one transfer until it expires. Of the token only its
-- keyed hash is here. Times are real ones, as those of enrolment links.
create table tracking_link (
  partner_id uuid not null references partner,
  id uuid not null,
  transfer_id uuid not null,
  token_hash bytea not null unique check (length(token_hash) = 32),
  -- The written id of who made it, `mem_…` or `key_…`.
  created_by text not null check (created_by <> ''),
  created_at timestamptz not null,
  expires_at timestamptz not null check (expires_at <= created_at + interval '30 days'),
  revoked_at timestamptz,
  primary key (partner_id, id),
  foreign key (partner_id, transfer_id) references transfer
);
create index tracking_link_of_transfer on tracking_link (partner_id, transfer_id, created_at desc)
  where revoked_at is null;
select corridor_tenant_table('tracking_link');
