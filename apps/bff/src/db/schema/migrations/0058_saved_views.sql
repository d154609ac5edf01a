-- Views of lists that members keep for themselves or share with their team.
create table saved_view (
  partner_id uuid not null references partner,
  id uuid not null,
  member_id uuid not null,
  list text not null,
  name text not null check (name <> ''),
  -- Filters, sort, columns and row height, as the dashboard wrote them.
  body jsonb not null,
  is_shared boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null default 1,
  primary key (partner_id, id),
  foreign key (partner_id, member_id) references member
);
create index saved_view_of on saved_view (partner_id, list);
select corridor_tenant_table('saved_view');

-- The view that a list opens with, for each member.
create table saved_view_default (
  partner_id uuid not null references partner,
  member_id uuid not null,
  list text not null,
  view_id uuid not null,
  primary key (partner_id, member_id, list),
  foreign key (partner_id, member_id) references member,
  foreign key (partner_id, view_id) references saved_view on delete cascade
);
select corridor_tenant_table('saved_view_default');
