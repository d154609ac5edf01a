-- Where the payer books a transfer.
alter table transfer add column cost_centre text not null default '';
