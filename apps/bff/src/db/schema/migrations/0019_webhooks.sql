-- Endpoints of partners, their secrets, and the work list of what is sent to them.

-- One endpoint per partner. Who changes it locks the row first; who publishes holds it in share.
create table webhook_endpoint (
  partner_id uuid primary key references partner,
  url text not null check (url <> ''),
  description text not null,
  -- Categories, or category.type; empty takes all.
  events text[] not null,
  retry_preset text not null check (retry_preset in ('standard', 'short', 'single')),
  status text not null
    check (status in ('UNVERIFIED', 'ACTIVE', 'DEGRADED', 'DISABLED', 'PAUSED')),
  status_reason text not null default '',
  -- Since when every attempt failed, and how many in a row did.
  failing_since timestamptz,
  straight_failures int not null default 0,
  -- Nothing is sent before, unless somebody asks for it by hand (service time).
  held_until timestamptz,
  -- The first event that was skipped because the endpoint is disabled.
  skipped_from bigint,
  version int not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
select corridor_tenant_table('webhook_endpoint');

-- The newest secret has no end; each older one signs beside it until its own.
create table webhook_secret (
  partner_id uuid not null references webhook_endpoint,
  id uuid not null,
  sealed bytea not null,
  -- Its last four characters.
  hint text not null,
  created_at timestamptz not null,
  valid_until timestamptz,
  primary key (partner_id, id)
);
create unique index webhook_secret_newest on webhook_secret (partner_id) where valid_until is null;
select corridor_tenant_table('webhook_secret');

-- Sending many events again: the rows that it scheduled name it, and tell how far it is.
create table webhook_recovery (
  partner_id uuid not null references partner,
  id uuid not null,
  since timestamptz not null,
  until timestamptz not null,
  filter text not null,
  rate_per_second int not null check (rate_per_second > 0),
  scheduled int not null,
  -- Of those that belong to it no more: what they had come to.
  delivered int not null default 0,
  failed int not null default 0,
  cancelled int not null default 0,
  cancelled_at timestamptz,
  created_at timestamptz not null,
  primary key (partner_id, id)
);
select corridor_tenant_table('webhook_recovery');

create table webhook_delivery (
  partner_id uuid not null references partner,
  -- The first delivery of an event has the event's own id.
  id uuid not null,
  event_id uuid not null,
  event_at timestamptz not null,
  -- The event's number; absent until it is published, and nothing is sent before.
  sequence bigint,
  category text not null,
  -- Where it was or will be sent.
  url text not null,
  status text not null check (status in (
    'PENDING', 'IN_FLIGHT', 'RETRYING', 'DELIVERED', 'EXHAUSTED', 'SKIPPED', 'CANCELLED')),
  reason text not null default '',
  -- What the next attempt is made for.
  trigger text not null default 'SCHEDULE' check (trigger in ('SCHEDULE', 'MANUAL', 'RECOVERY')),
  -- Attempts ever, and attempts of this round of the schedule.
  attempts int not null default 0,
  round int not null default 0,
  next_attempt_at timestamptz,
  -- In flight: whose claim this is, and until when (real time) nobody else may take it over.
  fence int not null default 0,
  lease_until timestamptz,
  -- The process that has it, for as long as the lease lasts.
  claimed_by uuid,
  recovery_id uuid,
  -- What a cancelled recovery leaves it in again.
  status_before text,
  created_at timestamptz not null,
  delivered_at timestamptz,
  primary key (partner_id, id),
  check ((status in ('PENDING', 'RETRYING', 'IN_FLIGHT')) = (next_attempt_at is not null)),
  check ((status = 'IN_FLIGHT') = (lease_until is not null))
);
create index webhook_delivery_due on webhook_delivery (partner_id, next_attempt_at, sequence)
  where status in ('PENDING', 'RETRYING');
create index webhook_delivery_by_hand on webhook_delivery (partner_id)
  where status in ('PENDING', 'RETRYING') and trigger = 'MANUAL';
create index webhook_delivery_in_flight on webhook_delivery (partner_id, lease_until)
  where status = 'IN_FLIGHT';
create index webhook_delivery_newest on webhook_delivery (partner_id, created_at desc, id desc);
create index webhook_delivery_event on webhook_delivery (partner_id, event_id);
create index webhook_delivery_recovery on webhook_delivery (partner_id, recovery_id)
  where recovery_id is not null;
select corridor_tenant_table('webhook_delivery');

create table webhook_attempt (
  partner_id uuid not null,
  delivery_id uuid not null,
  number int not null,
  trigger text not null,
  at timestamptz not null,
  url text not null,
  -- Absent where no answer came.
  http_status int,
  duration_ms int not null,
  error text not null,
  body_excerpt text not null,
  response_headers jsonb not null,
  retry_after_seconds int,
  -- The headers that were sent: unix seconds, and all signatures.
  webhook_timestamp bigint not null,
  webhook_signature text not null,
  primary key (partner_id, delivery_id, number),
  foreign key (partner_id, delivery_id) references webhook_delivery on delete cascade
);
create index webhook_attempt_newest on webhook_attempt (partner_id, at desc);
create index webhook_attempt_failed on webhook_attempt (partner_id, at desc) where error <> '';
select corridor_tenant_table('webhook_attempt');

-- Numbers events as before, and puts what an endpoint takes on its work list in the same transaction.
create or replace function publish_events(batch_max integer) returns integer
language plpgsql volatile
set search_path = public, pg_temp
set enable_seqscan = off as $$
declare
  unnumbered record;
  endpoint webhook_endpoint;
  base bigint;
  latest timestamptz;
  at timestamptz;
  events integer := 0;
begin
  for unnumbered in
    select partner_id, id, category, type, place_in_table, created_at,
      row_number() over (partition by partner_id order by position) as place,
      count(*) over (partition by partner_id) as many,
      max(created_at) over (partition by partner_id order by position) as at_least
    from (
      select e.partner_id, e.id, e.category, e.type, e.position, e.created_at,
        e.ctid as place_in_table
      from event e
      where e.sequence is null order by e.position limit batch_max
    ) as committed
    order by partner_id, place
  loop
    if unnumbered.place = 1 then
      insert into event_sequence as s (partner_id, last)
      values (unnumbered.partner_id, unnumbered.many)
      on conflict (partner_id) do update set last = s.last + excluded.last
      returning s.last - unnumbered.many, s.last_at into base, latest;
      select * into endpoint from webhook_endpoint e
      where e.partner_id = unnumbered.partner_id for share;
    end if;
    at := greatest(unnumbered.at_least, latest);
    -- By place: nobody else changes events, and of several indexes a kept plan may use a wrong one.
    update event e set sequence = base + unnumbered.place, created_at = at
    where e.ctid = unnumbered.place_in_table and e.created_at = unnumbered.created_at;
    if endpoint.partner_id is not null then
      perform schedule_delivery(endpoint, unnumbered.id, at, base + unnumbered.place,
        unnumbered.category, unnumbered.type);
    end if;
    if unnumbered.place = unnumbered.many then
      update event_sequence set last_at = at where partner_id = unnumbered.partner_id;
    end if;
    events := events + 1;
  end loop;
  return events;
end $$;

-- Whether an endpoint with this selection is sent such an event; a test event always is.
create function takes_event(selection text[], category text, type text) returns boolean
language sql immutable as $$
  select selection = '{}' or category = any (selection) or category || '.' || type = any (selection)
    or (category = 'webhook' and type = 'test')
$$;

grant execute on function takes_event(text[], text, text) to corridor_app, corridor_worker;

-- A test event's delivery is there before its number, so that its id can be told at once.
create function schedule_delivery(
  endpoint webhook_endpoint, event_id uuid, event_at timestamptz, sequence bigint, category text,
  type text
) returns void
language plpgsql volatile set search_path = public, pg_temp as $$
declare
  is_taken boolean := takes_event(endpoint.events, category, type);
  is_skipped boolean := not is_taken or endpoint.status = 'DISABLED';
begin
  insert into webhook_delivery as d (partner_id, id, event_id, event_at, sequence, category, url,
    status, reason, next_attempt_at, created_at)
  values (endpoint.partner_id, schedule_delivery.event_id, schedule_delivery.event_id, event_at,
    schedule_delivery.sequence, schedule_delivery.category, endpoint.url,
    case when is_skipped then 'SKIPPED' else 'PENDING' end,
    case when not is_taken then 'FILTERED' when is_skipped then 'DISABLED' else '' end,
    case when is_skipped then null else service_now() end, service_now())
  on conflict (partner_id, id) do update
    set sequence = excluded.sequence, event_at = excluded.event_at;
  if is_taken and is_skipped and endpoint.skipped_from is null then
    update webhook_endpoint e set skipped_from = schedule_delivery.sequence
    where e.partner_id = endpoint.partner_id and e.skipped_from is null;
  end if;
end $$;

grant execute on function schedule_delivery(webhook_endpoint, uuid, timestamptz, bigint, text, text)
  to corridor_worker;

-- Takes due deliveries for sending: of an endpoint as many as make five in flight, and one where the
-- last ten attempts failed. Of those `ahead`, which answer quickly, more may lie ready with the one
-- process that sends to them; it still sends five at a time, and others get none. The endpoint's row
-- is locked while its deliveries are counted, so processes that claim at once do not count the same
-- free places; one that is busy comes with the next call.
create function claim_deliveries(
  batch_max integer, lease interval, worker uuid default null, ahead uuid[] default '{}'
) returns setof webhook_delivery
language plpgsql volatile
set search_path = public, pg_temp
set enable_seqscan = off as $$
declare
  endpoint webhook_endpoint;
  due_at timestamptz := service_now();
  free integer := batch_max;
  places integer;
  is_open boolean;
  ids uuid[];
begin
  for endpoint in
    select e.* from webhook_endpoint e
    where e.status <> 'DISABLED' and (
      exists (select from webhook_delivery d where d.partner_id = e.partner_id
        and d.status in ('PENDING', 'RETRYING') and d.next_attempt_at <= due_at)
      or exists (select from webhook_delivery d where d.partner_id = e.partner_id
        and d.status = 'IN_FLIGHT' and d.lease_until <= clock_timestamp()))
    order by random()
    for update skip locked
  loop
    exit when free <= 0;
    select case
        when endpoint.straight_failures >= 10 then 1
        when endpoint.partner_id = any (ahead)
          and count(*) = count(*) filter (where d.claimed_by = worker) then 15
        else 5 end - count(*) into places
    from webhook_delivery d
    where d.partner_id = endpoint.partner_id and d.status = 'IN_FLIGHT'
      and d.lease_until > clock_timestamp();
    places := least(places, free);
    continue when places <= 0;
    -- Asked for by hand, a delivery goes before everything that holds an endpoint back.
    ids := array(select d.id from webhook_delivery d
      where d.partner_id = endpoint.partner_id and d.status in ('PENDING', 'RETRYING')
        and d.trigger = 'MANUAL' and d.next_attempt_at <= due_at and d.sequence is not null
      limit places for update skip locked);
    ids := ids || array(select d.id from webhook_delivery d
      where d.partner_id = endpoint.partner_id and d.status = 'IN_FLIGHT'
        and d.lease_until <= clock_timestamp() and d.trigger = 'MANUAL'
      limit places - cardinality(ids) for update skip locked);
    is_open := endpoint.status <> 'PAUSED' and coalesce(endpoint.held_until, due_at) <= due_at;
    if is_open then
      ids := ids || array(select d.id from webhook_delivery d
        where d.partner_id = endpoint.partner_id and d.status = 'IN_FLIGHT'
          and d.lease_until <= clock_timestamp() and d.trigger <> 'MANUAL'
        limit places - cardinality(ids) for update skip locked);
      ids := ids || array(select d.id from webhook_delivery d
        where d.partner_id = endpoint.partner_id and d.status in ('PENDING', 'RETRYING')
          and d.trigger <> 'MANUAL' and d.next_attempt_at <= due_at and d.sequence is not null
          and (endpoint.status <> 'UNVERIFIED' or d.category = 'webhook')
        order by d.next_attempt_at, d.sequence
        limit places - cardinality(ids) for update skip locked);
    end if;
    return query
      update webhook_delivery d
      set status = 'IN_FLIGHT', fence = d.fence + 1, url = endpoint.url,
        lease_until = clock_timestamp() + lease, claimed_by = worker
      where d.partner_id = endpoint.partner_id and d.id = any (ids)
      returning d.*;
    free := free - cardinality(ids);
  end loop;
end $$;
grant execute on function claim_deliveries(integer, interval, uuid, uuid[]) to corridor_worker;

-- Kept answers hold what their operations answered, signing secrets among them: they are sealed.
alter table idempotency_key
  alter column body drop not null,
  add column sealed_body bytea,
  add check ((body is null) <> (sealed_body is null));
