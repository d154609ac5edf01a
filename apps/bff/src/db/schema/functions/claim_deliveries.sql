-- Takes due deliveries for sending: of an endpoint as many as make five in flight, and one where the
-- last ten attempts failed. Of those `ahead`, which answer quickly, more may lie ready with the one
-- process that sends to them; it still sends five at a time, and others get none. The endpoint's row
-- is locked while its deliveries are counted, so processes that claim at once do not count the same
-- free places; one that is busy comes with the next call. A partner has twenty places: four endpoints
-- cannot use more; of several only one process claims at a time, and each endpoint that has none in
-- flight keeps a place, however many wait for others that do not answer.
create or replace function claim_deliveries(
  batch_max integer, lease interval, worker uuid default null, ahead uuid[] default '{}'
) returns setof webhook_delivery
language plpgsql volatile
set search_path = public, pg_temp
set enable_seqscan = off as $$
declare
  endpoint webhook_endpoint;
  due_at timestamptz := service_now();
  free integer := batch_max;
  places integer;
  own integer;
  several integer;
  is_open boolean;
  ids uuid[];
begin
  for endpoint in
    select e.* from webhook_endpoint e
    where e.status <> 'DISABLED' and e.deleted_at is null and (
      exists (select from webhook_delivery d where d.partner_id = e.partner_id
        and d.endpoint_id = e.id
        and d.status in ('PENDING', 'RETRYING') and d.next_attempt_at <= due_at)
      or exists (select from webhook_delivery d where d.partner_id = e.partner_id
        and d.endpoint_id = e.id
        and d.status = 'IN_FLIGHT' and d.lease_until <= clock_timestamp()))
    order by random()
    for update skip locked
  loop
    exit when free <= 0;
    several := (select nullif(greatest(count(*), 4), 4) from webhook_endpoint e
      where e.partner_id = endpoint.partner_id and e.deleted_at is null);
    select count(*), case
        when endpoint.straight_failures >= 10 then 1
        when several is null and endpoint.id = any (ahead)
          and count(*) = count(*) filter (where d.claimed_by = worker) then 15
        else 5 end - count(*) into own, places
    from webhook_delivery d
    where d.partner_id = endpoint.partner_id and d.endpoint_id = endpoint.id
      and d.status = 'IN_FLIGHT' and d.lease_until > clock_timestamp();
    if several is not null then
      continue when not pg_try_advisory_xact_lock(
        hashtextextended('webhook_places:' || endpoint.partner_id, 0));
      select least(places, 20 - count(*) - greatest(several - count(distinct d.endpoint_id), 0)
          + case when own = 0 then 1 else 0 end) into places
      from webhook_delivery d
      where d.partner_id = endpoint.partner_id and d.status = 'IN_FLIGHT'
        and d.lease_until > clock_timestamp();
    end if;
    places := least(places, free);
    continue when places <= 0;
    -- Asked for by hand, a delivery goes before everything that holds an endpoint back.
    ids := array(select d.id from webhook_delivery d
      where d.partner_id = endpoint.partner_id and d.endpoint_id = endpoint.id
        and d.status in ('PENDING', 'RETRYING')
        and d.trigger = 'MANUAL' and d.next_attempt_at <= due_at and d.sequence is not null
      limit places for update skip locked);
    ids := ids || array(select d.id from webhook_delivery d
      where d.partner_id = endpoint.partner_id and d.endpoint_id = endpoint.id
        and d.status = 'IN_FLIGHT'
        and d.lease_until <= clock_timestamp() and d.trigger = 'MANUAL'
      limit places - cardinality(ids) for update skip locked);
    is_open := endpoint.status <> 'PAUSED' and coalesce(endpoint.held_until, due_at) <= due_at;
    if is_open then
      ids := ids || array(select d.id from webhook_delivery d
        where d.partner_id = endpoint.partner_id and d.endpoint_id = endpoint.id
          and d.status = 'IN_FLIGHT'
          and d.lease_until <= clock_timestamp() and d.trigger <> 'MANUAL'
        limit places - cardinality(ids) for update skip locked);
      ids := ids || array(select d.id from webhook_delivery d
        where d.partner_id = endpoint.partner_id and d.endpoint_id = endpoint.id
          and d.status in ('PENDING', 'RETRYING')
          and d.trigger <> 'MANUAL' and d.next_attempt_at <= due_at and d.sequence is not null
          and (endpoint.status <> 'UNVERIFIED' or d.category = 'webhook')
        order by d.next_attempt_at, d.sequence
        limit places - cardinality(ids) for update skip locked);
    end if;
    return query
      update webhook_delivery d
      set status = 'IN_FLIGHT', fence = d.fence + 1, url = endpoint.url,
        lease_until = clock_timestamp() + lease, claimed_by = worker
      where d.partner_id = endpoint.partner_id and d.id = any (ids)
      returning d.*;
    free := free - cardinality(ids);
  end loop;
end $$;
grant execute on function claim_deliveries(integer, interval, uuid, uuid[]) to corridor_worker;
