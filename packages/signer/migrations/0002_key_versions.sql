-- Root keys with versions, and their rotation.

-- What the root keeps: the key of MACs and deposit addresses, wrapped under a root version, which is
-- also the version that new entity keys are wrapped under.
create table signer.root_secret (
  name text primary key check (name = 'mac'),
  root_version integer not null check (root_version > 0),
  -- Null where the database is older than this record, until the first open has imported the key
  -- that version 1 gives.
  wrapped bytea,
  check (wrapped is not null or root_version = 1)
);

-- A rotation of keys. At most one is open: it is gone on with before the next one begins.
create table signer.key_rotation (
  rotation_id integer primary key check (rotation_id > 0),
  layers text[] not null check (layers <@ array['root', 'entities', 'data']),
  -- The version that this rotation moved the root to, once it did.
  root_version integer check (root_version > 0),
  started_at timestamptz not null,
  finished_at timestamptz
);
create unique index key_rotation_open on signer.key_rotation ((true)) where finished_at is null;

alter table signer.entity_key
  add column root_version integer not null default 1 check (root_version > 0),
  -- The rotation that made this key; 0 for the key that the entity began with.
  add column rotation integer not null default 0 check (rotation >= 0);
alter table signer.wallet
  add column rotation integer not null default 0 check (rotation >= 0);

grant select, insert, update on signer.root_secret, signer.key_rotation to corridor_signer;

-- A database that was used before has addresses of version 1's MAC key, so it keeps that one.
do $$
declare
  is_used boolean := exists (select from signer.entity_key);
begin
  if not is_used and to_regclass('public.kek_binding') is not null then
    execute 'select exists (select from public.kek_binding)' into is_used;
  end if;
  if is_used then
    insert into signer.root_secret (name, root_version) values ('mac', 1);
  end if;
end
$$;
