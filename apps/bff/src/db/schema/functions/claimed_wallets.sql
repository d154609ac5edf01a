-- Addresses of those accounts that are wallets which are only claimed to be their customer's own.
create or replace function claimed_wallets(of_partner uuid, accounts uuid[])
returns setof text
language sql stable
set search_path = public, pg_temp as $$
  select distinct lower(a.wallet->>'walletAddress') from external_account a
  where a.partner_id = of_partner and a.id = any(accounts) and a.proof <> 'PROVED'
    and a.kind in ('WALLET', 'NON_CUSTODIAL_WALLET')
$$;
grant execute on function claimed_wallets(uuid, uuid[]) to corridor_app, corridor_worker;
