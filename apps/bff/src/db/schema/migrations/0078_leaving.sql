-- When a payout leaves by the hours and business days of its bank; null on a chain.
alter table transfer add column leaves_at timestamptz;
