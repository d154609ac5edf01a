-- Each quote asks whether a nonce of its wallet is taken; without this it reads all transactions.
create index chain_transaction_nonce on chain_transaction (chain_id, sender, nonce)
  where status <> 'DROPPED';
