-- Keys that a partner's own people issue, from where each may be used, and what was called with it.

alter table api_key
  -- Who issued it, as an actor: `mem_…`, or `operator`.
  add column issued_by text not null default 'operator',
  -- Networks from which it may be used; empty for everywhere.
  add column addresses text[] not null default '{}',
  -- The key whose place it takes.
  add column predecessor_id uuid references api_key,
  add column last_used_address text not null default '',
  add column version int not null default 1;
create unique index api_key_successor on api_key (predecessor_id) where predecessor_id is not null;
create index api_key_of on api_key (partner_id, created_at desc, id desc) where kind = 'partner';
create index api_key_end on api_key (expires_at) where kind = 'partner' and revoked_at is null;

-- A partner reaches its programs' keys, never the console's, and reads neither a hash nor a sealed text.
select corridor_tenant_policy('api_key');
create policy of_programs on api_key as restrictive for all to corridor_app
  using (kind = 'partner') with check (kind = 'partner');
grant select (id, partner_id, kind, lookup, name, scopes, created_at, expires_at, last_used_at,
  revoked_at, member_id, issued_by, addresses, predecessor_id, last_used_address, version)
  on api_key to corridor_app;
grant insert (id, partner_id, kind, lookup, secret_hash, sealed_text, name, scopes, created_at,
  expires_at, member_id, issued_by, addresses, predecessor_id) on api_key to corridor_app;
grant update (name, addresses, expires_at, revoked_at, version) on api_key to corridor_app;

-- What programs called. Written in batches beside the requests, deleted after the days of the settings.
create table request_log (
  partner_id uuid not null references partner,
  -- The request's own id.
  id uuid not null,
  key_id uuid not null,
  at timestamptz not null,
  method text not null,
  -- Without what names a person.
  path text not null,
  operation text not null,
  status int not null,
  -- Of the error; empty where it succeeded.
  code text not null,
  duration_ms int not null,
  -- Empty where no network brought the request.
  address text not null,
  idempotency_key text not null,
  is_replayed boolean not null,
  -- Query, body and answer, redacted, sealed under the key-encryption key.
  sealed_content bytea not null,
  primary key (partner_id, id)
);
create index request_log_newest on request_log (partner_id, at desc, id desc);
create index request_log_of_key on request_log (partner_id, key_id, at desc, id desc);
create index request_log_age on request_log (at);
select corridor_tenant_policy('request_log');
grant select on request_log to corridor_app;
grant select, insert, delete on request_log to corridor_worker;
