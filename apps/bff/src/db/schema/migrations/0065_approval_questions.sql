-- What those who decide ask the maker of a request, and what they are told.
create table approval_question (
  partner_id uuid not null references partner,
  id uuid not null,
  request_id uuid not null,
  member_id uuid not null,
  text text not null,
  asked_at timestamptz not null,
  answer text,
  -- {type, id} of who answered.
  answered_by jsonb,
  answered_at timestamptz,
  primary key (partner_id, id),
  foreign key (partner_id, request_id) references approval_request,
  foreign key (partner_id, member_id) references member,
  check ((answer is null) = (answered_by is null) and (answer is null) = (answered_at is null))
);
create index approval_question_request on approval_question (partner_id, request_id, asked_at);
select corridor_tenant_table('approval_question');
