-- Who must agree: the policy of a partner, what it decided, and what waits for people.

-- The rules that a partner set; without a row the default follows from its terms, as version 0.
create table partner_policy (
  partner_id uuid not null references partner,
  version int not null check (version > 0),
  -- {rules, otherwise}, the contract's PolicyRules.
  rules jsonb not null,
  -- {type, id} of who asked for it.
  changed_by jsonb not null,
  created_at timestamptz not null,
  primary key (partner_id, version)
);
select corridor_tenant_table('partner_policy');

-- Each decision about an operation, with all that it was made of: it can be made again.
create table policy_decision (
  partner_id uuid not null references partner,
  id uuid not null,
  operation text not null,
  subject_kind text not null,
  subject_id text not null,
  facts jsonb not null,
  policy_version int not null,
  -- What the default followed from, where `policy_version` is 0.
  default_terms jsonb,
  outcome text not null check (outcome in ('allow', 'deny', 'approvals')),
  rule text,
  because jsonb not null,
  -- Of what happened: sums and counts are made of these. What waits does not count yet.
  happened boolean not null,
  created_at timestamptz not null,
  primary key (partner_id, id)
);
create index policy_decision_newest on policy_decision (partner_id, created_at desc, id desc);
select corridor_tenant_table('policy_decision');

create table approval_request (
  partner_id uuid not null references partner,
  id uuid not null,
  -- Id of the contract's operation.
  operation text not null,
  status text not null check (
    status in ('REQUESTED', 'EXECUTED', 'REJECTED', 'EXPIRED', 'FAILED', 'CANCELLED')),
  subject_kind text not null,
  subject_id text not null,
  summary text not null,
  -- {amount, currency, dollars, payee, destination} as they are shown.
  shown jsonb not null,
  -- {params, query, body} of the call, sealed; null where its record waits by itself.
  sealed_input bytea,
  -- Of what is agreed to; null in what was asked for before contents were bound.
  content_hash bytea,
  -- {type, id} of who asked.
  maker jsonb not null,
  -- `mem_…` of the person behind it, or `machine`.
  maker_person text not null,
  decision_id uuid,
  policy_version int not null,
  rule text,
  because jsonb not null,
  -- [{from, count}]
  needs jsonb not null,
  -- {code, message} of a run that was refused.
  failure jsonb,
  -- The answer of the operation, sealed.
  sealed_answer bytea,
  expires_at timestamptz not null,
  -- When enough people had agreed to what is run after that, once.
  agreed_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null,
  primary key (partner_id, id),
  foreign key (partner_id, decision_id) references policy_decision
);
create index approval_request_newest on approval_request (partner_id, created_at desc, id desc);
create index approval_request_subject on approval_request (partner_id, subject_id, operation);
create index approval_request_due on approval_request (expires_at) where status = 'REQUESTED';
select corridor_tenant_table('approval_request');

create table approval_vote (
  partner_id uuid not null references partner,
  request_id uuid not null,
  -- Each person once.
  member_id uuid not null,
  role text not null,
  decision text not null check (decision in ('APPROVED', 'REJECTED')),
  comment text not null,
  created_at timestamptz not null,
  primary key (partner_id, request_id, member_id),
  foreign key (partner_id, request_id) references approval_request,
  foreign key (partner_id, member_id) references member
);
select corridor_tenant_table('approval_vote');

-- The person that a key was issued to; what it does, that person did.
alter table api_key add column member_id uuid;
alter table api_key add foreign key (partner_id, member_id) references member;

-- What waits already is waited for in the new way.
insert into approval_request (partner_id, id, operation, status, subject_kind, subject_id, summary,
  shown, maker, maker_person, policy_version, rule, because, needs, expires_at, created_at,
  updated_at, version)
select partner_id, gen_random_uuid(), 'transfers.execute', 'REQUESTED', 'transfer', id::text,
  'Transfer', '{}', coalesce(maker, '{"type":"service","id":"migration"}'),
  case when maker->>'type' = 'partner_user' then maker->>'id' else 'machine' end,
  0, approval->>'policyId', '[]', '[{"from":["role:owner","role:treasury"],"count":1}]',
  coalesce(deposit_until, updated_at + interval '24 hours'), updated_at, updated_at, 1
from transfer where status = 'AWAITING_APPROVAL';
