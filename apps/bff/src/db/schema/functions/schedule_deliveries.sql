-- The first delivery of numbered events to each endpoint; the primary one's has the event's own id. A
-- test event's was written with it and gets the number. Endpoints are locked, so that none is changed
-- meanwhile. Called by publish_events and planned by its settings.
create or replace function schedule_deliveries(numbered event_number[]) returns void
language plpgsql volatile
as $$
declare
  endpoint_ids uuid[];
  present timestamptz;
begin
  endpoint_ids := array(select e.id from webhook_endpoint e
    where e.partner_id = any(array(select distinct n.partner_id from unnest(numbered) n))
    order by e.id for share);
  if cardinality(endpoint_ids) = 0 then return; end if;

  -- Only a test event has a delivery before its number.
  update webhook_delivery d set sequence = n.sequence
  from unnest(numbered) n
  where d.partner_id = n.partner_id and d.event_id = n.event_id and d.sequence is null;

  present := service_now();
  with happened as materialized (
    select e.partner_id, e.id, e.created_at, n.sequence, e.category, e.type
    from unnest(numbered) n
    join event e on e.partner_id = n.partner_id and e.id = n.event_id
      and e.created_at = n.written_at
    where e.category <> 'webhook' or e.type <> 'test'
  ), scheduled as materialized (
    select w.partner_id, w.id as endpoint_id, w.is_primary, w.url, w.status, w.skipped_from,
      h.id as event_id, h.created_at, h.sequence, h.category,
      takes_event(w.events, h.category, h.type) as is_taken
    from happened h join webhook_endpoint w on w.partner_id = h.partner_id
      and w.id = any(endpoint_ids) and w.deleted_at is null
  ), added as (
    insert into webhook_delivery (partner_id, id, endpoint_id, event_id, event_at, sequence,
      category, url, status, reason, next_attempt_at, created_at)
    select partner_id, case when is_primary then event_id else uuidv7() end, endpoint_id, event_id,
      created_at, sequence, category, url,
      case when is_taken and status <> 'DISABLED' then 'PENDING' else 'SKIPPED' end,
      case when not is_taken then 'FILTERED' when status = 'DISABLED' then 'DISABLED' else '' end,
      case when is_taken and status <> 'DISABLED' then present end, present
    from scheduled order by partner_id, sequence
  )
  update webhook_endpoint w set skipped_from = s.first
  from (select partner_id, endpoint_id, min(sequence) as first from scheduled
    where is_taken and status = 'DISABLED' and skipped_from is null
    group by partner_id, endpoint_id) s
  where w.partner_id = s.partner_id and w.id = s.endpoint_id and w.skipped_from is null;
end $$;
grant execute on function schedule_deliveries(event_number[]) to corridor_worker;
