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

create function refuse_illegal_transition() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  if not exists (
    select from allowed_transition
    where resource = tg_argv[0] and from_state = old.status and to_state = new.status
  ) then
    raise exception 'a % that is % never becomes %', tg_argv[0], old.status, new.status
      using errcode = 'check_violation';
  end if;
  return new;
end $$;
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
