-- The version of the key that a seal was made with; 0 for those of before seals had a key. They are
-- good up to where the first checkpoint says so.
alter table audit_seal add column key_version integer not null default 0;

-- A copy of the signed checkpoints, which are kept in a file outside the database: each finds what
-- was taken from the other.
create table audit_checkpoint (
  number bigint primary key,
  line text not null
);
grant select, insert on audit_checkpoint to corridor_worker;
select insert_only('audit_checkpoint');
