-- Who made an enrolment link: a member, or the operator where none is named. A link that was ended,
-- by hand or with its issuer's access, lets nobody in.
alter table enrolment_link add column issued_by uuid;
alter table enrolment_link add column ended_at timestamptz;
alter table enrolment_link add foreign key (partner_id, issued_by) references member;
create index enrolment_link_open on enrolment_link (partner_id, issued_by)
  where used_at is null and ended_at is null;
