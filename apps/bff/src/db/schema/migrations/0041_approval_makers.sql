-- Who asked for what waits, as the database can look them up: who may no longer ask voids it.
-- And what is paid to one number, whatever name its account was added under.

alter table approval_request add column maker_member uuid;
alter table approval_request add column maker_key uuid;
alter table approval_request add foreign key (partner_id, maker_member) references member;
alter table approval_request drop constraint approval_request_status_check;
alter table approval_request add constraint approval_request_status_check check (
  status in ('REQUESTED', 'EXECUTED', 'REJECTED', 'EXPIRED', 'FAILED', 'CANCELLED', 'VOID'));

-- Of the number or address alone; null for accounts from before, which are told apart by their names, too.
alter table external_account add column number_fingerprint text;
create index external_account_number on external_account
  (partner_id, coalesce(number_fingerprint, fingerprint));
