-- Within a large message its own payments are looked up, and a list that is merged later is read whole
-- by each lookup.
alter index bank_payment_ids set (fastupdate = off);
