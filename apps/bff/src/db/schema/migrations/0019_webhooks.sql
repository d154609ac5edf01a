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

-- Kept answers hold what their operations answered, signing secrets among them: they are sealed.
alter table idempotency_key
  alter column body drop not null,
  add column sealed_body bytea,
  add check ((body is null) <> (sealed_body is null));
