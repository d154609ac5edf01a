-- Exchange rates, codes that confirm a large transfer, and what a partner has moved in a day.

-- The newest files of rates as they were fetched: {currency: units per EUR as text}.
create table rate_file (
  source text not null,
  -- The day that the file itself names.
  day date not null,
  rates jsonb not null,
  fetched_at timestamptz not null,
  primary key (source, day)
);
grant select, insert, delete on rate_file to corridor_worker;

-- The one code of a quote that asks for it. Only its hash is kept.
create table transfer_code (
  partner_id uuid not null references partner,
  transfer_id uuid not null,
  code_hash bytea not null,
  -- Wrong tries; the third burns the code.
  attempts int not null default 0 check (attempts between 0 and 3),
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (partner_id, transfer_id),
  foreign key (partner_id, transfer_id) references transfer
);
select corridor_tenant_table('transfer_code');

-- What a partner's executed transfers are worth, in millionths of a US dollar, by days of UTC.
create table daily_usage (
  partner_id uuid not null references partner,
  day date not null,
  used numeric(40, 0) not null check (used >= 0),
  primary key (partner_id, day)
);
select corridor_tenant_table('daily_usage');

-- Quotes follow the terms that a partner has; of its own record a request sees these alone.
alter table partner enable row level security;
alter table partner force row level security;
create policy tenant on partner for select to corridor_app
  using (id = nullif(current_setting('app.partner_id', true), '')::uuid);
create policy service on partner for all to corridor_worker, corridor_owner
  using (true) with check (true);
grant select (id, settings) on partner to corridor_app;
