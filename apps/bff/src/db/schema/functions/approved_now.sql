-- The approvals of customers that hold at this moment, a row for each jurisdiction: proofs that have
-- run out count at once, also before the expiry has been written. A row is seen by whoever sees the
-- tables. The time is read once for a statement.
create or replace view approved_now with (security_invoker = true) as
select c.partner_id, c.entity_id, c.jurisdiction_id
from kyc_capability c
left join kyc_file f on f.partner_id = c.partner_id and f.entity_id = c.entity_id
where c.status = 'APPROVED'
  and (f.expires_at is null or f.expires_at > (select service_now()));
grant select on approved_now to corridor_app, corridor_worker;
