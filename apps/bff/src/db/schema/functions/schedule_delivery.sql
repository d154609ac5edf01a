-- The first delivery of an event to an endpoint; the primary one's has the event's own id.
create or replace function schedule_delivery(
  endpoint webhook_endpoint, event_id uuid, event_at timestamptz, sequence bigint, category text,
  type text
) returns void
language plpgsql volatile set search_path = public, pg_temp as $$
declare
  is_taken boolean := takes_event(endpoint.events, category, type);
  is_skipped boolean := not is_taken or endpoint.status = 'DISABLED';
begin
  insert into webhook_delivery as d (partner_id, id, endpoint_id, event_id, event_at, sequence,
    category, url, status, reason, next_attempt_at, created_at)
  values (endpoint.partner_id,
    case when endpoint.is_primary then schedule_delivery.event_id else uuidv7() end, endpoint.id,
    schedule_delivery.event_id, event_at, schedule_delivery.sequence, schedule_delivery.category,
    endpoint.url,
    case when is_skipped then 'SKIPPED' else 'PENDING' end,
    case when not is_taken then 'FILTERED' when is_skipped then 'DISABLED' else '' end,
    case when is_skipped then null else (select service_now()) end, (select service_now()));
  if is_taken and is_skipped and endpoint.skipped_from is null then
    update webhook_endpoint e set skipped_from = schedule_delivery.sequence
    where e.partner_id = endpoint.partner_id and e.id = endpoint.id and e.skipped_from is null;
  end if;
end $$;
grant execute on function schedule_delivery(webhook_endpoint, uuid, timestamptz, bigint, text, text)
  to corridor_worker;
