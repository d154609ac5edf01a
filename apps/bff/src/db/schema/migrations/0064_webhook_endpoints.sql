-- Several webhook endpoints per partner. Each has its own address, selection, secrets and state, and
-- its own delivery of every event. The one that was there is the primary one.

alter table webhook_endpoint
  add column id uuid,
  -- The one that the operations without an endpoint's id mean.
  add column is_primary boolean,
  -- A deleted endpoint stays, because its deliveries name it; its secrets are gone.
  add column deleted_at timestamptz;
update webhook_endpoint set id = uuidv7(), is_primary = true;

alter table webhook_secret add column endpoint_id uuid;
update webhook_secret s set endpoint_id = e.id from webhook_endpoint e
where e.partner_id = s.partner_id;
alter table webhook_secret
  drop constraint webhook_secret_partner_id_fkey,
  alter column endpoint_id set not null;

alter table webhook_endpoint
  drop constraint webhook_endpoint_pkey,
  alter column id set not null,
  alter column is_primary set not null,
  add primary key (partner_id, id);
create unique index webhook_endpoint_primary on webhook_endpoint (partner_id)
  where is_primary and deleted_at is null;
alter table webhook_secret
  add foreign key (partner_id, endpoint_id) references webhook_endpoint;
drop index webhook_secret_newest;
create unique index webhook_secret_newest on webhook_secret (partner_id, endpoint_id)
  where valid_until is null;

alter table webhook_recovery add column endpoint_id uuid;
update webhook_recovery r set endpoint_id = e.id from webhook_endpoint e
where e.partner_id = r.partner_id;
alter table webhook_recovery alter column endpoint_id set not null;

-- No foreign key: its check would wait for whoever claims or records at this moment.
alter table webhook_delivery add column endpoint_id uuid;
update webhook_delivery d set endpoint_id = e.id from webhook_endpoint e
where e.partner_id = d.partner_id;
alter table webhook_delivery alter column endpoint_id set not null;
drop index webhook_delivery_due;
create index webhook_delivery_due
  on webhook_delivery (partner_id, endpoint_id, next_attempt_at, sequence)
  where status in ('PENDING', 'RETRYING');
drop index webhook_delivery_by_hand;
create index webhook_delivery_by_hand on webhook_delivery (partner_id, endpoint_id)
  where status in ('PENDING', 'RETRYING') and trigger = 'MANUAL';
drop index webhook_delivery_in_flight;
create index webhook_delivery_in_flight on webhook_delivery (partner_id, endpoint_id, lease_until)
  where status = 'IN_FLIGHT';

alter table webhook_attempt add column endpoint_id uuid;
update webhook_attempt a set endpoint_id = e.id from webhook_endpoint e
where e.partner_id = a.partner_id;
alter table webhook_attempt alter column endpoint_id set not null;
drop index webhook_attempt_newest;
create index webhook_attempt_newest on webhook_attempt (partner_id, endpoint_id, at desc);
drop index webhook_attempt_failed;
create index webhook_attempt_failed on webhook_attempt (partner_id, endpoint_id, at desc)
  where error <> '';
