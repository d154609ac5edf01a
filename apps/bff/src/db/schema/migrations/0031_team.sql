-- A partner's team: how members are told, and what of theirs can be ended one by one.

-- Where a member is told who came, went or recovered; empty where nobody said.
alter table member add column email text not null default '';
-- Counts the changes of a member that were recorded as events.
alter table member add column version int not null default 1;
-- The address that the operator invited; empty where the person is asked for it.
alter table enrolment_link add column email text not null default '';

-- The written id of a passkey: credential ids are up to 1364 characters.
alter table member_passkey add column id uuid not null default gen_random_uuid();
-- The browser that it was made in, such as `Firefox on Linux`.
alter table member_passkey add column name text not null default '';
create unique index member_passkey_id on member_passkey (partner_id, id);
create index webauthn_challenge_of_member on webauthn_challenge (member_id);

-- A console key that was rotated keeps no text.
alter table api_key drop constraint api_key_check;
alter table api_key add constraint api_key_check
  check (case kind when 'console' then sealed_text is not null or revoked_at is not null
    else sealed_text is null end);
