-- What a partner decides about the wallets of its entities.
create table wallet_settings (
  partner_id uuid primary key references partner,
  -- How long an export waits once it was signed for.
  export_delay_seconds integer not null check (export_delay_seconds between 0 and 604800),
  changed_at timestamptz not null
);
select corridor_tenant_table('wallet_settings');

-- The list of all wallets, newest first.
create index wallet_newest on wallet (partner_id, created_at desc, id desc);

-- When an activity that was signed for began to wait for its time.
alter table wallet_activity add column waiting_at timestamptz;

-- Whose an address is, among the accounts of a partner.
create index external_account_address
  on external_account (partner_id, lower(wallet->>'walletAddress')) where wallet is not null;
