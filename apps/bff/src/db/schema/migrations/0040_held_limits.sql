-- Which limit holds a deposit, and since when one that was held goes on: from then it counts.
alter table deposit add column held_limit text not null default '' check (held_limit in ('',
  'MIN_DEPOSIT', 'MAX_DEPOSIT', 'ACCOUNT_DAY', 'PARTNER_TRANSFER', 'PARTNER_DAY',
  'CUSTOMER_TRANSFER', 'CUSTOMER_DAY', 'CUSTOMER_MONTH', 'CUSTOMER_DAY_COUNT',
  'CUSTOMER_MONTH_COUNT'));
alter table deposit add column released_at timestamptz;
create index deposit_released on deposit (partner_id, funding_account_id, released_at)
  where released_at is not null;
