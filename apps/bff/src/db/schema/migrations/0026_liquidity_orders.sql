-- What lending to partners needs of the chain: payments to and from them, a deposit address of each
-- partner, and payments that are claimed for a reserve's fee or a fulfilment.

alter table chain_order drop constraint chain_order_purpose_check;
alter table chain_order add constraint chain_order_purpose_check check (purpose in
  ('payout', 'mint', 'sweep', 'sweep_gas', 'disbursement', 'reserve_refund', 'replenish',
    'operational_withdrawal'));

-- The same list in both, so that queries which name it use them.
drop index chain_transaction_family;
create index chain_transaction_family on chain_transaction (chain_id, sender, nonce)
  where purpose in ('payout', 'mint', 'sweep', 'sweep_gas', 'disbursement', 'reserve_refund',
    'replenish', 'operational_withdrawal');
drop index chain_transaction_mined;
create unique index chain_transaction_mined on chain_transaction (chain_id, sender, nonce)
  where purpose in ('payout', 'mint', 'sweep', 'sweep_gas', 'disbursement', 'reserve_refund',
      'replenish', 'operational_withdrawal')
    and status in ('CONFIRMED', 'REVERTED');

-- A partner's own deposit wallet takes fees and repayments: neither a transfer's nor an account's.
alter table deposit_target
  add column is_liquidity boolean not null default false,
  drop constraint deposit_target_check;
alter table deposit_target add constraint deposit_target_check
  check (is_liquidity = (transfer_id is null and funding_account_id is null));

alter table payment_claim drop constraint payment_claim_purpose_check;
alter table payment_claim add constraint payment_claim_purpose_check
  check (purpose in ('KYC_FEE', 'PAYMENTS', 'PREPAID', 'RESERVE_FEE', 'FULFILMENT'));
-- A reserve that is rejected gives its payment free again.
grant delete on payment_claim to corridor_app, corridor_worker;
