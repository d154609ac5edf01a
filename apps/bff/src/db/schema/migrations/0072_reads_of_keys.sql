-- The log of requests has writes and what failed; reads as well until this time, where a partner asks
-- for it to look for a fault.
alter table api_key add column reads_logged_until timestamptz;
grant select (reads_logged_until), update (reads_logged_until) on api_key to corridor_app;
