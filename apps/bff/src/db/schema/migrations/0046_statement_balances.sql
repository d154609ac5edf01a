-- With what the daily statements of banks open and close, beside their entries
-- (docs/adr/0062-prices-and-books.md). Units are minor ones; what is in debt is negative.
create table bank_file_balance (
  sha256 text not null references bank_file_in,
  country_code text not null,
  currency text not null,
  -- The bank's own; a statement that it corrects keeps it.
  statement_id text not null,
  -- A page of a longer statement has one of the two.
  opening numeric(78, 0),
  closing numeric(78, 0),
  opens_on date not null,
  closes_on date not null,
  primary key (sha256, country_code, currency, statement_id, closes_on),
  check (opening is not null or closing is not null)
);
grant select, insert, update on bank_file_balance to corridor_worker;

-- The account by its country, and the day, on which the bank has booked a payment.
alter table bank_file_payment
  add column booked_country text not null default '',
  add column booked_on date;
