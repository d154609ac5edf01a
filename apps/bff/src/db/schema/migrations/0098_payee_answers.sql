-- What the bank of an account answered about its holder's name: last, and where that proved it, then.
alter table external_account add column payee_check jsonb;

-- Which names a partner has asked about a number today, as keyed hashes: whoever tries many learns
-- no holder's name by it.
create table payee_ask (
  partner_id uuid not null references partner,
  number_key text not null,
  day date not null,
  names text[] not null,
  primary key (partner_id, number_key)
);
select corridor_tenant_table('payee_ask');
