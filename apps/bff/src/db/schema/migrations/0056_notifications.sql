-- What members are told (docs/adr/0076-notifications.md). One row for the whole workspace: who may see
-- it is looked up when it is read, so that a role that lost a right sees it no more.
create table notification (
  partner_id uuid not null references partner,
  -- The event it tells of, or another fact: told once, however often a process died in between.
  cause text not null,
  place bigint generated always as identity,
  kind text not null,
  -- What a reader must be allowed to read.
  scope text not null,
  -- Roles and members it is for, as rules name them; everybody where it is null.
  words text[],
  -- The one it is not for, because they did it themselves.
  except_word text not null default '',
  -- What happens in a burst is one line of the inbox.
  burst uuid not null,
  subject_kind text not null default '',
  subject_id text not null default '',
  facts jsonb not null,
  -- By the service's clock, and by the real one.
  happened_at timestamptz not null,
  noted_at timestamptz not null,
  primary key (partner_id, cause)
);
create unique index notification_place on notification (place);
create index notification_of on notification (partner_id, kind, place desc);
create index notification_noted on notification (noted_at);
select corridor_tenant_table('notification');

-- How far the events of a partner have been looked through.
create table notification_cursor (
  partner_id uuid primary key references partner,
  sequence bigint not null
);
select corridor_tenant_table('notification_cursor');
insert into notification_cursor (partner_id, sequence) select partner_id, last from event_sequence;

-- A member's choices, and up to where everything is read.
create table notification_reader (
  partner_id uuid not null references partner,
  member_id uuid not null,
  settings jsonb not null,
  read_to bigint not null,
  primary key (partner_id, member_id),
  foreign key (partner_id, member_id) references member
);
select corridor_tenant_table('notification_reader');

-- Up to where a member has read one burst.
create table notification_read (
  partner_id uuid not null references partner,
  member_id uuid not null,
  burst uuid not null,
  read_to bigint not null,
  primary key (partner_id, member_id, burst),
  foreign key (partner_id, member_id) references member
);
select corridor_tenant_table('notification_read');
