-- Within a large message its own payments are looked up, and a list that is merged later is read whole
-- by each lookup.
alter index bank_payment_ids set (fastupdate = off);

-- How a bank writes is learned from the latest lines of its statements.
create index bank_evidence_stated on bank_evidence (account, read_at)
  where message_kind = 'STATEMENT' and part = 0;
