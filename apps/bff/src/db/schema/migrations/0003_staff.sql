-- A partner's staff: members, sign-in passkeys, sessions, enrolment links. All times here are real
-- time, not the service's clock. Wallet passkeys live elsewhere: the two kinds never share a table.

create table member (
  partner_id uuid not null references partner,
  id uuid not null,
  name text not null,
  role text not null check (
    role in ('owner', 'admin', 'treasury', 'operations', 'compliance', 'developer', 'viewer')),
  -- user.id of the member's passkeys: 'm:' and the written member id.
  user_handle bytea not null unique,
  created_at timestamptz not null,
  removed_at timestamptz,
  primary key (partner_id, id)
);
select corridor_tenant_table('member');

create table member_passkey (
  partner_id uuid not null references partner,
  member_id uuid not null,
  -- base64url, unique over all partners: a browser names nothing else when it signs in.
  credential_id text not null,
  public_key bytea not null,
  sign_count bigint not null check (sign_count >= 0),
  transports text[] not null,
  aaguid text not null,
  backup_eligible boolean not null,
  backed_up boolean not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  primary key (partner_id, credential_id),
  foreign key (partner_id, member_id) references member
);
create unique index member_passkey_credential on member_passkey (credential_id);
create index member_passkey_of_member on member_passkey (partner_id, member_id);
select corridor_tenant_table('member_passkey');

create table staff_session (
  partner_id uuid not null references partner,
  -- Stays the same while the cookie's value is replaced at step-up.
  id uuid not null,
  member_id uuid not null,
  secret_hash bytea not null,
  credential_id text not null,
  agent text not null,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  -- A fresh passkey confirmed one request: its hash, until that request is made.
  step_up_at timestamptz,
  step_up_action bytea,
  primary key (partner_id, id),
  foreign key (partner_id, member_id) references member
);
create unique index staff_session_secret on staff_session (secret_hash);
create index staff_session_open on staff_session (partner_id, member_id, created_at)
  where ended_at is null;
select corridor_tenant_table('staff_session');

create table enrolment_link (
  partner_id uuid not null references partner,
  id uuid not null,
  role text not null check (
    role in ('owner', 'admin', 'treasury', 'operations', 'compliance', 'developer', 'viewer')),
  token_hash bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  -- Who came in by it.
  member_id uuid,
  primary key (partner_id, id)
);
create unique index enrolment_link_token on enrolment_link (token_hash);
select corridor_tenant_table('enrolment_link');

create table recovery_code (
  partner_id uuid not null references partner,
  member_id uuid not null,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (partner_id, member_id, code_hash),
  foreign key (partner_id, member_id) references member
);
create unique index recovery_code_hash on recovery_code (code_hash);
select corridor_tenant_table('recovery_code');

-- A row is one ceremony under way; it is removed when it is answered, so it answers once. Not a
-- tenant's table: at sign-in nobody knows yet whose it is.
create table webauthn_challenge (
  id uuid primary key,
  purpose text not null check (purpose in ('enrol', 'sign_in', 'step_up', 'recover')),
  challenge bytea not null unique,
  -- The member that a new passkey is for, or that must confirm.
  member_id uuid,
  link_id uuid,
  session_id uuid,
  recovery_hash bytea,
  action_hash bytea,
  expires_at timestamptz not null,
  check ((purpose = 'enrol') = (link_id is not null)),
  check ((purpose = 'step_up') = (session_id is not null and action_hash is not null)),
  check ((purpose = 'recover') = (recovery_hash is not null))
);
create index webauthn_challenge_expiry on webauthn_challenge (expires_at);
grant select, insert, update, delete on webauthn_challenge to corridor_worker;

create table draft (
  partner_id uuid not null references partner,
  member_id uuid not null,
  id text not null,
  body jsonb not null,
  version int not null,
  updated_at timestamptz not null,
  primary key (partner_id, member_id, id),
  foreign key (partner_id, member_id) references member
);
select corridor_tenant_table('draft');

create table preference (
  partner_id uuid not null references partner,
  member_id uuid not null,
  body jsonb not null,
  updated_at timestamptz not null,
  primary key (partner_id, member_id),
  foreign key (partner_id, member_id) references member
);
select corridor_tenant_table('preference');
