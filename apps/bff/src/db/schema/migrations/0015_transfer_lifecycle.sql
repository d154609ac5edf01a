-- The life of a transfer, once more in the database: a program that is wrong cannot write a change
-- that the lifecycle does not have.

create table allowed_transition (
  resource text not null,
  from_state text not null,
  to_state text not null,
  primary key (resource, from_state, to_state)
);
grant select on allowed_transition to corridor_app, corridor_worker;
insert into allowed_transition (resource, from_state, to_state) values
  ('transfer', 'QUOTED', 'EXPIRED'),
  ('transfer', 'QUOTED', 'AWAITING_APPROVAL'),
  ('transfer', 'QUOTED', 'PENDING'),
  ('transfer', 'QUOTED', 'PROCESSING'),
  ('transfer', 'AWAITING_APPROVAL', 'PENDING'),
  ('transfer', 'AWAITING_APPROVAL', 'CANCELLED'),
  ('transfer', 'AWAITING_APPROVAL', 'EXPIRED'),
  ('transfer', 'PENDING', 'PROCESSING'),
  ('transfer', 'PENDING', 'IN_REVIEW'),
  ('transfer', 'PENDING', 'EXPIRED'),
  ('transfer', 'PENDING', 'CANCELLED'),
  ('transfer', 'IN_REVIEW', 'PROCESSING'),
  ('transfer', 'IN_REVIEW', 'REFUNDING'),
  ('transfer', 'IN_REVIEW', 'FAILED'),
  ('transfer', 'PROCESSING', 'IN_REVIEW'),
  ('transfer', 'PROCESSING', 'COMPLETED'),
  ('transfer', 'PROCESSING', 'FAILED'),
  ('transfer', 'PROCESSING', 'REFUNDING'),
  ('transfer', 'FAILED', 'PROCESSING'),
  ('transfer', 'FAILED', 'REFUNDING'),
  ('transfer', 'REFUNDING', 'REFUNDED'),
  ('transfer', 'REFUNDING', 'IN_REVIEW');

-- function: refuse_illegal_transition
create trigger transfer_lifecycle before update of status on transfer
  for each row when (old.status is distinct from new.status)
  execute function refuse_illegal_transition('transfer');

-- When a step was found to take longer than expected; it is told once.
alter table transfer_step add column overdue_at timestamptz;

-- Until when something is waited for: a deposit, votes, a decision, the payee's correction.
drop index transfer_deposit_until;
create index transfer_deposit_until on transfer (deposit_until)
  where status in ('PENDING', 'AWAITING_APPROVAL');
drop index transfer_held_until;
create index transfer_held_until on transfer (held_until)
  where status in ('FAILED', 'IN_REVIEW') and held_until is not null;

-- Money that pays nothing: few rows of many.
create index deposit_held on deposit (transfer_id) where status = 'HELD';

-- A partner's day is counted in sixteen parts, so that its transfers need not wait for each other's
-- commit.
alter table daily_usage
  add column shard int not null default 0 check (shard between 0 and 15),
  drop constraint daily_usage_pkey,
  add primary key (partner_id, day, shard);
