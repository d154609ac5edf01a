-- Events are numbered in the order in which they were written. Who writes about a record does so
-- under that record's lock, after the one before has committed; so whoever sees the later event
-- sees the earlier one, too, and its position is lower. The order of transaction ids is another
-- one: a transaction may get its id long before it gets the lock. And no event waits for strangers.
create sequence event_position;
grant usage on sequence event_position to corridor_app, corridor_worker;
alter table event
  drop column xid,
  add column position bigint not null default nextval('event_position');
create index event_unpublished on event (position) where sequence is null;

-- The first `publish_events` answered otherwise.
drop function if exists publish_events(integer);
