-- The vault: what it keeps about entities, their credentials, wallets and activities.
-- Only the role corridor_signer may look inside; the API's roles get nothing here.

create schema signer;

-- Layer 2 of the key hierarchy: one key per entity, wrapped by the root key.
create table signer.entity_key (
  entity_id text primary key,
  partner_id text not null,
  version integer not null check (version > 0),
  wrapped_key bytea not null,
  created_at timestamptz not null
);

-- One row per entity over its live credential records. It is also the lock of the entity:
-- whoever reads or changes credentials holds this row.
create table signer.credential_head (
  entity_id text primary key references signer.entity_key,
  sequence integer not null check (sequence >= 0),
  live_hash bytea not null,
  mac bytea not null
);

create table signer.credential (
  credential_id text primary key,
  entity_id text not null references signer.entity_key,
  partner_id text not null,
  kind text not null
    check (kind in ('API_KEY', 'EMAIL', 'SMS', 'OAUTH', 'SESSION', 'PASSKEY')),
  tier text not null check (tier in ('PRIMARY', 'SECONDARY')),
  status text not null
    check (status in ('PENDING_VERIFICATION', 'ACTIVE', 'REVOKED', 'EXPIRED', 'DELETED')),
  name text,
  -- The method a session came from.
  parent_id text references signer.credential,
  -- Compressed P-256 key of an API key or a session, COSE key of a passkey.
  public_key bytea,
  contact text,
  issuer text,
  audience text,
  subject text,
  webauthn_id text,
  aaguid text,
  transports text[],
  backup_eligible boolean,
  -- The activity whose stamp allowed this record; null for a first primary method and for sessions.
  authorised_by text,
  created_at timestamptz not null,
  expires_at timestamptz,
  -- Sequence of the head at which this version of the record was written.
  sequence integer not null check (sequence > 0),
  mac bytea not null,
  -- Outside the MAC: these move with every use.
  sign_count bigint check (sign_count >= 0),
  backed_up boolean,
  last_used_at timestamptz,
  check ((kind = 'PASSKEY') = (tier = 'SECONDARY')),
  check ((kind = 'PASSKEY') = (webauthn_id is not null)),
  check ((kind = 'SESSION') = (parent_id is not null)),
  check ((kind = 'SESSION') = (expires_at is not null)),
  check ((kind in ('API_KEY', 'SESSION', 'PASSKEY')) = (public_key is not null)),
  check ((kind in ('EMAIL', 'SMS')) = (contact is not null)),
  check ((kind = 'OAUTH') = (subject is not null))
);
-- A passkey belongs to one record of the whole service, deleted ones included.
create unique index credential_webauthn_id on signer.credential (webauthn_id)
  where webauthn_id is not null;
create index credential_live on signer.credential (entity_id)
  where status in ('PENDING_VERIFICATION', 'ACTIVE');
create index credential_public_key on signer.credential (entity_id, public_key)
  where public_key is not null;

create table signer.wallet (
  wallet_id text primary key,
  entity_id text not null references signer.entity_key,
  name text not null,
  version integer not null check (version > 0),
  wrapped_data_key bytea not null,
  sealed_entropy bytea not null,
  created_at timestamptz not null
);
create index wallet_entity on signer.wallet (entity_id, created_at);

create table signer.wallet_account (
  account_id text primary key,
  wallet_id text not null references signer.wallet,
  entity_id text not null references signer.entity_key,
  curve text not null check (curve in ('CURVE_SECP256K1', 'CURVE_ED25519')),
  path_format text not null check (path_format = 'PATH_FORMAT_BIP32'),
  path text not null,
  address_format text not null
    check (address_format in ('ADDRESS_FORMAT_ETHEREUM', 'ADDRESS_FORMAT_SOLANA')),
  address text not null,
  created_at timestamptz not null
);
create index wallet_account_wallet on signer.wallet_account (wallet_id, created_at);
create index wallet_account_address on signer.wallet_account (entity_id, address);

create table signer.activity (
  activity_id text primary key,
  entity_id text not null,
  partner_id text not null,
  type text not null,
  -- The exact text to sign. Stored, sent, signed and checked verbatim.
  payload text not null,
  fingerprint text not null unique,
  bounds jsonb,
  state text not null
    check (state in ('PREPARED', 'COMPLETED', 'FAILED', 'EXPIRED', 'SUPERSEDED')),
  attempts integer not null default 0 check (attempts between 0 and 5),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- Over everything above but state and attempts.
  mac bytea not null,
  stamp text,
  credential_id text,
  -- json keeps the order of members: a repeated submit gets the same answer to the byte.
  result json,
  completed_at timestamptz,
  acknowledged_at timestamptz,
  check ((state = 'COMPLETED') = (result is not null)),
  check ((state = 'COMPLETED') = (stamp is not null)),
  check ((state = 'COMPLETED') = (completed_at is not null))
);
create index activity_unacknowledged on signer.activity (completed_at)
  where state = 'COMPLETED' and acknowledged_at is null;

create table signer.otp_code (
  otp_id text primary key,
  entity_id text not null,
  partner_id text not null,
  channel text not null check (channel in ('EMAIL', 'SMS')),
  contact text not null,
  -- Null where no method has this contact: such a code is never sent and never right.
  credential_id text references signer.credential,
  code_mac bytea not null,
  state text not null check (state in ('SENT', 'VERIFIED', 'LOCKED', 'SUPERSEDED')),
  attempts integer not null default 0 check (attempts between 0 and 3),
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create unique index otp_code_live on signer.otp_code (entity_id, channel) where state = 'SENT';
create index otp_code_sends on signer.otp_code (partner_id, channel, contact, created_at desc);

create table signer.otp_failure (
  failure_id bigint generated always as identity primary key,
  entity_id text not null,
  channel text not null,
  failed_at timestamptz not null
);
create index otp_failure_recent on signer.otp_failure (entity_id, channel, failed_at desc);

create table signer.used_target_key (
  public_key text primary key,
  entity_id text not null,
  used_at timestamptz not null
);

create table signer.used_oidc_token (
  token_hash bytea primary key,
  expires_at timestamptz not null
);

-- One chain per entity. Each hash is keyed, so a line cannot be rewritten without the root key,
-- and the head's own MAC shows lines cut off the end.
create table signer.audit_line (
  entity_id text not null,
  sequence integer not null check (sequence > 0),
  at timestamptz not null,
  action text not null,
  outcome text not null,
  activity_id text,
  fingerprint text,
  credential_id text,
  previous_hash bytea not null,
  hash bytea not null,
  primary key (entity_id, sequence)
);
create table signer.audit_head (
  entity_id text primary key,
  sequence integer not null check (sequence > 0),
  hash bytea not null,
  mac bytea not null
);

grant usage on schema signer to corridor_signer;
grant select, insert, update on
  signer.entity_key, signer.credential_head, signer.credential, signer.wallet, signer.activity,
  signer.otp_code, signer.audit_head
  to corridor_signer;
grant select, insert on
  signer.wallet_account, signer.otp_failure, signer.used_target_key, signer.audit_line
  to corridor_signer;
-- Spent tokens are forgotten once they have expired.
grant select, insert, delete on signer.used_oidc_token to corridor_signer;
