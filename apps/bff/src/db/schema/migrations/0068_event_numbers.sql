-- An event is written once; the number that the publisher gives it after the commit, and the time that
-- goes with it, are a row beside it (docs/adr/0086-rows-written-once.md).
-- No process of the version before numbers events from here on.
lock table event, event_sequence in access exclusive mode;
create table event_number (
  partner_id uuid not null,
  -- Gapless per partner.
  sequence bigint not null,
  event_id uuid not null,
  -- created_at of the event, by which its row is found.
  written_at timestamptz not null,
  -- When it happened, as partners see it: in the order of the numbers.
  at timestamptz not null
);
insert into event_number (partner_id, sequence, event_id, written_at, at)
  select partner_id, sequence, id, created_at, created_at from event where sequence is not null
  order by partner_id, sequence;
alter table event_number add primary key (partner_id, sequence);
create unique index event_number_event on event_number (partner_id, event_id);
select corridor_tenant_policy('event_number');
grant select on event_number to corridor_app;
grant select, insert on event_number to corridor_worker;
-- function: insert_only
-- function: refuse_change
select insert_only('event_number');

-- Who publishes looks for events of transactions that were under way when it last looked, or came
-- after. Those that have a number need no transaction.
alter table event add column xid xid8 not null default '0';
alter table event alter column xid set default pg_current_xact_id();
update event set xid = pg_current_xact_id() where sequence is null;
drop index event_unpublished, event_numbered, event_subject;
alter table event drop column sequence;
create index event_xid on event (xid);
create index event_subject on event (partner_id, subject_id);

create table event_publication (
  -- The one row.
  is_only boolean primary key default true check (is_only),
  -- What was committed by then has its numbers.
  seen pg_snapshot not null
);
insert into event_publication (seen)
  select (pg_current_xact_id()::text || ':' || pg_current_xact_id()::text || ':')::pg_snapshot;
grant select, update on event_publication to corridor_worker;
