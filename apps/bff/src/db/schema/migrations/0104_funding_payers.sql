-- Who may pay a funding account (people.md 2.11); null: as agreed with the partner.
alter table funding_account
  add column payers text check (payers in ('CUSTOMER', 'NAMED', 'ANYBODY'));
update partner set settings = (settings - 'thirdPartyPayers') ||
  case when settings->>'thirdPartyPayers' = 'true' then '{"payers": "ANYBODY"}'::jsonb else '{}' end
where settings ? 'thirdPartyPayers';

-- Payers that may pay a funding account besides its customer; STOPPED: a list names them by now.
create table named_payer (
  partner_id uuid not null references partner,
  id uuid not null,
  funding_account_id uuid not null,
  name text not null,
  -- Number or address that it pays from; '' where any will do.
  account text not null default '',
  status text not null check (status in ('ALLOWED', 'STOPPED')),
  created_at timestamptz not null,
  primary key (partner_id, id),
  foreign key (partner_id, funding_account_id) references funding_account
);
create index named_payer_of_account on named_payer (partner_id, funding_account_id);
select corridor_tenant_table('named_payer');

-- What others than a customer paid for it, in millionths of a dollar as it was booked; it counts as long
-- as its deposit goes on. `is_held`: it was not to go on as it arrived.
create table others_payment (
  partner_id uuid not null references partner,
  deposit_id uuid not null,
  entity_id uuid not null,
  worth numeric(78, 0) not null,
  is_held boolean not null,
  paid_at timestamptz not null,
  primary key (partner_id, deposit_id)
);
create index others_payment_of_customer on others_payment (partner_id, entity_id, paid_at);
select corridor_tenant_table('others_payment');

alter table deposit drop constraint deposit_held_reason_check;
alter table deposit add constraint deposit_held_reason_check check (held_reason in ('',
  'ROUTE_INACTIVE', 'NO_ROUTE', 'FUNDING_INACTIVE', 'BELOW_MINIMUM', 'ABOVE_MAXIMUM',
  'UNSUPPORTED_ASSET', 'DESTINATION_UNAVAILABLE', 'COMPLIANCE', 'LIMIT', 'PAYOUT_FAILED',
  'RETURN_FAILED', 'NO_TRANSFER', 'BY_PARTNER', 'TRANSFER_IN_REVIEW', 'UNKNOWN_SENDER',
  'PAYER_NOT_ALLOWED'));
alter table screening_sweep drop constraint screening_sweep_kind_check;
alter table screening_sweep add constraint screening_sweep_kind_check
  check (kind in ('account', 'kyc', 'payer'));
