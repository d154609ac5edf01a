-- The approvals of customers that hold at a moment, a row for each jurisdiction: proofs that have run
-- out count at once, also before the expiry has been written. Rights and row security are the
-- caller's. Planned as a part of the statement, as long as the moment is a column of it, such as
-- "clock.at", and not itself a call.
create or replace function approved_at(moment timestamptz)
returns table (partner_id uuid, entity_id uuid, jurisdiction_id text)
language sql stable as $$
  select c.partner_id, c.entity_id, c.jurisdiction_id
  from public.kyc_capability c
  left join public.kyc_file f on f.partner_id = c.partner_id and f.entity_id = c.entity_id
  where c.status = 'APPROVED' and (f.expires_at is null or f.expires_at > moment)
$$;
grant execute on function approved_at(timestamptz) to corridor_app, corridor_worker;
