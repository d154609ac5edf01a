-- Routes that forward what a funding account takes in, and what becomes of each deposit.

-- Who changes a route locks its row; who takes a deposit holds it in share, so that the destination
-- of a deposit is the one that was valid when it was received.
create table payin_route (
  partner_id uuid not null references partner,
  id uuid not null,
  funding_account_id uuid not null,
  -- The destination of now, and its version; the older ones are in payin_destination.
  external_account_id uuid not null,
  destination_version int not null check (destination_version > 0),
  status text not null check (status in ('active', 'inactive')),
  reason text not null check (reason in ('', 'PENDING_ACTIVATION', 'BY_PARTNER',
    'DESTINATION_DISABLED', 'FUNDING_DEACTIVATED', 'COMPLIANCE_HOLD')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null,
  primary key (partner_id, id),
  foreign key (partner_id, funding_account_id) references funding_account,
  foreign key (partner_id, external_account_id) references external_account,
  check ((status = 'active') = (reason = ''))
);
-- Two active routes would leave open where a deposit goes.
create unique index payin_route_active on payin_route (partner_id, funding_account_id)
  where status = 'active';
create index payin_route_of_funding on payin_route (partner_id, funding_account_id, created_at desc);
create index payin_route_of_destination on payin_route (partner_id, external_account_id);
create index payin_route_newest on payin_route (partner_id, created_at desc, id desc);
select corridor_tenant_table('payin_route');

-- Where a route forwarded to, and from when on.
create table payin_destination (
  partner_id uuid not null,
  route_id uuid not null,
  version int not null check (version > 0),
  external_account_id uuid not null,
  valid_from timestamptz not null,
  primary key (partner_id, route_id, version),
  foreign key (partner_id, route_id) references payin_route,
  foreign key (partner_id, external_account_id) references external_account
);
select corridor_tenant_table('payin_destination');
select insert_only('payin_destination');

-- What was done to a route, by whom and why.
create table payin_change (
  partner_id uuid not null,
  id uuid not null,
  route_id uuid not null,
  kind text not null check (kind in ('created', 'destination', 'status')),
  destination_version int not null,
  -- Null where there was none before.
  previous_account_id uuid,
  new_account_id uuid not null,
  previous_status text not null check (previous_status in ('', 'active', 'inactive')),
  status text not null check (status in ('active', 'inactive')),
  reason text not null,
  actor_type text not null,
  actor_id text not null,
  at timestamptz not null,
  primary key (partner_id, id),
  foreign key (partner_id, route_id) references payin_route
);
create index payin_change_of_route on payin_change (partner_id, route_id, at desc, id desc);
select corridor_tenant_table('payin_change');
select insert_only('payin_change');

-- Route and destination are written when a deposit is received, and never change.
alter table deposit
  add route_id uuid,
  add destination_version int,
  -- Why it is held; '' while it is not.
  add held_reason text not null default '' check (held_reason in ('', 'ROUTE_INACTIVE', 'NO_ROUTE',
    'FUNDING_INACTIVE', 'BELOW_MINIMUM', 'ABOVE_MAXIMUM', 'UNSUPPORTED_ASSET',
    'DESTINATION_UNAVAILABLE', 'COMPLIANCE', 'LIMIT', 'PAYOUT_FAILED', 'RETURN_FAILED',
    'NO_TRANSFER', 'BY_PARTNER')),
  -- Forwarded or returned.
  add completed_at timestamptz,
  add foreign key (partner_id, route_id) references payin_route,
  add foreign key (partner_id, route_id, destination_version) references payin_destination,
  add check ((route_id is null) = (destination_version is null));
create index deposit_of_route on deposit (partner_id, route_id, received_at desc, id desc)
  where route_id is not null;
create index deposit_newest_held on deposit (partner_id, received_at desc, id desc) where status = 'HELD';

-- Money that goes back to whoever sent it has no account on record: the order names the sender.
alter table payout add beneficiary jsonb;
