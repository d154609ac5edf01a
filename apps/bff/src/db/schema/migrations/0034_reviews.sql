-- Reviews: what waits for a person's decision, whoever it is about, and what was asked meanwhile.

create table review (
  partner_id uuid not null references partner,
  id uuid not null,
  subject_kind text not null check (subject_kind in ('transfer', 'deposit', 'kyc', 'account')),
  subject_id uuid not null,
  reason text not null check (reason <> ''),
  -- Who decides: compliance is the operator's, money that does not fit is the partner's own.
  decider text not null check (decider in ('operator', 'partner')),
  status text not null check (status in ('OPEN', 'DECIDED', 'EXPIRED')),
  opened_at timestamptz not null,
  due_at timestamptz not null,
  decision text not null default '',
  decision_reason text not null default '',
  decided_at timestamptz,
  decided_by_type text not null default '',
  decided_by_id text not null default '',
  -- The operator's command, which the server carries out: {decision, reason}.
  ordered jsonb,
  version int not null default 1,
  primary key (partner_id, id),
  check ((status = 'OPEN') = (decided_at is null))
);
-- A subject is looked at for a reason once at a time.
create unique index review_open on review (partner_id, subject_kind, subject_id, reason)
  where status = 'OPEN';
create index review_due on review (due_at) where status = 'OPEN';
create index review_ordered on review (opened_at) where status = 'OPEN' and ordered is not null;
create index review_of_subject on review (partner_id, subject_id, opened_at desc);
select corridor_tenant_table('review');

create table review_question (
  partner_id uuid not null references partner,
  id uuid not null,
  review_id uuid not null,
  status text not null check (status in ('OPEN', 'ANSWERED', 'WITHDRAWN')),
  text text not null check (text <> ''),
  asked_at timestamptz not null,
  asked_by_type text not null,
  asked_by_id text not null,
  due_at timestamptz not null,
  answer text not null default '',
  -- [{documentId, fileName, mime, bytes, sha256}].
  documents jsonb not null default '[]',
  answered_at timestamptz,
  answered_by_type text not null default '',
  answered_by_id text not null default '',
  primary key (partner_id, id),
  foreign key (partner_id, review_id) references review,
  check ((status = 'ANSWERED') = (answered_at is not null))
);
create index review_question_of_review on review_question (partner_id, review_id, asked_at);
select corridor_tenant_table('review_question');

insert into allowed_transition (resource, from_state, to_state) values
  ('review', 'OPEN', 'DECIDED'),
  ('review', 'OPEN', 'EXPIRED');
-- function: refuse_illegal_transition
create trigger review_lifecycle before update of status on review
  for each row when (old.status is distinct from new.status)
  execute function refuse_illegal_transition('review');

-- Money of a transfer that is looked at is held with it.
alter table deposit drop constraint deposit_held_reason_check;
alter table deposit add constraint deposit_held_reason_check check (held_reason in ('',
  'ROUTE_INACTIVE', 'NO_ROUTE', 'FUNDING_INACTIVE', 'BELOW_MINIMUM', 'ABOVE_MAXIMUM',
  'UNSUPPORTED_ASSET', 'DESTINATION_UNAVAILABLE', 'COMPLIANCE', 'LIMIT', 'PAYOUT_FAILED',
  'RETURN_FAILED', 'NO_TRANSFER', 'BY_PARTNER', 'TRANSFER_IN_REVIEW', 'UNKNOWN_SENDER'));

-- Reviews that are under way when this is applied.
insert into review (partner_id, id, subject_kind, subject_id, reason, decider, status, opened_at, due_at)
select partner_id, gen_random_uuid(), 'transfer', id,
  coalesce(review->>'reason', failure->>'code', 'RAIL_REJECTED'),
  case when event_status = 'refund_failed' or review->>'reason' like 'FUNDING\_%'
    then 'partner' else 'operator' end,
  'OPEN', updated_at, coalesce(held_until, updated_at + interval '7 days')
from transfer where status = 'IN_REVIEW';
insert into review (partner_id, id, subject_kind, subject_id, reason, decider, status, opened_at, due_at)
select partner_id, gen_random_uuid(), 'deposit', id, held_reason,
  case when held_reason = 'COMPLIANCE' then 'operator' else 'partner' end,
  'OPEN', updated_at, updated_at + interval '7 days'
from deposit where status = 'HELD' and held_reason <> '';
