-- What is written with every transfer, deposit and call names its partner without a foreign key: each of
-- those checks read and locked the one row of the partner. The service takes the partner from the
-- caller and the transfer from the row it holds; nothing deletes either, and the orphan check of the
-- leader looks for what has no parent (docs/adr/0086-rows-written-once.md).
alter table transfer drop constraint transfer_partner_id_fkey;
alter table transfer_step drop constraint transfer_step_partner_id_fkey,
  drop constraint transfer_step_partner_id_transfer_id_fkey;
alter table transaction_claim drop constraint transaction_claim_partner_id_fkey;
alter table wallet_quote_claim drop constraint wallet_quote_claim_partner_id_fkey;
alter table deposit drop constraint deposit_partner_id_fkey;
alter table deposit_target drop constraint deposit_target_partner_id_fkey;
alter table payout drop constraint payout_partner_id_fkey,
  drop constraint payout_partner_id_transfer_id_fkey;
alter table policy_decision drop constraint policy_decision_partner_id_fkey;
alter table screening drop constraint screening_partner_id_fkey;
alter table posting_group drop constraint posting_group_partner_id_fkey;
alter table posting_resolution drop constraint posting_resolution_partner_id_fkey;
alter table ledger_account drop constraint ledger_account_partner_id_fkey;
alter table ledger_balance drop constraint ledger_balance_partner_id_fkey;
alter table idempotency_key drop constraint idempotency_key_partner_id_fkey;
alter table request_log drop constraint request_log_partner_id_fkey;
alter table webhook_delivery drop constraint webhook_delivery_partner_id_fkey;
alter table notification drop constraint notification_partner_id_fkey;
-- Its customer, which it still references, is the partner's.
alter table wallet_activity drop constraint wallet_activity_partner_id_fkey;
alter table chain_transaction drop constraint chain_transaction_chain_id_fkey;
alter table chain_order drop constraint chain_order_chain_id_fkey,
  drop constraint chain_order_partner_id_fkey;
alter table token_transfer drop constraint token_transfer_chain_id_fkey;

-- Parents stay: who runs the service cannot take them away.
revoke delete on partner, transfer, chain from corridor_app, corridor_worker;
