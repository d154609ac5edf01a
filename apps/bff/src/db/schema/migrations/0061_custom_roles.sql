-- Roles that a partner makes of scopes, and links by which a colleague who lost every passkey comes
-- back in.
create table custom_role (
  partner_id uuid not null references partner,
  -- role_…, as members, invitations and policies name it.
  id text not null check (id like 'role\_%'),
  name text not null check (name <> ''),
  scopes text[] not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (partner_id, id)
);
create unique index custom_role_name on custom_role (partner_id, lower(name));
select corridor_tenant_table('custom_role');

-- A role of the partner's own is there as long as somebody has it or is invited to it.
alter table member drop constraint member_role_check;
alter table member add constraint member_role_check check (role like 'role\_%' or
  role in ('owner', 'admin', 'treasury', 'operations', 'compliance', 'developer', 'viewer'));
alter table member add column custom_role text generated always as (
  case when removed_at is null and role like 'role\_%' then role end) stored;
alter table member add constraint member_custom_role
  foreign key (partner_id, custom_role) references custom_role;
create index member_of_custom_role on member (partner_id, custom_role)
  where custom_role is not null;

-- The member who comes back by it; empty for an invitation.
alter table enrolment_link add column recovers uuid;
alter table enrolment_link add foreign key (partner_id, recovers) references member;
alter table enrolment_link drop constraint enrolment_link_role_check;
alter table enrolment_link add constraint enrolment_link_role_check check (role like 'role\_%' or
  role in ('owner', 'admin', 'treasury', 'operations', 'compliance', 'developer', 'viewer'));
alter table enrolment_link add column custom_role text generated always as (
  case when recovers is null and used_at is null and ended_at is null and role like 'role\_%' then role end) stored;
alter table enrolment_link add constraint enrolment_link_custom_role
  foreign key (partner_id, custom_role) references custom_role;
create index enrolment_link_of_custom_role on enrolment_link (partner_id, custom_role)
  where custom_role is not null;

-- The code that was mailed last, until it is used; how often it was guessed at, and how many there were.
alter table enrolment_link add column code_hash bytea;
alter table enrolment_link add column code_expires_at timestamptz;
alter table enrolment_link add column code_tries int not null default 0;
alter table enrolment_link add column codes_sent int not null default 0;
create unique index enrolment_link_recovers on enrolment_link (partner_id, recovers)
  where recovers is not null and used_at is null and ended_at is null;

alter table webauthn_challenge drop constraint webauthn_challenge_purpose_check;
alter table webauthn_challenge add constraint webauthn_challenge_purpose_check
  check (purpose in ('enrol', 'sign_in', 'step_up', 'recover', 'recover_by_link'));
alter table webauthn_challenge drop constraint webauthn_challenge_check;
alter table webauthn_challenge add constraint webauthn_challenge_check
  check ((purpose in ('enrol', 'recover_by_link')) = (link_id is not null));

-- Who last did what.
create index audit_by_actor on audit (partner_id, actor_id, created_at desc);
