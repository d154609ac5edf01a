-- Everything that the service orders of banks, by the reference that the bank knows.
create or replace view bank_order with (security_invoker = true) as
  select id, currency, amount, status from payout where kind = 'BANK'
  union all
  select id, currency, amount, status from proof_payment;
grant select on bank_order to corridor_app, corridor_worker;
