-- What background work needs beside the domain tables.

-- A top-up of the gas station says whom it pays and how much, so that transfers of one wallet share
-- it and the ledger books it.
alter table chain_transaction
  add column recipient text not null default '',
  add column value numeric(78, 0) not null default 0;

-- DROPPED can never be mined: the chain refused it, or another one took its nonce.
alter table chain_transaction drop constraint chain_transaction_status_check;
alter table chain_transaction add constraint chain_transaction_status_check
  check (status in ('SIGNED', 'SENT', 'CONFIRMED', 'REVERTED', 'DROPPED'));

create index chain_transaction_top_up on chain_transaction (chain_id, recipient, nonce desc)
  where purpose = 'gas';

-- Quotes whose time is up, for the sweeper.
create index transfer_expiry on transfer (valid_until) where status = 'QUOTED';
