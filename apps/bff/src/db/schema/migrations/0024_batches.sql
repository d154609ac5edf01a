-- Many entries of a bank taken in, and many transfers taken on, in one transaction.

-- The next entries to take in, found in the order in which they were booked.
create index bank_entry_next on bank_entry (booked_at, entry_id) where state = 'NEW';

-- The transfers that wait on a funding account: each deposit on it asks for them.
create index transfer_awaited on transfer (partner_id, funding_account_id, currency_in)
  where status = 'PENDING' and funding_account_id is not null;
