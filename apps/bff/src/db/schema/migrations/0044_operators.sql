-- People who may act for the operator on the command line. Of a person's secret only its hash is
-- here; a name is taken for ever, so that the audit log never means two people by it.
create table operator_person (
  id uuid primary key,
  name text not null check (name <> ''),
  secret_hash bytea not null unique check (length(secret_hash) = 32),
  -- Who let them in; nobody for the first two, with whom four eyes begin.
  added_by uuid references operator_person,
  added_at timestamptz not null,
  -- Until then they propose, and confirm nothing.
  confirms_from timestamptz not null,
  removed_at timestamptz
);
create unique index operator_person_name on operator_person (lower(name));
grant select, insert, update on operator_person to corridor_worker;

-- Who proposed and who confirmed, as people; earlier proposals have typed names alone.
alter table ledger_proposal
  add column proposed_person uuid references operator_person,
  add column confirmed_person uuid references operator_person,
  add constraint ledger_proposal_two_people check (confirmed_person <> proposed_person);
