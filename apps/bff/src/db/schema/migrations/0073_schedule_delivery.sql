-- Databases that were made while 0019 still wrote deliveries by a function have it to this day.
drop function if exists schedule_delivery(webhook_endpoint, uuid, timestamptz, bigint, text, text);
