-- A payment's unique end-to-end transaction reference: a UUID of version 4, made once, which every bank
-- on its way keeps. Ids of ours are of version 7, which the standard does not take.
alter table payout add column uetr uuid not null default gen_random_uuid();

-- What is in the files of the bank, and what waits for one.
alter table bank_file_payment add column uetr uuid not null default gen_random_uuid();
update bank_file_payment f set uetr = p.uetr from payout p where p.id::text = f.reference;
create unique index bank_file_payment_uetr on bank_file_payment (uetr);
