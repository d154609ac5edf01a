-- What a wallet may sign: its policy, and what it has signed, which limits over time add up.

create table signer.wallet_policy (
  wallet_id text primary key references signer.wallet,
  entity_id text not null references signer.entity_key,
  version integer not null check (version > 0),
  -- The rules exactly as they were signed.
  rules text not null,
  -- The activity whose stamp set them.
  activity_id text not null,
  changed_at timestamptz not null,
  -- The newest transfer of the wallet: a row missing below it is noticed.
  last_transfer integer not null check (last_transfer >= 0),
  mac bytea not null
);
create index wallet_policy_entity on signer.wallet_policy (entity_id);

create table signer.signed_transfer (
  wallet_id text not null references signer.wallet,
  -- 1, 2, 3 … for each wallet.
  sequence integer not null check (sequence > 0),
  entity_id text not null references signer.entity_key,
  activity_id text not null unique,
  -- Who signed first, the method behind a session, and its kind.
  credential_id text not null,
  root_id text not null,
  method text not null check (method in ('passkey', 'api_key', 'session')),
  chain_id integer not null,
  token text not null,
  recipient text not null,
  -- Base units.
  amount numeric(78, 0) not null check (amount >= 0),
  signed_at timestamptz not null,
  mac bytea not null,
  primary key (wallet_id, sequence)
);
create index signed_transfer_time on signer.signed_transfer (wallet_id, signed_at desc);
create index signed_transfer_recipient on signer.signed_transfer (wallet_id, recipient);

-- An activity that was signed for and waits: for a further signature, or for its time.
alter table signer.activity
  add column progress text,
  add column progress_mac bytea,
  add check ((progress is null) = (progress_mac is null)),
  drop constraint activity_state_check,
  add constraint activity_state_check check (
    state in ('PREPARED', 'EXECUTING', 'COMPLETED', 'FAILED', 'EXPIRED', 'SUPERSEDED')
  );
-- Ending a credential ends what was prepared before it.
create index activity_open on signer.activity (entity_id)
  where state in ('PREPARED', 'EXECUTING');

grant select, insert, update on signer.wallet_policy to corridor_signer;
grant select, insert on signer.signed_transfer to corridor_signer;

-- What was prepared before this time is void: a method of the entity was ended then.
alter table signer.credential_head add column void_before timestamptz;
