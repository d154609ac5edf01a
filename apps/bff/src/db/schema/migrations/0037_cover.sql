-- What the service can pay out (docs/adr/0064-looked-at-again-and-cover.md).

-- A row for each token and coin of the treasury on a chain, and for each currency of which somebody
-- has said what the bank holds.
create table treasury_cover (
  -- As in the ledger: USD, USDC@31337, and a chain's coin ETH@31337.
  asset text primary key,
  scale int not null check (scale between 0 and 18),
  -- Of a chain: which one, the address that pays, the token ('' of the coin) and its jurisdiction.
  chain_id text,
  holder text not null default '',
  token text not null default '',
  jurisdiction_id text not null default '',
  -- What the bank or the chain held at this moment, or after this block.
  balance numeric(78, 0) not null,
  read_at timestamptz not null,
  read_block bigint,
  -- Of a coin: what one order may cost in gas.
  order_cost numeric(78, 0) not null default 0 check (order_cost >= 0),
  -- Payouts leave so much of it alone.
  reserve numeric(78, 0) not null default 0 check (reserve >= 0),
  -- The balance less the reserve and what was ordered and booked since, as it was counted last.
  available numeric(78, 0) not null,
  counted_at timestamptz not null
);
grant select on treasury_cover to corridor_app;
grant select, insert, update on treasury_cover to corridor_worker;

-- What was booked since a balance was read.
create index posting_time on posting using brin (created_at);
