-- What is still to be told, or was told already.

-- Running sessions of wallets' owners, so that their end is told when it comes. The signer decides by
-- records of its own; a row here is deleted with the event of its end.
create table wallet_session (
  partner_id uuid not null references partner,
  id text not null,
  entity_id uuid not null,
  expires_at timestamptz not null,
  primary key (partner_id, id)
);
create index wallet_session_due on wallet_session (expires_at);
select corridor_tenant_table('wallet_session');

-- Shares of a day's limit, in percent, that a partner was told of; above 100 where a transfer was
-- refused by it.
create table daily_limit_told (
  partner_id uuid not null references partner,
  day date not null,
  share int not null check (share in (80, 95, 101)),
  primary key (partner_id, day, share)
);
select corridor_tenant_table('daily_limit_told');
