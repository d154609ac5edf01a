-- Money that goes back to whoever sent it: such an order names its payee instead of an account.
alter table payout
  alter account_id drop not null,
  add check (account_id is not null or beneficiary is not null);
