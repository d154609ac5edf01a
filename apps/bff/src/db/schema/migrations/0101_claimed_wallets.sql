-- What wallets that are only claimed to be a customer's own have paid and been paid, by address and day
-- in UTC, in millionths of a dollar (people.md 2.8).
create table claimed_wallet_use (
  partner_id uuid not null references partner,
  -- The address in small letters: the same for every customer and asset.
  wallet text not null,
  day date not null,
  used numeric(40, 0) not null check (used >= 0),
  primary key (partner_id, wallet, day)
);
select corridor_tenant_table('claimed_wallet_use');

-- What they moved before this release counts, too.
insert into claimed_wallet_use (partner_id, wallet, day, used)
  select t.partner_id, lower(a.wallet->>'walletAddress'), (t.started_at at time zone 'UTC')::date,
    sum((t.quote->>'worth')::numeric)
  from external_account a join transfer t on t.partner_id = a.partner_id
    and a.id in (t.from_account_id, t.to_account_id)
  where a.proof in ('CLAIMED', 'REFUSED') and a.kind in ('WALLET', 'NON_CUSTODIAL_WALLET')
    and t.started_at > now() - interval '30 days' and t.status not in ('CANCELLED', 'EXPIRED')
    and t.quote->>'worth' is not null
  group by 1, 2, 3;
