-- A bank gives notice of a payment once under a reference of its own: of thousands with one amount, further
-- notices look only at those for which that does not hold.
alter table bank_payment add column is_noticed boolean not null default false;
create index bank_payment_unnoticed on bank_payment (account, minor, direction, booked_on)
  where not is_noticed or state = 'HELD';
