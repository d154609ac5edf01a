-- Whom else a bank's message names: whom the money is for, and the banks on its way (people.md 1.5).
-- Further messages of a payment may name somebody whom the first did not: they are looked up, too.
alter table bank_entry
  add column also_named text[] not null default '{}',
  add column names_due boolean not null default false;
create index bank_entry_names_due on bank_entry (entry_id) where names_due;
