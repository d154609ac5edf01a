-- When the message was made that brought a deposit; null on a chain and where the bank keeps none. A
-- destination that was replaced by then is not paid.
alter table deposit add column reported_at timestamptz;
update deposit d set reported_at = least(f.written_at, f.begun_at)
from bank_payment p join bank_file_in f on f.sha256 = p.sha256
where p.id = d.bank_entry and d.status = 'RECEIVED';
