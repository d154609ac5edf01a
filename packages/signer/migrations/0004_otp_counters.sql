-- What limits one-time codes, under MACs of the signer: whoever writes to the database resets nothing.

-- One record per entity and channel (its live code, wrong tries, verification tokens), per partner,
-- channel and contact (its sends), and per partner (SMS of the last hour). `state` is the JSON text
-- the MAC covers, together with name and sequence.
create table signer.otp_state (
  name text primary key,
  sequence integer not null check (sequence > 0),
  state text not null,
  mac bytea not null
);

-- The newest line about codes of each channel, under the head's MAC: an older copy of a record
-- names another line, and so is found.
alter table signer.audit_head
  add column otp_email integer not null default 0 check (otp_email >= 0),
  add column otp_sms integer not null default 0 check (otp_sms >= 0);

-- A key that is or was a credential of anyone becomes no session's.
create index credential_any_public_key on signer.credential (public_key)
  where public_key is not null;

grant select, insert, update on signer.otp_state to corridor_signer;
-- Codes and failures of before are read into the first record, and written no more.
revoke insert, update on signer.otp_code, signer.otp_failure from corridor_signer;
