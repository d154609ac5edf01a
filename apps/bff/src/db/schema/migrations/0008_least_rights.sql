-- What serves requests has no more rights than it uses. Staff, keys and partners are read by the
-- worker; events are numbered and audit entries sealed by it; and it alone moves the clock.
revoke select on partner from corridor_app;
revoke update, delete on event from corridor_app;
revoke select, insert on audit_seal from corridor_app;
revoke execute on function advance_service_clock(interval) from corridor_app;
revoke execute on function ensure_month_partitions(timestamptz) from corridor_app;
