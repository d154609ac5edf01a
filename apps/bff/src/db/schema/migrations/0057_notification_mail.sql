-- Mails about notifications: for each member and kind what waits, and since when nothing was sent.
create table notification_mail (
  partner_id uuid not null references partner,
  member_id uuid not null,
  kind text not null,
  -- Places of the last one that was mailed and the last one that is to be.
  mailed_to bigint not null,
  last bigint not null,
  due_at timestamptz,
  sent_at timestamptz,
  attempts int not null default 0,
  primary key (partner_id, member_id, kind),
  foreign key (partner_id, member_id) references member
);
create index notification_mail_due on notification_mail (due_at) where due_at is not null;
select corridor_tenant_table('notification_mail');
