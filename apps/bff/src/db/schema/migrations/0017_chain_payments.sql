-- Payments of the service's own accounts on a chain (docs/adr/0037-chain-custody-and-payouts.md).

-- What a nonce of such an account is spent on. All transactions signed with one nonce are a family, of
-- which at most one is ever mined; so an order with one nonce is never paid twice.
create table chain_order (
  chain_id text not null references chain,
  sender text not null,
  nonce bigint not null,
  purpose text not null check (purpose in ('payout', 'mint', 'sweep', 'sweep_gas')),
  -- What it is for, e.g. a payout's id; ordered once.
  subject text not null,
  -- OPEN until one of the family is in a final block.
  status text not null check (status in ('OPEN', 'CONFIRMED', 'REVERTED')),
  partner_id uuid references partner,
  transfer_id uuid,
  -- What a replacement signs again, with higher fees: {token, to, amount, gas, reference}, numbers as
  -- text.
  call jsonb not null,
  -- The newest block when its newest transaction was signed: it is replaced some blocks later.
  signed_at_block bigint not null,
  bumps int not null default 0,
  -- Since when somebody has to look at it.
  alarmed_at timestamptz,
  created_at timestamptz not null,
  primary key (chain_id, sender, nonce)
);
create unique index chain_order_subject on chain_order (chain_id, purpose, subject);
create index chain_order_open on chain_order (chain_id, sender, nonce) where status = 'OPEN';
select corridor_tenant_policy('chain_order');
grant select on chain_order to corridor_app;
grant select, insert, update on chain_order to corridor_worker;

alter table chain_transaction
  -- Fees of a family's member, in wei for each unit of gas.
  add column max_fee numeric(78, 0),
  add column priority_fee numeric(78, 0),
  -- A worker may have sent it: what a node says of it is then no proof that it will not be mined.
  add column maybe_sent boolean not null default true;
alter table chain_transaction alter column maybe_sent set default false;

-- A step of a transfer has one transaction where a wallet or the gas station signed it; an order has
-- one nonce instead, and as many transactions as it took.
drop index chain_transaction_step;
create unique index chain_transaction_step on chain_transaction (transfer_id, step)
  where transfer_id is not null and purpose in ('user', 'gas');
create index chain_transaction_family on chain_transaction (chain_id, sender, nonce)
  where purpose in ('payout', 'mint', 'sweep', 'sweep_gas');
create unique index chain_transaction_mined on chain_transaction (chain_id, sender, nonce)
  where purpose in ('payout', 'mint', 'sweep', 'sweep_gas') and status in ('CONFIRMED', 'REVERTED');

-- Transactions of the service's accounts that the database knows nothing of: it was put back to an
-- earlier state, or somebody else has the key. Payouts wait until each belongs to an order.
create table chain_orphan (
  chain_id text not null references chain,
  hash text not null,
  sender text not null,
  -- From the transaction itself, which is asked for later than its receipt.
  nonce bigint,
  reference text,
  raw text not null default '',
  status text not null check (status in ('CONFIRMED', 'REVERTED')),
  block_number bigint not null,
  block_hash text not null,
  gas_used numeric(78, 0) not null,
  gas_price numeric(78, 0) not null,
  found_at timestamptz not null,
  -- The order that took it in: purpose and subject.
  order_purpose text,
  order_subject text,
  primary key (chain_id, hash)
);
create index chain_orphan_reference on chain_orphan (chain_id, reference) where order_subject is null;
grant select, insert, update on chain_orphan to corridor_worker;

-- What an address of the service held when this database first saw it: everything later is booked.
create table custody_opening (
  chain_id text not null references chain,
  address text not null,
  token text not null,
  amount numeric(78, 0) not null,
  block_number bigint not null,
  primary key (chain_id, address, token)
);
grant select, insert on custody_opening to corridor_worker;

-- The last comparison of what the chain says the service holds with what the ledger says.
create table custody_check (
  chain_id text primary key references chain,
  block_number bigint not null,
  checked_at timestamptz not null,
  -- What differs; nothing where all is well.
  problems text[] not null
);
grant select, insert, update on custody_check to corridor_worker;
