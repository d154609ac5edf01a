-- Indexes of transfers: fewer, and none that names what changes with every step. So a change within a
-- state touches no index and finds room in its own page (docs/adr/0086-rows-written-once.md).

-- What was started, the newest first; figures are read out of it alone.
drop index transfer_listed, transfer_figures, transfer_newest;
create index transfer_listed on transfer (partner_id, created_at desc, id desc)
  include (status, currency_in, jurisdiction_in, jurisdiction_out, worth, fee_worth, started_at, completed_at)
  where started_at is not null;
create index transfer_quoted on transfer (partner_id, created_at desc, id desc)
  where started_at is null;

-- One status by time, and all in the order of their statuses.
drop index transfer_listed_status, transfer_sorted_status;
create index transfer_status on transfer (partner_id, status, created_at, id)
  where started_at is not null;

-- The work that is under way.
drop index transfer_open;
create index transfer_open on transfer (status, id)
  where status in ('AWAITING_APPROVAL', 'PENDING', 'IN_REVIEW', 'PROCESSING', 'FAILED', 'REFUNDING');

-- Found by the end of it, as every hash is (search_key).
drop index transfer_hash;

-- Room for the next versions of what changes often.
alter table transfer set (fillfactor = 70);
-- Plans for a partner that is new know of its rows early.
alter table transfer set (autovacuum_analyze_scale_factor = 0.02);
alter table transfer_step set (fillfactor = 50);
alter table payout set (fillfactor = 70);
alter table deposit set (fillfactor = 70);
alter table webhook_delivery set (fillfactor = 70);
alter table customer_usage set (fillfactor = 70);
alter table daily_usage set (fillfactor = 50);
